"""The curves of the exponential map are geodesics: their acceleration has no tangent part.

Statement   P_c c'' = 0 for c(t) = exp_x(t v), |x| = 1 and v tangent at x.
Form        c'' = -|v|^2 c points to the centre; that it is normal to the sphere uses that c is a unit vector.
Sources     absil2008
"""

from derivations.vocabulary import Exp, Project, t, v, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

curve = Exp(x, t * v)

THEOREM = Theorem(
    id="exp_solves_geodesic_equation",
    number="1.2",
    hypotheses=(Unit(x, witness={x: [2, 0], v: [0, 1], t: 1}), Tangent(v, x, witness={x: [1, 0], v: [1, 1], t: 1})),
    claim=Equal(Project(curve, Differential(Differential(curve, t, 1), t, 1)), 0),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
