"""The gradient of a loss of a head's outputs in its value map.

Statement   For outputs W_O W_V z_i at mean tokens z_i = sum_j w_ij x_j, and any smooth loss of the sum over i of B_i
            times them: along W_V + t a b^T it changes at the rate <a, W_O^T sum_i <z_i, b> B_i^T grad>.
Form        With G = sum_i B_i^T grad z_i^T, the gradient in W_O W_V, the gradient is W_O^T G. The weights w_ij hold the
            positions, rotary or not, and are no function of W_V.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.operations import b, loss, loss_gradient, mean_token, of_outputs, step
from derivations.vocabulary import a, output_map, value_map
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

extent = Dot(b, mean_token)
seen = of_outputs(output_map(value_map(mean_token) + step * extent * a))

THEOREM = Theorem(
    id="value_gradient_eq",
    number="8.4",
    hypotheses=(),
    claim=Equal(Differential(loss(seen), step, sp.S.One), Dot(loss_gradient(seen), of_outputs(extent * output_map(a)))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
