"""The Hessian on the sphere is the projected ambient Hessian less the radial slope.

Statement   P_x D(P_x grad f)[v] = P_x Hess f(x) v - <x, grad f> v for |x| = 1 and v tangent at x.
Form        Second derivatives on S from ambient ones: one matrix-vector product and one inner product.
Sources     absil2008
"""

from derivations.vocabulary import Project, f, v, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.terms import Differential, Dot, GradientField, HessianField
from svflow_math.engine.record.theorem import Theorem

gradient = GradientField(f, x)

THEOREM = Theorem(
    id="riemannian_hessian_eq",
    number="1.6",
    hypotheses=(
        Unit(x, witness={x: [2, 0], v: [0, 1]}),
        Tangent(v, x, witness={x: [1, 0], v: [1, 0]}),
    ),
    claim=Equal(
        Project(x, Differential(Project(x, gradient), x, v)),
        Project(x, HessianField(f, x, v)) - Dot(x, gradient) * v,
    ),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
