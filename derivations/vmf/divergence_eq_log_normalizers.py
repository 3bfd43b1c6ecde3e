"""The Kullback-Leibler divergence of two von Mises-Fisher laws.

Statement   E_1[log p_1 - log p_2] = log C(kappa_1) - log C(kappa_2) + A(kappa_1) (kappa_1 - kappa_2 <mu_1, mu_2>).
Form        A Bregman divergence of -log C; kappa_2 = 0 is the uniform law.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import ONE_DIMENSION, Divergence, Normalizer, kappa_1, kappa_2, mu_1, mu_2
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.spheres import Slicing
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.sphere_mean import SphereMean, point
from svflow_math.engine.record.terms import Dot, d
from svflow_math.engine.record.theorem import Theorem

first = sp.log(Normalizer(kappa_1)) + kappa_1 * Dot(mu_1, point)
second = sp.log(Normalizer(kappa_2)) + kappa_2 * Dot(mu_2, point)

THEOREM = Theorem(
    id="divergence_eq_log_normalizers",
    number="2.6",
    hypotheses=(
        Unit(mu_1, witness={mu_1: [2, 0], mu_2: [1, 0], kappa_1: 1, kappa_2: 2}),
        Positive(d - 1, convenience=ONE_DIMENSION),
    ),
    claim=Equal(SphereMean(first - second, mu_1, kappa_1), Divergence(kappa_1, kappa_2, Dot(mu_1, mu_2))),
    steps=(
        Slicing(),
        NormalForm(),
    ),
    cites=("mardia2000",),
)
