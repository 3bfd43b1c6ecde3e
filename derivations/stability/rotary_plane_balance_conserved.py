"""With the rotary embedding, gradient flow conserves one number per plane.

Statement   Let q, q' be the rows of W_Q and k, k' those of W_K in one plane, and phi_j the angle between the positions
            of pair j. For any smooth loss of the logits: <q, grad_q L> + <q', grad_(q') L> = <k, grad_k L> + <k',
            grad_(k') L>.
Form        So |q|^2 + |q'|^2 - |k|^2 - |k'|^2 is conserved. A logit is of degree one in both pairs of rows, and a
            rotation mixes the rows of a pair only; other planes enter by o_j.
Sources     du2018; liao2026
"""

from derivations.stability.operations import (
    angles,
    key_rows,
    key_tokens,
    loss,
    of_logits,
    others,
    plane_logit,
    query_rows,
)
from derivations.vocabulary import j, points
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

query = tuple(Dot(row, points[j]) for row in query_rows)
key = tuple(Dot(row, key_tokens[j]) for row in key_rows)
logit = plane_logit(query, key, angles[j]) + others[j]
seen = loss(of_logits(logit))
queries, keys = (sum(Differential(seen, row, row) for row in rows) for rows in (query_rows, key_rows))

THEOREM = Theorem(
    id="rotary_plane_balance_conserved",
    number="8.4",
    hypotheses=(),
    claim=Equal(queries, keys),
    steps=(NormalForm(),),
    cites=("du2018", "liao2026"),
)
