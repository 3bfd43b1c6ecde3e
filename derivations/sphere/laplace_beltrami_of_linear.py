"""Linear functions are eigenfunctions of the Laplace-Beltrami operator.

Statement   div_S grad_S <a, x> = -(d - 1) <a, x> for |x| = 1.
Form        The gradient on S is P_x a; the ambient Laplacian is zero, so that the eigenvalue is the curvature term
            alone.
Sources     mardia2000
"""

from derivations.vocabulary import Project, a, u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Differential, Dot, Trace, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="laplace_beltrami_of_linear",
    number="1.6",
    hypotheses=(Unit(x, witness={x: [2, 0], a: [1, 0]}),),
    claim=Equal(Trace(Project(x, Differential(Project(x, a), x, Project(x, u))), u), -(d - 1) * Dot(a, x)),
    steps=(NormalForm(),),
    cites=("mardia2000",),
)
