"""Coefficients of expansions, emitted from the derivations that end in them."""
