"""The gradient on the sphere is the tangent part of the ambient gradient.

Statement   <P_x grad f(x), u> = D f(x)[u] for every u tangent at x.
Form        P_x grad f is tangent and represents the derivative on the tangent space: this defines the gradient on S.
Sources     absil2008
"""

from derivations.vocabulary import Project, f, u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent
from svflow_math.engine.record.terms import Differential, Dot, Gradient, ScalarField
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="grad_sphere_eq_project_gradient",
    number="1.6",
    hypotheses=(Tangent(u, x, witness={x: [1, 0], u: [1, 0]}),),
    claim=Equal(Dot(Project(x, Gradient(ScalarField(f, x), x)), u), Differential(ScalarField(f, x), x, u)),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
