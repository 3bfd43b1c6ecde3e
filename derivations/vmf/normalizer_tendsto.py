"""The normaliser for large concentrations.

Statement   C_d(kappa) e^kappa kappa^(-(d-1)/2) -> (2 pi)^(-(d-1)/2) as kappa -> infinity.
Form        The first term of Hankel's expansion: the mass of the integral over slices gathers at s = 1, where with s =
            1 - u/kappa it is a Gamma integral.
Sources     dlmf (10.40.1)
"""

import sympy as sp

from derivations.vmf.operations import ONE_DIMENSION, Normalizer, b, kappa
from svflow_math.engine.calculus.rules.orders import LimitAtTheEnd
from svflow_math.engine.record.claim import Limit
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="normalizer_tendsto",
    number="2.8",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Limit(Normalizer(kappa) * sp.exp(kappa) * kappa ** (-b), kappa, sp.oo, (2 * sp.pi) ** (-b)),
    steps=(LimitAtTheEnd(1),),
    cites=("dlmf",),
)
