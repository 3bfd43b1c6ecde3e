"""Queries that share their keys see one mixture: concentrations in the same proportions, about the same directions.

Statement   kappa(y_q, k_i) kappa(y, k_j) = kappa(y_q, k_j) kappa(y, k_i) for queries y_q and y of one group.
Form        In grouped-query attention the components are shared: their mean directions N(k_j) do not depend on the
            query at all, and a query's norm scales all concentrations alike.
Sources     liao2026
"""

from derivations.attention.operations import Concentration
from derivations.vocabulary import i, j, keys, query, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="grouped_queries_share_components",
    number="6.5",
    hypotheses=(),
    claim=Equal(
        Concentration(query, keys[i]) * Concentration(y, keys[j]),
        Concentration(query, keys[j]) * Concentration(y, keys[i]),
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
