"""The Switch loss of counted tokens restores the logits at the rate 8 alpha rho(0) E[g (1 - g)].

Statement   Let the logit differences of tokens be eta plus noise of median zero and smooth distribution function F, and
            rho(0) = F'(0), so that the counted fractions differ by f_0 - f_1 = 1 - 2 F(-eta) = 2 (F(0) - F(-eta)). Then
            -4 alpha (f_0 - f_1) sum_j w_j g (1 - g), the mean over tokens at offsets x_j, is at the logit difference
            t eta equal to -8 alpha rho(0) sum_j w_j g(x_j) (1 - g(x_j)) t eta + O(t^2).
Form        F is read along a line through z: F(s) is f(z + s u). Counts have no gradient of their own, and restore only
            by how many tokens are near the border between the experts.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import eta, sigmoid, step
from derivations.stability.switch_loss_velocity_eq import offsets
from derivations.vocabulary import alpha, f, j, u, weights, z_point
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.terms import Dot, FiniteSum, GradientField, ScalarField
from svflow_math.engine.record.theorem import Theorem


def mean_slope(shift):
    """E[g (1 - g)] over the tokens."""
    gate = sigmoid(shift + offsets[j])
    return FiniteSum(j, weights[j] * gate * (1 - gate))


difference = 2 * (ScalarField(f, z_point) - ScalarField(f, z_point - step * eta * u))
density = Dot(GradientField(f, z_point), u)
velocity = -4 * alpha * difference * mean_slope(step * eta)

THEOREM = Theorem(
    id="counted_switch_loss_restores",
    number="8.3",
    hypotheses=(),
    claim=OrderOf(velocity + 8 * alpha * density * mean_slope(sp.S.Zero) * step * eta, step, 2),
    steps=(Taylor(),),
    cites=("fedus2022", "liao2026"),
)
