"""Under strong balancing the collapse grows at least nearly at the rate |r|^2/(4 c).

Statement   |r|^2/(4 c) - |r|^4/(16 c^3) <= (sqrt(c^2 + |r|^2) - c)/2 for c > 0.
Form        With the upper bound: the rate is |r|^2/(4 c) up to the relative size |r|^2/(4 c^2).
Sources     fedus2022; liao2026
"""

from derivations.stability.growth_without_decay_le import fall
from derivations.stability.operations import growth, r, restoring
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import Norm
from svflow_math.engine.record.theorem import Theorem

square = Norm(r) ** 2

THEOREM = Theorem(
    id="growth_without_decay_ge",
    number="8.3",
    hypotheses=(),
    claim=Bound(square / (4 * restoring) - square**2 / (16 * restoring**3), growth),
    steps=(Certificate(fall**3 * (fall + 4 * restoring) / (16 * restoring**3)),),
    cites=("fedus2022", "liao2026"),
)
