"""How a residual block changes the length of the stream.

Statement   |y + f|^2 = r^2 + 2 r <u, f> + |f|^2 with u = N(y), r = |y|, y != 0.
Form        The lengths add up in squares where the updates are orthogonal to the stream.
Sources     liao2026
"""

from derivations.vocabulary import update, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="residual_norm_sq_eq",
    number="4.5",
    hypotheses=(NonZero(y, witness={y: [0, 0], update: [1, 0]}),),
    claim=Equal(Dot(y + update, y + update), Dot(y, y) + 2 * Norm(y) * Dot(Normalize(y), update) + Dot(update, update)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
