"""The entropy for large concentrations.

Statement   e^(-H) kappa^(-(d-1)/2) -> (2 pi e)^(-(d-1)/2) as kappa -> infinity: H - ((d-1)/2) (1 + log(2 pi / kappa))
            -> 0.
Form        The entropy of the normal law of d - 1 dimensions with variance 1/kappa; kappa (1 - A_d) tends to (d-1)/2.
Sources     mardia2000; dlmf (10.40.1)
"""

import sympy as sp

from derivations.vmf.expansion_le_mean_resultant_length import THEOREM as LOW
from derivations.vmf.mean_resultant_length_le_expansion import THEOREM as UP
from derivations.vmf.normalizer_tendsto import THEOREM as NORMALIZER
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, Normalizer, b, h, kappa
from svflow_math.engine.calculus.rules.algebra import Restate, Taylor
from svflow_math.engine.calculus.rules.bounds import Certificate, MonotoneExponential
from svflow_math.engine.calculus.rules.orders import LimitOfOrder, ProductOfLimits, Squeeze
from svflow_math.engine.calculus.rules.use import Recall, Use
from svflow_math.engine.record.claim import Limit
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

middle = (MeanResultantLength(1 / h) - 1) / h
low = -b - (b + 1) ** 2 * h / 2
high = -b + (b + 1) ** 2 * h / 2

THEOREM = Theorem(
    id="exp_neg_entropy_tendsto",
    number="2.6",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Limit(
        Normalizer(kappa) * sp.exp(kappa * MeanResultantLength(kappa)) * kappa ** (-b),
        kappa,
        sp.oo,
        (2 * sp.pi * sp.E) ** (-b),
    ),
    steps=(
        ProductOfLimits(Normalizer(kappa) * sp.exp(kappa) * kappa ** (-b), (2 * sp.pi) ** (-b)),
        Use(NORMALIZER),
        LimitOfOrder(h),
        Restate(sp.exp(middle) - sp.exp(-b)),
        Squeeze(sp.exp(low) - sp.exp(-b), sp.exp(high) - sp.exp(-b)),
        Recall(LOW, at={kappa: 1 / h}),
        MonotoneExponential(low, middle),
        Certificate(sp.exp(middle) - sp.exp(low)),
        Recall(UP, at={kappa: 1 / h}),
        MonotoneExponential(middle, high),
        Certificate(sp.exp(high) - sp.exp(middle)),
        Taylor(),
        Taylor(),
    ),
    cites=("mardia2000", "dlmf"),
)
