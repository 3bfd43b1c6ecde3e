"""Attention is Lipschitz in the query, with the constant tau diam(v) diam(k)/4.

Statement   For unit vectors e and u and t > 0: <e, out(y_q + t u) - out(y_q)> <= tau D_v D_k/4 t, where
            |v_i - v_j| <= D_v and |k_i - k_j| <= D_k for all keys.
Form        With e along the change of the output it bounds the length of that change. Neither the number of keys nor
            the bias enters, and the norms of keys and values only by their differences.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.covariance_le_range_mul_range_div_four import THEOREM as COVARIANCE
from derivations.attention.covariance_le_range_mul_range_div_four import (
    first,
    low,
    other_low,
    other_span,
    second,
    span,
)
from derivations.attention.operations import output, softmax
from derivations.vocabulary import e, i, j, keys, n, query, t, tau, u, values, weights
from svflow_math.engine.calculus.rules.algebra import Multiply, Through
from svflow_math.engine.calculus.rules.bounds import CauchySchwarz, Certificate, FromDerivative, MinimumAttained
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Unit, Within
from svflow_math.engine.record.terms import Dot, FixedIndex, Norm
from svflow_math.engine.record.theorem import Theorem

value_span, key_span = sp.symbols("D_v D_k", positive=True)
least_value, least_key = FixedIndex("m", n), FixedIndex("l", n)
moved = query + t * u


def within_diameter(direction, family, index, least, diameter):
    """Steps that show <direction, member> to lie above its least value by at most the diameter."""
    gap = family[index] - family[least]
    rise = Dot(direction, family[index]) - Dot(direction, family[least])
    return (
        MinimumAttained(
            Dot(direction, family[index]), index, least, note="Name the member that is least in the direction."
        ),
        Have(Bound(rise, diameter), note="No member is further along than the diameter:"),
        CauchySchwarz(direction, gap),
        Through((Norm(direction) * Norm(gap),)),
        Certificate(Norm(direction) * Norm(gap) - Dot(direction, gap)),
        Certificate(diameter - Norm(gap)),
    )


k, v, b = keys[j].args[0], values[j].args[0], sp.Symbol("b")
two_keys = {
    n: 2, query: [0, 0], tau: 1, t: 1, k: [[0.5, 0], [-0.5, 0]], v: [[0.5, 0], [-0.5, 0]], b: [0, 0],
    e: [1, 0], u: [1, 0], value_span: 1, key_span: 1,
}  # fmt: skip

THEOREM = Theorem(
    id="attention_lipschitz",
    number="6.4",
    hypotheses=(
        Unit(e, witness={**two_keys, e: [9, 0]}),
        Unit(u, witness={**two_keys, u: [2, 0], t: 0.5}),
        Within(Norm(values[i] - values[j]), sp.S.Zero, value_span, witness={**two_keys, v: [[9, 0], [-9, 0]]}),
        Within(Norm(keys[i] - keys[j]), sp.S.Zero, key_span, witness={**two_keys, k: [[1, 0], [-1, 0]]}),
    ),
    claim=Bound(Dot(e, output.xreplace({query: moved}) - output), tau * value_span * key_span / 4 * t),
    steps=(
        FromDerivative(t, sp.S.Zero, note="Both sides vanish at t = 0."),
        Multiply(1 / tau),
        *within_diameter(e, values, j, least_value, value_span),
        *within_diameter(u, keys, j, least_key, key_span),
        Use(
            COVARIANCE,
            {
                weights[j]: softmax.xreplace({query: moved}),
                first[j]: Dot(e, values[j]),
                second[j]: Dot(u, keys[j]),
                low: Dot(e, values[least_value]),
                other_low: Dot(u, keys[least_key]),
                span: value_span,
                other_span: key_span,
            },
            note="The derivative is tau times the covariance of <e, v_j> and <u, k_j>.",
        ),
    ),
    cites=("liao2026",),
)
