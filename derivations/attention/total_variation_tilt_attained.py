"""The bound tanh(Delta/4) is attained by two keys.

Statement   For the weights w = (s, 1 - s) with s = e^(Delta/2)/(1 + e^(Delta/2)) and the tilt t = (1, e^Delta), the
            first weight falls by exactly tanh(Delta/4).
Form        So no smaller function of Delta bounds the total variation, whatever is known of n.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import Delta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

first = sp.exp(Delta / 2) / (1 + sp.exp(Delta / 2))

THEOREM = Theorem(
    id="total_variation_tilt_attained",
    number="6.1",
    hypotheses=(),
    claim=Equal(first - first / (first + (1 - first) * sp.exp(Delta)), sp.tanh(Delta / 4)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
