"""Functions emitted from the records of derivations; svflow_math/<chapter>.py are their public faces."""
