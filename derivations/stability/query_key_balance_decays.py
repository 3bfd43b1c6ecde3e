"""With weight decay lambda the conserved matrix of queries and keys falls as e^(-2 lambda t).

Statement   After a step of length t with velocities -W_K G^T - lambda W_Q and -W_Q G - lambda W_K, the pairing of W_Q
            W_Q^T - W_K W_K^T with u and v, times e^(2 lambda t), has changed by O(t^2).
Form        So e^(2 lambda t) times the matrix is conserved by the flow: decay makes queries and keys of any start
            balanced.
Sources     du2018; liao2026
"""

import sympy as sp

from derivations.stability.operations import any_decay, gram_difference, moved_key, moved_query, step
from derivations.vocabulary import key_map, query_map, u, v
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.terms import Adjoint
from svflow_math.engine.record.theorem import Theorem

before = gram_difference(Adjoint(query_map), Adjoint(key_map), u, v)
after = gram_difference(lambda w: moved_query(w, any_decay), lambda w: moved_key(w, any_decay), u, v)

THEOREM = Theorem(
    id="query_key_balance_decays",
    number="8.4",
    hypotheses=(),
    claim=OrderOf(sp.exp(2 * any_decay * step) * after - before, step, 2),
    steps=(Taylor(),),
    cites=("du2018", "liao2026"),
)
