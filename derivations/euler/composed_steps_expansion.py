"""Two steps, one after the other, to second order.

Statement   z = x + h (a + b) + h^2 (A/2 + B/2 + Db a) + O(h^3), everything taken at x, for y = x + h a(x) + h^2/2 A(x)
            + h^3 r and z = y + h b(y) + h^2/2 B(y) + h^3 s, a, b, A, B smooth fields, r and s what the
            steps leave over.
Form        Whatever the two steps are: their order enters by Db a alone.
Sources     hairer2006
"""

import sympy as sp

from derivations.euler.operations import first_field, second_field, update
from derivations.vocabulary import h, v, w, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

first_bend, second_bend = sp.symbols("A B")
left_over, then_left_over = v, w

a, b, A, B = (update(x, name) for name in (first_field, second_field, first_bend, second_bend))
y = x + h * a + h**2 / 2 * A + h**3 * left_over
z = y + h * update(y, second_field) + h**2 / 2 * update(y, second_bend) + h**3 * then_left_over

THEOREM = Theorem(
    id="composed_steps_expansion",
    number="5.6",
    hypotheses=(),
    claim=OrderOf(z - x - h * (a + b) - h**2 * (A / 2 + B / 2 + Differential(b, x, a)), h, 3),
    steps=(Taylor(),),
    cites=("hairer2006",),
)
