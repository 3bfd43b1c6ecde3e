"""The tangent space has dimension d - 1.

Statement   tr P_x = d - 1 for |x| = 1.
Form        The trace of a projection is its rank; it is read off from u and <x, u> x without coordinates.
Sources     absil2008
"""

from derivations.vocabulary import Project, u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Trace, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="trace_project_tangent_eq",
    number="1.1",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=Equal(Trace(Project(x, u), u), d - 1),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
