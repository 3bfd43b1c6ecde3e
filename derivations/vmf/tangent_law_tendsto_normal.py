"""Concentrated von Mises-Fisher laws are normal in the tangent space.

Statement   The density of z = sqrt(kappa) P_mu x at |z|^2 = q tends to (2 pi)^(-(d-1)/2) e^(-q/2).
Form        On the near half x = sqrt(1 - |z|^2/kappa) mu + z/sqrt(kappa), with the volume factor kappa^(-(d-1)/2) /
            sqrt(1 - |z|^2/kappa); the far half has the mass O(e^(-kappa)).
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.normalizer_tendsto import THEOREM as NORMALIZER
from derivations.vmf.operations import ONE_DIMENSION, Normalizer, b, h, kappa, q
from svflow_math.engine.calculus.rules.algebra import Replace, Restate, Taylor
from svflow_math.engine.calculus.rules.orders import LimitOfOrder, ProductOfLimits
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Limit
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

cosine = sp.sqrt(1 - q / kappa)
root = sp.sqrt(1 - q * h)

THEOREM = Theorem(
    id="tangent_law_tendsto_normal",
    number="2.9",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Limit(
        Normalizer(kappa) * kappa ** (-b) * sp.exp(kappa * cosine) / cosine,
        kappa,
        sp.oo,
        (2 * sp.pi) ** (-b) * sp.exp(-q / 2),
    ),
    steps=(
        ProductOfLimits(Normalizer(kappa) * sp.exp(kappa) * kappa ** (-b), (2 * sp.pi) ** (-b)),
        Use(NORMALIZER),
        LimitOfOrder(h),
        Restate(sp.exp((root - 1) / h) / root - sp.exp(-q / 2)),
        Replace((root - 1) / h, -q / (1 + root)),
        Taylor(),
    ),
    cites=("mardia2000",),
)
