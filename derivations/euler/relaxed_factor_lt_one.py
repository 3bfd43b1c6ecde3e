"""The relaxed step is stable at the mean for every step length.

Statement   1/(1 + h kappa) < 1 for h, kappa > 0.
Form        There is no limit on h kappa.
Sources     liao2026
"""

from derivations.euler.operations import kappa
from derivations.vocabulary import h
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="relaxed_factor_lt_one",
    number="5.2",
    hypotheses=(),
    claim=Bound(1 / (1 + h * kappa), 1, strict=True),
    steps=(Certificate(h * kappa / (1 + h * kappa)),),
    cites=("liao2026",),
)
