"""The rules that steps name, by kind."""
