"""A covariance is at most a quarter of the product of the ranges.

Statement   For a law w, c <= a_j <= c + D and c' <= b_j <= c' + D': Cov_w(a, b) <= D D'/4.
Form        Popoviciu's bound for each, put together without Cauchy-Schwarz: what is left over is the variance of
            a/D - b/D', and for each family, with s_j the place of a member in the range, the number
            sum_j w_j s_j (1 - s_j) + (sum_j w_j s_j - 1/2)^2.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import i, j, n, weights
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law, Within
from svflow_math.engine.record.terms import FiniteSum, ScalarFamily
from svflow_math.engine.record.theorem import Theorem

first, second = ScalarFamily("a"), ScalarFamily("b")
low, other_low = sp.symbols("c c'", real=True)
span, other_span = sp.symbols("D D'", positive=True)


def covariance(a, b):
    """Cov_w(a, b) of two families of numbers."""
    return FiniteSum(j, weights[j] * a * b) - FiniteSum(j, weights[j] * a) * FiniteSum(j, weights[j] * b)


def slack(share):
    """How far the variance of a family in [0, 1] is below a quarter."""
    half = sp.Rational(1, 2)
    return FiniteSum(j, weights[j] * share * (1 - share)) + (FiniteSum(j, weights[j] * share) - half) ** 2


share, other_share = (first[j] - low) / span, (second[j] - other_low) / other_span
gap = share - other_share
variance_of_gap = FiniteSum(i, FiniteSum(j, weights[i] * weights[j] * (gap.xreplace({j: i}) - gap) ** 2)) / 2

w, a, b = sp.symbols("w a b")
apart = {n: 2, low: 0, other_low: 0, span: 1, other_span: 1}

THEOREM = Theorem(
    id="covariance_le_range_mul_range_div_four",
    number="6.4",
    hypotheses=(
        Law(weights[j], j, witness={**apart, w: [2, -1], a: [1, 0], b: [0, 1]}),
        Within(first[j], low, low + span, witness={**apart, w: [0.5, 0.5], a: [9, 0], b: [1, 0]}),
        Within(second[j], other_low, other_low + other_span, witness={**apart, w: [0.5, 0.5], a: [1, 0], b: [9, 0]}),
    ),
    claim=Bound(covariance(first[j], second[j]), span * other_span / 4),
    steps=(
        Certificate(
            span * other_span / 2 * (variance_of_gap + slack(share) + slack(other_share)),
            note="Measure both families by their places in their ranges.",
        ),
    ),
    cites=("liao2026",),
)
