"""The Hessian of log p on the sphere has no eigenvalue below minus the largest concentration.

Statement   -c <= <v, Hess log p(x) v> for |x| = |v| = 1 and v tangent at x, where |s_z| <= c for all z.
Form        Attained by one component at its mean direction, where the Hessian is -kappa times the identity.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.mixture_hessian_nonneg import other, pairs
from derivations.flow.operations import posterior, riemannian_hessian
from derivations.vocabulary import K, scores, u, v, x, z
from svflow_math.engine.calculus.rules.bounds import CauchySchwarz, Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Tangent, Unit, Within
from svflow_math.engine.record.terms import Dot, FiniteSum, Norm
from svflow_math.engine.record.theorem import Theorem

c = sp.Symbol("c", positive=True)

s_, pi_ = scores[z].args[0], sp.Symbol("pi")
one_component = {K: 1, pi_: [0], s_: [[1, 0]], x: [1, 0], v: [0, 1], c: 1}
below = FiniteSum(z, posterior(x) * (c - Norm(scores[z])))
along = FiniteSum(z, posterior(x) * (Norm(x) * Norm(scores[z]) - Dot(x, scores[z])))

THEOREM = Theorem(
    id="riemannian_hessian_ge",
    number="3.9",
    hypotheses=(
        Unit(x, witness={**one_component, x: [2, 0]}),
        Tangent(
            v,
            x,
            witness={
                K: 2,
                pi_: [18, -18],
                s_: [[-18, 9], [18, -9]],
                x: [1, 0],
                v: [sp.Rational(3, 5), sp.Rational(4, 5)],
                c: 21,
            },
        ),
        Unit(v, witness={**one_component, v: [0, 9]}),
        Within(Norm(scores[z]), sp.S.Zero, c, witness={**one_component, s_: [[9, 0]]}),
    ),
    claim=Bound(-c, Dot(v, riemannian_hessian(x, v))),
    steps=(
        CauchySchwarz(x, scores[z], note="No score slopes outwards by more than its length."),
        Certificate(FiniteSum(z, FiniteSum(other, pairs.xreplace({u: v}))) / 2 + below + along),
    ),
    cites=("liao2026",),
)
