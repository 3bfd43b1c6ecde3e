"""The second engine: equalities decided again from the term tree, by code that the calculus does not share."""
