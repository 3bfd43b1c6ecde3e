"""The Hessian of log p on the sphere has no eigenvalue above D^2/4 plus the largest concentration.

Statement   <v, Hess log p(x) v> <= D^2/4 + c for |x| = |v| = 1 and v tangent at x, where |s_z - s_v| <= D and
            |s_z| <= c for all z, v.
Form        The covariance gives the first term and the radial slope the second. The slope alone is attained: one
            component, at the antipode of its mean direction.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.mixture_hessian_le import THEOREM as COVARIANCE
from derivations.flow.mixture_hessian_nonneg import other
from derivations.flow.operations import D, hessian, posterior, riemannian_hessian
from derivations.flow.riemannian_hessian_ge import c, one_component, pi_, s_
from derivations.vocabulary import K, e, scores, u, v, x, z
from svflow_math.engine.calculus.rules.bounds import CauchySchwarz, Certificate
from svflow_math.engine.calculus.rules.use import Recall
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Tangent, Unit, Within
from svflow_math.engine.record.terms import Dot, FiniteSum, Norm
from svflow_math.engine.record.theorem import Theorem

antipode = {**one_component, x: [-1, 0], D: 1}
below = FiniteSum(z, posterior(x) * (c - Norm(scores[z])))
along = FiniteSum(z, posterior(x) * (Norm(-x) * Norm(scores[z]) - Dot(-x, scores[z])))

THEOREM = Theorem(
    id="riemannian_hessian_le",
    number="3.9",
    hypotheses=(
        Unit(x, witness={**antipode, x: [-9, 0]}),
        Tangent(v, x, convenience="the bound holds for every unit vector; the Hessian acts on tangent ones"),
        Unit(v, witness={**antipode, v: [0, 9]}),
        Within(
            Norm(scores[z] - scores[other]),
            sp.S.Zero,
            D,
            witness={K: 2, pi_: [0, 0], s_: [[0, 9], [0, -9]], x: [1, 0], v: [0, 1], c: 9, D: 1},
        ),
        Within(Norm(scores[z]), sp.S.Zero, c, witness={**antipode, s_: [[9, 0]]}),
    ),
    claim=Bound(Dot(v, riemannian_hessian(x, v)), D**2 / 4 + c),
    steps=(
        CauchySchwarz(-x, scores[z], note="No score slopes inwards by more than its length."),
        Recall(COVARIANCE, {e: v, u: v}),
        Certificate(D**2 / 4 - Dot(v, hessian(x, v)) + below + along),
    ),
    cites=("liao2026",),
)
