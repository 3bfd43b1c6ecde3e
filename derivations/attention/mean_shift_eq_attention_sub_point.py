"""For keys on the sphere the mean shift of their Gaussian kernel density is attention minus the point.

Statement   For |x_j| = 1: grad log sum_j e^(b_j - kappa |x - x_j|^2/2) = kappa (m(x) - x) with
            m(x) = sum_j softmax_j(kappa <x, x_j> + b_j) x_j.
Form        The Gaussian kernel of width 1/sqrt(kappa) is the vMF kernel there, so that m(x) - x is the mean shift, and
            normalising m(x) is its step on the sphere. x need not be a unit vector.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.kernel_score_eq_attention import mean_point
from derivations.vmf.operations import kappa
from derivations.vocabulary import bias, j, n, points, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot, FiniteSum, Gradient
from svflow_math.engine.record.theorem import Theorem

gap = x - points[j]
gaussian_density = FiniteSum(j, sp.exp(bias[j] - kappa * Dot(gap, gap) / 2))

THEOREM = Theorem(
    id="mean_shift_eq_attention_sub_point",
    number="6.3",
    hypotheses=(
        Unit(
            points[j],
            witness={n: 2, x: [1, 0], points[j].args[0]: [[2, 0], [0, 1]], kappa: 1, sp.Symbol("b"): [0, 0]},
        ),
    ),
    claim=Equal(Gradient(sp.log(gaussian_density), x), kappa * (mean_point - x)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
