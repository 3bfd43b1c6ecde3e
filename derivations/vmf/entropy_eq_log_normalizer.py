"""The entropy of a von Mises-Fisher law.

Statement   H = -E[log p(x)] = -log C_d(kappa) - kappa A_d(kappa).
Form        The log density is affine in x, so that its mean is its value at the mean. Both terms are O(kappa) where H
            is O(log kappa).
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, Normalizer, kappa, mu
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.spheres import Slicing
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.sphere_mean import SphereMean, point
from svflow_math.engine.record.terms import Dot, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="entropy_eq_log_normalizer",
    number="2.6",
    hypotheses=(
        Unit(mu, witness={mu: [2, 0], kappa: 1}),
        Positive(d - 1, convenience=ONE_DIMENSION),
    ),
    claim=Equal(
        SphereMean(-sp.log(Normalizer(kappa)) - kappa * Dot(mu, point), mu, kappa),
        -sp.log(Normalizer(kappa)) - kappa * MeanResultantLength(kappa),
    ),
    steps=(
        Slicing(),
        NormalForm(),
    ),
    cites=("mardia2000",),
)
