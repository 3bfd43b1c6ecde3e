"""A gated unit takes every value: its negative mass has no bound.

Statement   For a > 0 and every number s: SiLU(a) b = s with b = s (1 + e^-a)/a.
Form        The activation SiLU(a_z) b_z of SwiGLU is bounded by nothing from below, even where its gate is positive.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import Silu, a
from derivations.vocabulary import s
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="gated_activation_unbounded",
    number="7.3",
    hypotheses=(Positive(a, witness={a: 0, s: 1}),),
    claim=Equal(Silu(a) * (s * (1 + sp.exp(-a)) / a), s),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
