"""Keys normalised with a scalar gain have equal concentrations.

Statement   kappa(y_q, c N(k_i)) = kappa(y_q, c N(k_j)) for all keys, for a gain c > 0.
Form        With such a norm on the keys softmax is the exact posterior under the prior e^(b_j), whatever the query.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import Concentration
from derivations.vocabulary import i, j, keys, n, query
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Normalize
from svflow_math.engine.record.theorem import Theorem

c = sp.Symbol("c", positive=True)
k = keys[j].args[0]

THEOREM = Theorem(
    id="scalar_gain_equalizes_concentrations",
    number="6.1",
    hypotheses=(NonZero(keys[j], witness={query: [1, 0], n: 2, i: 0, j: 1, c: 1, k: [[1, 0], [0, 0]]}),),
    claim=Equal(Concentration(query, c * Normalize(keys[i])), Concentration(query, c * Normalize(keys[j]))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
