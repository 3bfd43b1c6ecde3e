"""The exponential and the projective step are stable at the mean if and only if h kappa < 2.

Statement   (1 - h kappa)^2 < 1 if and only if h kappa < 2, for h, kappa > 0.
Form        The usual limit of the explicit Euler method.
Sources     liao2026; hairer2006
"""

from derivations.euler.operations import kappa
from derivations.vocabulary import h
from svflow_math.engine.calculus.rules.bounds import ProportionalGaps
from svflow_math.engine.record.claim import Bound, Iff
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="tangent_factor_stable_iff",
    number="5.2",
    hypotheses=(),
    claim=Iff(Bound((1 - h * kappa) ** 2, 1, strict=True), Bound(h * kappa, 2, strict=True)),
    steps=(ProportionalGaps(h * kappa),),
    cites=("liao2026", "hairer2006"),
)
