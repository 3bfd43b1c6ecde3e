"""The log likelihood is strictly concave in the concentration.

Statement   d^2/dkappa^2 (log C_d(kappa) + kappa rho) < 0: the likelihood equation has at most one solution.
Form        Minus the variance of the height. A_d runs from 0 to 1, so that for 0 < rho < 1 there is exactly one.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import MeanResultantLength, Normalizer, kappa, rho
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

variance = SliceIntegral((height - MeanResultantLength(kappa)) ** 2, kappa) / SliceIntegral(1, kappa)

THEOREM = Theorem(
    id="log_likelihood_concave",
    number="2.7",
    hypotheses=(),
    claim=Bound(
        Differential(Differential(sp.log(Normalizer(kappa)) + kappa * rho, kappa, 1), kappa, 1), 0, strict=True
    ),
    steps=(Certificate(variance),),
    cites=("mardia2000",),
)
