"""By how much attention with a learnt sink is not off-by-one softmax.

Statement   For a sink with key k_0 and value v_0, of weight w_0:
            out_sink - out_1 = w_0 (v_0 - (1 - e^(-tau <y_q, k_0>)) out_1), out_1 the output of off-by-one softmax.
Form        Zero for k_0 = v_0 = 0; a sink of value zero rescales the output, and one of key zero adds a multiple of its
            value.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.off_by_one_softmax_eq_posterior_of_uniform_component import off_by_one
from derivations.attention.operations import logit
from derivations.vocabulary import j, query, single_key, single_value, tau, values
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

sink = sp.exp(tau * Dot(query, single_key))
mass = sink + FiniteSum(j, sp.exp(logit))
with_sink = (sink * single_value + FiniteSum(j, sp.exp(logit) * values[j])) / mass
without = FiniteSum(j, off_by_one * values[j])

THEOREM = Theorem(
    id="sink_attention_sub_off_by_one_eq",
    number="6.5",
    hypotheses=(),
    claim=Equal(with_sink - without, sink / mass * (single_value - (1 - 1 / sink) * without)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
