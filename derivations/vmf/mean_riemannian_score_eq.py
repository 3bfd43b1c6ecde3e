"""The mean Riemannian score of a von Mises-Fisher law.

Statement   E[kappa P_x mu] = (d-1) A_d(kappa) mu.
Form        Stein's identity with the mean A mu: the score has mean zero only where the space is flat.
Sources     mardia2000
"""

from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa, mu
from derivations.vocabulary import Project
from svflow_math.engine.calculus.rules.algebra import TEST
from svflow_math.engine.calculus.rules.integrals import IntegrateByParts
from svflow_math.engine.calculus.rules.spheres import Slicing
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.slices import SliceIntegral
from svflow_math.engine.record.sphere_mean import SphereMean, point
from svflow_math.engine.record.terms import Dot, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mean_riemannian_score_eq",
    number="2.5",
    hypotheses=(
        Unit(mu, witness={mu: [2, 0], kappa: 1}),
        Positive(d - 1, convenience=ONE_DIMENSION),
    ),
    claim=Equal(SphereMean(kappa * Project(point, mu), mu, kappa), (d - 1) * MeanResultantLength(kappa) * mu),
    steps=(
        Slicing(),
        IntegrateByParts(1, Dot(mu, TEST) / SliceIntegral(1, kappa), kappa),
    ),
    cites=("mardia2000",),
)
