"""A step of a normalised transformer is a projective retraction towards its target.

Statement   N(x + alpha (y - x)) = R_x(alpha P_x y / (1 - alpha (1 - <x, y>))) for |x| = 1 and 1 - alpha (1 - <x, y>)
            > 0.
Form        The relaxed retraction with a = alpha (y - x); y is the normalised output of the branch.
Sources     loshchilov2024; liao2026
"""

from derivations.retraction.operations import NormalizedStep
from derivations.vocabulary import Project, Projective, alpha, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

factor = 1 - alpha * (1 - Dot(x, y))

THEOREM = Theorem(
    id="normalized_step_eq_projective",
    number="4.6",
    hypotheses=(
        Unit(
            x,
            convenience="R is a retraction at points of the sphere only; the equality itself holds for every vector",
        ),
        Positive(factor, witness={x: [1, 0], y: [-1, 0], alpha: 1}),
    ),
    claim=Equal(NormalizedStep(x, y, alpha), Projective(x, alpha * Project(x, y) / factor)),
    steps=(NormalForm(),),
    cites=("loshchilov2024", "liao2026"),
)
