"""The rate of log p along a flow.

Statement   d/dt log p(x_t) = <grad log p(x), v> for dx/dt = v.
Form        With the exact posterior v = grad log p, and the rate is |grad log p|^2.
Sources     liao2026
"""

from derivations.flow.operations import field, log_density, mean_score
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="log_density_rate_eq",
    number="3.5",
    hypotheses=(),
    claim=Equal(Differential(log_density(x), x, field), Dot(mean_score(x), field)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
