"""Symbols that the tests of the engine share."""

from __future__ import annotations

import sympy as sp

from svflow_math.engine.record.terms import Index, LinearMap, ScalarFamily, VectorFamily, VectorSymbol

n = sp.Symbol("n", integer=True, positive=True)
K = sp.Symbol("K", integer=True, positive=True)
i, j, k = (Index(name, n) for name in "ijk")
y, z = (Index(name, K) for name in "yz")
a, b, c, q = (ScalarFamily(name) for name in "abcq")
key = VectorFamily("k")
u, v, w, x, other = (VectorSymbol(name) for name in ("u", "v", "w", "x", "other"))
r, s = sp.symbols("r s_0", real=True)
p, m, t = sp.symbols("p m t", positive=True)
A, H = LinearMap("A"), LinearMap("H", symmetric=True)
f, g, field = sp.symbols("f g w")
