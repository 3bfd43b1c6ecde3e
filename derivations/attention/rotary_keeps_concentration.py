"""The rotary embedding keeps the concentrations: they are free of the positions.

Statement   tau |R_s x| |R_t y| = tau |x| |y| for a query x at position s and a key y at position t.
Form        A rotation keeps norms, and the concentration is made of norms: positions turn the mean directions and do
            nothing else.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import inner, turned
from derivations.attention.rotary_inner_product_eq_relative import frequency, s, t, x, y
from derivations.vocabulary import tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem


def concentration(query, key):
    """tau |query| |key|, norms from the coordinates in the planes."""
    return tau * sp.sqrt(inner(query, query)) * sp.sqrt(inner(key, key))


THEOREM = Theorem(
    id="rotary_keeps_concentration",
    number="6.5",
    hypotheses=(),
    claim=Equal(concentration(turned(x, s * frequency), turned(y, t * frequency)), concentration(x, y)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
