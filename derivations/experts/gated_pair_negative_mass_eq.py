"""Relative to its mass, the negative mass of a layer has no bound.

Statement   For an activation a P(a) with P(a) + P(-a) = 1, as SiLU, GELU and its tanh form are, two hidden units with
            inputs a and -a, and P(a) = (M + 1)/(2M + 1): the negative mass is exactly M times the mass.
Form        P increases from 1/2 at 0, so every M > 0 is met at some a > 0, and M grows without bound as a falls to 0.
Sources     liao2026
"""

from derivations.experts.operations import M, a
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

share = (M + 1) / (2 * M + 1)
negative = -a * (1 - share)

THEOREM = Theorem(
    id="gated_pair_negative_mass_eq",
    number="7.3",
    hypotheses=(),
    claim=Equal(-negative, M * (a * share + negative)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
