"""With two components the bound on the gap is an equality.

Statement   |q a + (1 - q) w - (p a + (1 - p) w)| = |a - w| |q - p| for all vectors a, w and numbers q, p.
Form        |a - w| is the diameter of two scores and |q - p| the total variation of two laws on them.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import a, w
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Norm
from svflow_math.engine.record.theorem import Theorem

q, p = sp.symbols("q p", real=True)

THEOREM = Theorem(
    id="two_component_gap_eq",
    number="3.4",
    hypotheses=(),
    claim=Equal(Norm(q * a + (1 - q) * w - (p * a + (1 - p) * w)), Norm(a - w) * sp.Abs(q - p)),
    steps=(NormalForm(roots=(Norm(a - w) * sp.Abs(q - p),)),),
    cites=("liao2026",),
)
