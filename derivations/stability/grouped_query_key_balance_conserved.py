"""Gradient flow of grouped queries conserves the sum over the group of W_Q W_Q^T, less W_K W_K^T.

Statement   For heads h of one group with query maps W_h, gradients G_h in W_h^T W_K and the shared key map W_K: after
            the step W_h - t W_K G_h^T, W_K - t sum_h W_h G_h the pairing of sum_h W_h W_h^T - W_K W_K^T with u and v
            has changed by O(t^2).
Form        The keys answer to all queries of the group at once. For one head it is the law of plain attention.
Sources     du2018; liao2026
"""

from derivations.stability.operations import step
from derivations.vocabulary import head, key_map, query_maps, u, v
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.terms import Adjoint, Dot, FiniteSum, MapFamily
from svflow_math.engine.record.theorem import Theorem

gradients = MapFamily("G")


def query(w):
    """The adjoint of a query map at w."""
    return Adjoint(query_maps[head])(w)


def moved_query(w):
    """The adjoint of a query map after the step."""
    return query(w) - step * gradients[head](Adjoint(key_map)(w))


def moved_key(w):
    """The adjoint of the key map after the step."""
    return Adjoint(key_map)(w) - step * FiniteSum(head, Adjoint(gradients[head])(query(w)))


def balance(queries, key):
    """The conserved matrix between u and v."""
    return FiniteSum(head, Dot(queries(u), queries(v))) - Dot(key(u), key(v))


THEOREM = Theorem(
    id="grouped_query_key_balance_conserved",
    number="8.4",
    hypotheses=(),
    claim=OrderOf(balance(moved_query, moved_key) - balance(query, Adjoint(key_map)), step, 2),
    steps=(Taylor(),),
    cites=("du2018", "liao2026"),
)
