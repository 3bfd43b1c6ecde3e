"""Heun's method is of second order.

Statement   The solution of y' = u(y) from x, less x + h/2 (k_1 + k_2) with k_1 = u(x), k_2 = u(x + h k_1), is O(h^3).
Form        For every smooth field of R^d; on the sphere the field is extended along rays, and the result projected.
Sources     hairer2006
"""

import sympy as sp

from derivations.euler.operations import flow, update
from derivations.vocabulary import h, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.methods import Tableau
from svflow_math.engine.record.theorem import Theorem

HEUN = Tableau(stages=((), (1,)), weights=(sp.Rational(1, 2), sp.Rational(1, 2)))
first = update(x)
second = update(x + h * first)
end = x + h / 2 * (first + second)

THEOREM = Theorem(
    id="heun_local_error",
    number="5.7",
    hypotheses=(),
    claim=OrderOf(flow(update) - end, h, 3),
    steps=(Taylor(),),
    cites=("hairer2006",),
)
