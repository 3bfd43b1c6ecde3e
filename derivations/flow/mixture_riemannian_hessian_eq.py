"""The Hessian of log p on the sphere.

Statement   P_x D(P_x grad log p)[v] = P_x H v - <x, grad log p> v for |x| = 1 and v tangent at x, with
            H = Cov_(p(z|x))(s_z).
Form        The derivative of the spherical flow with the exact posterior: a fixed point is a maximum of log p on the
            sphere where the radial slope exceeds the covariance.
Sources     absil2008; liao2026
"""

from derivations.flow.operations import mean_score, riemannian_hessian
from derivations.vocabulary import Project, v, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mixture_riemannian_hessian_eq",
    number="3.9",
    hypotheses=(Unit(x, witness={x: [2, 0], v: [0, 1]}), Tangent(v, x, witness={x: [1, 0], v: [1, 0]})),
    claim=Equal(Project(x, Differential(Project(x, mean_score(x)), x, v)), riemannian_hessian(x, v)),
    steps=(NormalForm(),),
    cites=("absil2008", "liao2026"),
)
