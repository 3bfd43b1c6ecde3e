"""An attention head with tied maps is the score of the mixture of its context.

Statement   If W_O W_V x_j = tau W_Q^T W_K x_j for every token x_j of the context, then for every u
            <W_O sum_j w_j W_V x_j, u> = D log sum_j e^(tau <W_Q x, W_K x_j> + b_j) [u], the derivative in x with the
            context fixed, w the softmax weights.
Form        One direction of the equivalence; of the maps only what they make of the tokens is used.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import normalized
from derivations.attention.transformer_head_eq_score_iff import tie
from derivations.vocabulary import bias, j, key_map, n, output_map, points, query_map, tau, u, value_map, x
from svflow_math.engine.calculus.rules.finite import SumSupposition
from svflow_math.engine.calculus.rules.logic import FromSupposed, Supposing
from svflow_math.engine.record.claim import Equal, ForAll
from svflow_math.engine.record.terms import Adjoint, Differential, Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

joint = sp.exp(tau * Dot(query_map(x), key_map(points[j])) + bias[j])
output = output_map(FiniteSum(j, normalized(joint) * value_map(points[j])))
tied = Equal(output_map(value_map(points[j])), tau * Adjoint(query_map)(key_map(points[j])))

identity = [[1, 0], [0, 1]]

THEOREM = Theorem(
    id="tied_transformer_head_eq_score",
    number="6.6",
    hypotheses=(
        Supposing(
            claim=ForAll((j,), tied),
            make=tie,
            witness={n: 1, x: [1, 0], u: [1, 0], tau: 1, points[j].args[0]: [[1, 0]], sp.Symbol("b"): [0],
                     query_map: identity, key_map: identity, value_map: identity, output_map: [[2, 0], [0, 2]]},
        ),
    ),
    claim=Equal(Dot(output, u), Differential(sp.log(FiniteSum(j, joint)), x, u)),
    steps=(
        SumSupposition(j, normalized(joint), note="Average the equality of the maps over the tokens."),
        FromSupposed(lambda mean: Dot(mean, u)),
    ),
    cites=("liao2026",),
)  # fmt: skip
