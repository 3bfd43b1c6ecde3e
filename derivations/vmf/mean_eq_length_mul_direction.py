"""The mean of a von Mises-Fisher law.

Statement   E[x] = A_d(kappa) mu.
Form        By slices the mean over each circle of latitude is s mu.
Sources     mardia2000
"""

from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa, mu
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.spheres import Slicing
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.sphere_mean import SphereMean, point
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mean_eq_length_mul_direction",
    number="2.4",
    hypotheses=(
        Unit(mu, witness={mu: [2, 0], kappa: 1}),
        Positive(d - 1, convenience=ONE_DIMENSION),
    ),
    claim=Equal(SphereMean(point, mu, kappa), MeanResultantLength(kappa) * mu),
    steps=(
        Slicing(),
        NormalForm(),
    ),
    cites=("mardia2000",),
)
