"""SymPy to NumPy: programs of records printed as modules that people can read."""
