"""The projection onto the tangent space is symmetric.

Statement   <P_x v, w> = <v, P_x w> for every x, v, w.
Form        The projection may be moved to whichever side is cheaper; the base point need not be a unit vector.
Sources     absil2008
"""

from derivations.vocabulary import Project, v, w, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="project_tangent_symmetric",
    number="1.1",
    hypotheses=(),
    claim=Equal(Dot(Project(x, v), w), Dot(v, Project(x, w))),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
