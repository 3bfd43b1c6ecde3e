"""The gradient of a loss of a head's outputs in its output map.

Statement   For outputs W_O W_V z_i at mean tokens z_i = sum_j w_ij x_j, and any smooth loss of the sum over i of B_i
            times them: along W_O + t a b^T it changes at the rate <grad, sum_i <W_V^T b, z_i> B_i a>.
Form        With G = sum_i B_i^T grad z_i^T, the gradient in W_O W_V, it is <a, G W_V^T b>: the gradient is G W_V^T.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.operations import b, loss, loss_gradient, mean_token, of_outputs, step
from derivations.vocabulary import a, output_map, value_map
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Adjoint, Differential, Dot
from svflow_math.engine.record.theorem import Theorem

value = value_map(mean_token)
seen = of_outputs(output_map(value) + step * Dot(b, value) * a)

THEOREM = Theorem(
    id="output_gradient_eq",
    number="8.4",
    hypotheses=(),
    claim=Equal(
        Differential(loss(seen), step, sp.S.One),
        Dot(loss_gradient(seen), of_outputs(Dot(Adjoint(value_map)(b), mean_token) * a)),
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
