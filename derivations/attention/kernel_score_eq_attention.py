"""With one concentration for all keys the score of the kernel density is attention to the keys' points.

Statement   For p(x) = sum_j w_j vMF(x; x_j, kappa) with w_j proportional to e^(b_j):
            grad log p(x) = kappa sum_j softmax_j(kappa <x, x_j> + b_j) x_j.
Form        C_d(kappa) is common to all keys and cancels: softmax is the exact posterior, and attention the exact
            ambient score.
Sources     mardia2000; liao2026
"""

import sympy as sp

from derivations.attention.operations import normalized
from derivations.vmf.operations import Density, kappa
from derivations.vocabulary import bias, j, points, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Dot, FiniteSum, Gradient
from svflow_math.engine.record.theorem import Theorem

kernel_density = FiniteSum(j, normalized(sp.exp(bias[j])) * Density(x, points[j], kappa))
mean_point = FiniteSum(j, normalized(sp.exp(kappa * Dot(x, points[j]) + bias[j])) * points[j])

THEOREM = Theorem(
    id="kernel_score_eq_attention",
    number="6.3",
    hypotheses=(),
    claim=Equal(Gradient(sp.log(kernel_density), x), kappa * mean_point),
    steps=(NormalForm(),),
    cites=("mardia2000", "liao2026"),
)
