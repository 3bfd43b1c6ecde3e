"""LayerNorm is RMSNorm after centring, and centring is a projection.

Statement   (y - m 1) / sqrt(|y|^2/d - m^2 + epsilon) = RMSNorm_epsilon(P_e y), e = 1/sqrt(d) the direction of the
            ones, m the mean of the entries.
Form        The textbook variance is the mean square less the square of the mean; the right side does not subtract
            them.
Sources     liao2026
"""

from derivations.retraction.operations import LayerNorm, Rms
from derivations.vocabulary import Project, e, epsilon, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot, d
from svflow_math.engine.record.theorem import Theorem

centred = Project(e, y)

THEOREM = Theorem(
    id="layer_norm_eq_rms_norm_of_centred",
    number="4.4",
    hypotheses=(
        Unit(e, witness={e: [2, 0], y: [1, 1], epsilon: 5}),
        Positive(Dot(centred, centred) / d + epsilon, witness={e: [1, 0, 0, 0], y: [1, 0, 0, 0], epsilon: 0}),
    ),
    claim=Equal(LayerNorm(e, y, epsilon), Rms(centred, epsilon)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
