"""The only hand-written numerics: coercion, checks, stable primitives, and the driver of row-wise kernels."""
