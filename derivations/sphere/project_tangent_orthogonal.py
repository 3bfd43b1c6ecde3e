"""A projected vector is tangent.

Statement   <x, P_x w> = 0 for |x| = 1.
Form        What the projection leaves in the direction of x is the factor 1 - |x|^2: the price of a point off the
            sphere.
Sources     absil2008
"""

from derivations.vocabulary import Project, w, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="project_tangent_orthogonal",
    number="1.1",
    hypotheses=(Unit(x, witness={x: [2, 0], w: [1, 0]}),),
    claim=Equal(Dot(x, Project(x, w)), 0),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
