"""Balancing slows the collapse.

Statement   (sqrt(c^2 + |r|^2) - c)/2 < |r|/2 for c > 0 and r != 0.
Form        Less than the rate of two experts left alone.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import growth, r, restoring
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Norm
from svflow_math.engine.record.theorem import Theorem

size = Norm(r)

THEOREM = Theorem(
    id="growth_without_decay_lt_half",
    number="8.3",
    hypotheses=(NonZero(r, witness={r: [0, 0], restoring: 1}),),
    claim=Bound(growth, size / 2, strict=True),
    steps=(Certificate(restoring * size / (size + restoring + sp.sqrt(restoring**2 + size**2))),),
    cites=("fedus2022", "liao2026"),
)
