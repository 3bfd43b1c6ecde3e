"""With the exact posterior the covariant acceleration is P_x H v less the radial part of the score.

Statement   grad_v v = P_x H v - <x, g> v for |x| = 1, g = grad log p, v = P_x g and H u = D_x g [u], of a mixture with
            log joints pi_z + <s_z, x>.
Form        Halved, it is the leading local error of the exponential and the projective step; the relaxed step adds
            <x, g> v, which turns the sign of the last term.
Sources     liao2026
"""

from derivations.euler.operations import covariant
from derivations.flow.operations import mean_score
from derivations.vocabulary import Project, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

score = mean_score(x)
tangent = Project(x, score)

THEOREM = Theorem(
    id="covariant_acceleration_of_score_eq",
    number="5.1",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=Equal(covariant(tangent, tangent), Project(x, Differential(score, x, tangent)) - Dot(x, score) * tangent),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
