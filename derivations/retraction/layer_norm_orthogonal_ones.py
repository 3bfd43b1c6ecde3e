"""LayerNorm lands in the hyperplane orthogonal to the ones.

Statement   <e, LayerNorm_epsilon(y)> = 0 for e the direction of the ones.
Form        With |LayerNorm_0(y)| = sqrt(d): a sphere of dimension d - 2.
Sources     liao2026
"""

from derivations.retraction.operations import LayerNorm
from derivations.vocabulary import Project, e, epsilon, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot, d
from svflow_math.engine.record.theorem import Theorem

centred = Project(e, y)

THEOREM = Theorem(
    id="layer_norm_orthogonal_ones",
    number="4.4",
    hypotheses=(
        Unit(e, witness={e: [2, 0], y: [1, 1], epsilon: 4}),
        Positive(Dot(centred, centred) / d + epsilon, witness={e: [1, 0, 0, 0], y: [1, 0, 0, 0], epsilon: 0}),
    ),
    claim=Equal(Dot(e, LayerNorm(e, y, epsilon)), 0),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
