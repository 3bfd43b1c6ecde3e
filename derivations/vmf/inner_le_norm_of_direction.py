"""The best mean direction is that of the sum of the data.

Statement   kappa <mu, v> <= kappa |v| for every unit mu, with v the mean of the data: attained at mu = v / |v|.
Form        Only this term of the log likelihood contains mu. For v = 0 every direction is as good.
Sources     mardia2000
"""

from derivations.vmf.operations import kappa, mu
from derivations.vocabulary import v
from svflow_math.engine.calculus.rules.bounds import CauchySchwarz, Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="inner_le_norm_of_direction",
    number="2.7",
    hypotheses=(Unit(mu, witness={mu: [2, 0], v: [1, 0], kappa: 1}),),
    claim=Bound(kappa * Dot(mu, v), kappa * Norm(v)),
    steps=(
        CauchySchwarz(mu, v),
        Certificate(kappa * (Norm(mu) * Norm(v) - Dot(mu, v))),
    ),
    cites=("mardia2000",),
)
