"""An attention head is the score of its mixture if and only if its maps agree on the mean token.

Statement   For a context x_1, ..., x_n, the weights w_j of a query and the mean token m = sum_j w_j x_j:
            W_O sum_j w_j W_V x_j = tau W_Q^T sum_j w_j W_K x_j if and only if W_O W_V m = tau W_Q^T W_K m.
Form        For w_j proportional to e^(tau <W_Q x, W_K x_j> + b_j) the right side of the first equality is the score,
            the gradient of the log of the sum in x. The maps need not agree on a token that is no mean.
Sources     liao2026
"""

from random import Random
from typing import Any

from derivations.vocabulary import j, key_map, output_map, points, query_map, tau, value_map, weights
from svflow_math.engine.calculus.rules.logic import BothDirections, FromSupposed
from svflow_math.engine.record.claim import Equal, Iff
from svflow_math.engine.record.terms import Adjoint, FiniteSum
from svflow_math.engine.record.theorem import Theorem

output = output_map(FiniteSum(j, weights[j] * value_map(points[j])))
mixture_score = tau * Adjoint(query_map)(FiniteSum(j, weights[j] * key_map(points[j])))
mean_token = FiniteSum(j, weights[j] * points[j])


def tie(point: dict[Any, Any], random: Random) -> dict[Any, Any]:
    """Both sides hold for W_V = W_K and W_O = tau W_Q^T."""
    transposed = [[point[tau] * q for q in column] for column in zip(*point[query_map], strict=True)]
    return {**point, value_map: point[key_map], output_map: transposed}


THEOREM = Theorem(
    id="transformer_head_eq_score_iff",
    number="6.6",
    hypotheses=(),
    claim=Iff(
        Equal(output, mixture_score),
        Equal(output_map(value_map(mean_token)), tau * Adjoint(query_map)(key_map(mean_token))),
    ),
    steps=(
        BothDirections(tie, tie),
        FromSupposed(lambda side: side, note="Linear maps pass through the mean:"),
        FromSupposed(lambda side: side, note="Linear maps pass through the mean:"),
    ),
    cites=("liao2026",),
)
