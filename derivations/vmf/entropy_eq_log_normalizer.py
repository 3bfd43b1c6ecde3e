"""The entropy of a von Mises-Fisher law.

Statement   H = -E[log p(x)] = -log C_d(kappa) - kappa A_d(kappa).
Form        The log density is affine in x, so that its mean is its value at the mean. Both terms are O(kappa) where H
            is O(log kappa).
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import ONE_DIMENSION, Entropy, MeanResultantLength, Normalizer, kappa, mu, words
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.spheres import Slicing
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ConcentrationEmission
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.sphere_mean import SphereMean, point
from svflow_math.engine.record.terms import Dot, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.concentration import ConcentrationBits

ENTROPY = ConcentrationEmission(
    name="entropy",
    args=(kappa,),
    value=Entropy(kappa),
    docs=words(
        "Differential entropy H = -log C_d(kappa) - kappa A_d(kappa), in nats.",
        returns="H",
        example=">>> float(entropy(0.0, 3).round(12))  # log(4 pi)\n2.531024246969",
    ),
)

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
    emits=(ENTROPY,),
    checks=(ConcentrationBits("entropy", 2e-15),),
    cites=("mardia2000",),
)
