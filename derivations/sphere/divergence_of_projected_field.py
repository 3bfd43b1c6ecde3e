"""The divergence of the tangent part of a field has a curvature term.

Statement   tr(P_x D(P_x w) P_x) = tr(P_x Dw) - (d - 1) <x, w> for |x| = 1 and every smooth field w.
Form        The first term is the ambient derivative along the sphere; what projecting the field adds is radial.
Sources     absil2008
"""

from derivations.vocabulary import Project, field, u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Differential, Dot, JacobianField, Trace, VectorField, d
from svflow_math.engine.record.theorem import Theorem

value = VectorField(field, x)

THEOREM = Theorem(
    id="divergence_of_projected_field",
    number="1.6",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=Equal(
        Trace(Project(x, Differential(Project(x, value), x, Project(x, u))), u),
        Trace(Project(x, JacobianField(field, x, u)), u) - (d - 1) * Dot(x, value),
    ),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
