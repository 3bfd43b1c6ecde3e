"""The projection at a point sends the point itself to zero.

Statement   P_x x = 0 for |x| = 1.
Form        The radial direction is the whole kernel: the trace of the projection is d - 1.
Sources     absil2008
"""

from derivations.vocabulary import Project, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="project_tangent_base_eq_zero",
    number="1.1",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=Equal(Project(x, x), 0),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
