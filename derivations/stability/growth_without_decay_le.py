"""Under strong balancing the collapse grows at most at the rate |r|^2/(4 c).

Statement   (sqrt(c^2 + |r|^2) - c)/2 <= |r|^2/(4 c) for c > 0.
Form        The upper of two bounds that meet for c well above |r|: a rate that falls as 1/c and no faster.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import growth, r, restoring
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

fall = Dot(r, r) / (sp.sqrt(restoring**2 + Norm(r) ** 2) + restoring)  # sqrt(c^2 + |r|^2) - c

THEOREM = Theorem(
    id="growth_without_decay_le",
    number="8.3",
    hypotheses=(),
    claim=Bound(growth, Norm(r) ** 2 / (4 * restoring)),
    steps=(Certificate(fall**2 / (4 * restoring)),),
    cites=("fedus2022", "liao2026"),
)
