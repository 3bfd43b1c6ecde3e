"""A rank correlation is one less half the square of the differences.

Statement   <x, y>/(|x| |y|) = 1 - |x - y|^2/2 for |x| = |y| = 1: midranks less their mean, over their length.
Form        Without ties that length is the root of (n^3 - n)/12, which gives 1 - 6 sum d^2/(n^3 - n); with ties it is
            another, and that textbook form is wrong.
Sources     liao2026
"""

from derivations.vocabulary import x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="rank_correlation_eq_one_sub_square_of_differences",
    number="9.6",
    hypotheses=(
        Unit(x, witness={x: [2, 0], y: [1, 0]}),
        Unit(y, witness={x: [1, 0], y: [2, 0]}),
    ),
    claim=Equal(Dot(x, y) / (Norm(x) * Norm(y)), 1 - Dot(x - y, x - y) / 2),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
