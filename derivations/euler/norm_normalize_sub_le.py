"""Projecting to the sphere at most doubles the distance to a point of it.

Statement   |N(y) - x| <= 2 |y - x| for |x| = 1 and y != 0.
Form        So projection keeps the order of a method whose solution stays on the sphere.
Sources     hairer2006
"""

from derivations.vocabulary import x, y
from svflow_math.engine.calculus.rules.bounds import Certificate, CompareSquares
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

length = Norm(y)
towards = Dot(Normalize(y) + x, Normalize(y) + x) / 4  # (1 + c)/2, c the cosine of the angle
away = Dot(Normalize(y) - x, Normalize(y) - x) / 4

THEOREM = Theorem(
    id="norm_normalize_sub_le",
    number="5.7",
    hypotheses=(
        Unit(x, witness={x: [10, 0], y: [10, 1]}),
        NonZero(y, witness={x: [1, 0], y: [0, 0]}),
    ),
    claim=Bound(Norm(Normalize(y) - x), 2 * Norm(y - x)),
    steps=(
        CompareSquares(),
        Certificate(
            4 * (length - towards) ** 2 + 4 * towards * away + 8 * length * away,
            note="With c the cosine of the angle, (1 + c)/2 and (1 - c)/2 are squares of lengths:",
        ),
    ),
    cites=("hairer2006",),
)
