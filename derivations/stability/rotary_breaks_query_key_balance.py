"""With the rotary embedding the matrix W_Q W_Q^T - W_K W_K^T is not conserved.

Statement   Let q and k' be rows of one plane with <q, x> > 0 and <k', y> > 0, the other rows q' = k = 0, and
            0 < phi < pi the angle between the positions. Descent on the logit moves |q|^2 - |k|^2 at twice the rate
            -<q, grad_q> = sin(phi) <q, x> <k', y> > 0.
Form        An entry of the matrix that is conserved without rotation. What q gains, q' or k' loses.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.operations import key_rows, plane_logit, query_rows
from derivations.vocabulary import phi, x, y
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between, Positive
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

q, k = query_rows[0], key_rows[1]
logit = plane_logit((Dot(q, x), sp.S.Zero), (sp.S.Zero, Dot(k, y)), phi)

THEOREM = Theorem(
    id="rotary_breaks_query_key_balance",
    number="8.4",
    hypotheses=(
        Positive(Dot(q, x), witness={q: [-1, 0], x: [1, 0], k: [1, 0], y: [1, 0], phi: 1}),
        Positive(Dot(k, y), witness={q: [1, 0], x: [1, 0], k: [-1, 0], y: [1, 0], phi: 1}),
        Between(
            phi,
            sp.S.Zero,
            sp.pi,
            open_low=True,
            open_high=True,
            witness={q: [1, 0], x: [1, 0], k: [1, 0], y: [1, 0], phi: -1},
        ),
    ),
    claim=Bound(sp.S.Zero, -Differential(logit, q, q), strict=True),
    steps=(Certificate(sp.sin(phi) * Dot(q, x) * Dot(k, y)),),
    cites=("liao2026",),
)
