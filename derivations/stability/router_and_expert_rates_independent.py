"""No law ties the norm of a router to the norms of its experts.

Statement   With rates R = g_0 g_1 <w_0 - w_1, x> <r, E_0 - E_1> of the router and S = <r, y> of the experts, compare
            the states (E_0, E_1) = (v, -v) and (v, v), both with the rows w and -w. If <w, x> > 0 and <r, v> > 0, then
            R S' - R' S = 4 g_0 g_1 <w, x> <r, v>^2 > 0.
Form        All norms are the same in both states, and the rates are independent: no function of the two norms whose
            gradient is not zero there is conserved.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.operations import r, router_gates
from derivations.vocabulary import v, w, x
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

gates = router_gates(w, -w)


def router_rate(own, other):
    """R, with the rows w and -w."""
    return gates[0] * gates[1] * Dot(2 * w, x) * (Dot(r, own) - Dot(r, other))


def expert_rate(own, other):
    """S, with the rows w and -w."""
    return Dot(r, gates[0] * own + gates[1] * other)


determinant = router_rate(v, -v) * expert_rate(v, v) - router_rate(v, v) * expert_rate(v, -v)

THEOREM = Theorem(
    id="router_and_expert_rates_independent",
    number="8.4",
    hypotheses=(
        Positive(Dot(w, x), witness={w: [-1, 0], x: [1, 0], r: [1, 0], v: [1, 0]}),
        Positive(Dot(r, v), convenience="the square of <r, v> counts: a negative one will do, zero will not"),
    ),
    claim=Bound(sp.S.Zero, determinant, strict=True),
    steps=(Certificate(4 * gates[0] * gates[1] * Dot(w, x) * Dot(r, v) ** 2),),
    cites=("liao2026",),
)
