"""Along a trajectory the squares of the steps sum to at most 2h times the rise of the log density.

Statement   sum_k D_k <= 2h (b_last - a_first), where D_k <= 2h (b_k - a_k) and a_(k+1) = b_k.
Form        D_k = |x_(k+1) - x_k|^2, a_k = log p(x_k) and b_k = log p(x_(k+1)): what each relaxed step gives, added up.
            The right side is at most 2h (sup log p - log p(x_0)), for any number of steps.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import h, j, n
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.telescope import Successive, Telescope
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.terms import FiniteSum, FixedIndex, ScalarFamily
from svflow_math.engine.record.theorem import Theorem

before, after, squares = ScalarFamily("a"), ScalarFamily("b"), ScalarFamily("D")
first, last = FixedIndex("first", n), FixedIndex("last", n)
a, b, D = sp.symbols("a b D")
two = {n: 2, h: 0.5, first: 0, last: 1}

THEOREM = Theorem(
    id="sum_sq_norm_le_of_gains",
    number="5.3",
    hypotheses=(
        Successive(before[j], after[j], j, first, last, witness={**two, a: [0, 0], b: [1, 1], D: [1, 1]}),
        Nonnegative(2 * h * (after[j] - before[j]) - squares[j], witness={**two, a: [0, 1], b: [1, 2], D: [9, 0]}),
    ),
    claim=Bound(FiniteSum(j, squares[j]), 2 * h * (after[last] - before[first])),
    steps=(Telescope(), Certificate(FiniteSum(j, 2 * h * (after[j] - before[j]) - squares[j]))),
    cites=("liao2026",),
)
