"""A rank correlation is at most one.

Statement   <x, y>/(|x| |y|) <= 1 for vectors x, y that are not zero: the midranks, less their mean.
Form        Ties are allowed: midranks enter as numbers. The dimension is the number of pairs.
Sources     liao2026
"""

from derivations.vocabulary import x, y
from svflow_math.engine.calculus.rules.bounds import CauchySchwarz, Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

size = Norm(x) * Norm(y)

THEOREM = Theorem(
    id="rank_correlation_le_one",
    number="9.6",
    hypotheses=(
        NonZero(x, witness={x: [0, 0], y: [1, 0]}),
        NonZero(y, witness={x: [1, 0], y: [0, 0]}),
    ),
    claim=Bound(Dot(x, y) / size, 1),
    steps=(CauchySchwarz(x, y), Certificate((size - Dot(x, y)) / size)),
    cites=("liao2026",),
)
