"""Balancing alone does not stop the collapse.

Statement   0 < (sqrt(c^2 + |r|^2) - c)/2 for r != 0: the larger eigenvalue without decay, for every restoring rate.
Form        As a quotient |r|^2/(2 (sqrt(c^2 + |r|^2) + c)), in which nothing cancels.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import growth, r, restoring
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="growth_without_decay_pos",
    number="8.3",
    hypotheses=(NonZero(r, witness={r: [0, 0], restoring: 1}),),
    claim=Bound(sp.S.Zero, growth, strict=True),
    steps=(Certificate(Dot(r, r) / (2 * (sp.sqrt(restoring**2 + Norm(r) ** 2) + restoring))),),
    cites=("fedus2022", "liao2026"),
)
