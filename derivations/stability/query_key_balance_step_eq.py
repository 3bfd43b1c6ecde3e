"""Gradient flow of attention conserves W_Q W_Q^T - W_K W_K^T; a step of descent changes it by the square of its length.

Statement   For a loss that depends on W_Q and W_K through W_Q^T W_K, with gradient G in it: after the step W_Q - t W_K
            G^T, W_K - t W_Q G the pairing <(W_Q W_Q^T - W_K W_K^T) u, v> has changed by exactly t^2 (<G W_K^T u, G
            W_K^T v> - <G^T W_Q^T u, G^T W_Q^T v>), for all u and v.
Form        Nothing of first order in t: gradient flow keeps the matrix, for any loss. Queries and keys balance each
            other.
Sources     du2018; liao2026
"""

from derivations.stability.operations import G, gram_difference, moved_key, moved_query, step
from derivations.vocabulary import key_map, query_map, u, v
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Adjoint
from svflow_math.engine.record.theorem import Theorem

before = gram_difference(Adjoint(query_map), Adjoint(key_map), u, v)
after = gram_difference(moved_query, moved_key, u, v)
drift = gram_difference(lambda w: G(Adjoint(key_map)(w)), lambda w: Adjoint(G)(Adjoint(query_map)(w)), u, v)

THEOREM = Theorem(
    id="query_key_balance_step_eq",
    number="8.4",
    hypotheses=(),
    claim=Equal(after - before, step**2 * drift),
    steps=(NormalForm(),),
    cites=("du2018", "liao2026"),
)
