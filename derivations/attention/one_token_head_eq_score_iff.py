"""For contexts of one token, an attention head is the score of its mixture if and only if its maps are tied.

Statement   For the context y alone and any u: <W_O W_V y, u> = D log e^(tau <W_Q x, W_K y> + b) [u], the derivative
            in x, if and only if <W_O W_V y, u> = <tau W_Q^T W_K y, u>.
Form        The other direction of the equivalence: a head that is the score for every context is the score for every
            token alone, and so W_O W_V = tau W_Q^T W_K. It is read head by head: of heads with equal weights only the
            sum of the maps counts.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.transformer_head_eq_score_iff import tie
from derivations.vocabulary import key_map, output_map, query_map, tau, u, value_map, x, y
from svflow_math.engine.calculus.rules.logic import BothDirections, FromSupposed
from svflow_math.engine.record.claim import Equal, Iff
from svflow_math.engine.record.terms import Adjoint, Differential, Dot
from svflow_math.engine.record.theorem import Theorem

b = sp.Symbol("b", real=True)
output = output_map(value_map(y))
energy = tau * Dot(query_map(x), key_map(y)) + b

THEOREM = Theorem(
    id="one_token_head_eq_score_iff",
    number="6.6",
    hypotheses=(),
    claim=Iff(
        Equal(Dot(output, u), Differential(energy, x, u)),
        Equal(Dot(output, u), tau * Dot(Adjoint(query_map)(key_map(y)), u)),
    ),
    steps=(
        BothDirections(tie, tie),
        FromSupposed(lambda side: side, note="The gradient is tau W_Q^T W_K y:"),
        FromSupposed(lambda side: side, note="The gradient is tau W_Q^T W_K y:"),
    ),
    cites=("liao2026",),
)
