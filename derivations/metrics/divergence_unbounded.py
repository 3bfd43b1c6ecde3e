"""A divergence has no bound.

Statement   For M > 0 and the law p = (s, 1 - s), s = e^(-2 M)/4: the divergence of (1/2, 1/2) from p is at least M.
Form        Already for two items; at s = 0 it is infinite, where the Jensen-Shannon divergence is below log 2.
Sources     liao2026
"""

import sympy as sp

from derivations.metrics.operations import M
from svflow_math.engine.calculus.rules.bounds import Certificate, MonotoneLogarithm
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

small = sp.exp(-2 * M) / 4
half = sp.Rational(1, 2)
loss = sp.log(1 / (1 - small))

THEOREM = Theorem(
    id="divergence_unbounded",
    number="9.5",
    hypotheses=(),
    claim=Bound(M, half * sp.log(half / small) + half * sp.log(half / (1 - small))),
    steps=(
        Have(Bound(sp.exp(-2 * M), 1)),
        Certificate(sp.exp(-2 * M) * (sp.exp(2 * M) - 1)),
        Have(Bound(0, 1 - small, strict=True)),
        Certificate(half + (1 - sp.exp(-2 * M)) / 4 + sp.Rational(1, 4)),
        Have(Bound(0, loss)),
        MonotoneLogarithm(sp.S.One, 1 / (1 - small)),
        Certificate(small / (1 - small)),
        Certificate(half * loss),
    ),
    cites=("liao2026",),
)
