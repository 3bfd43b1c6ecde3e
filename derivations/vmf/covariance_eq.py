"""The covariance of a von Mises-Fisher law.

Statement   E[<u, x> x] - <u, E[x]> E[x] = (A/kappa) P_mu u + A' <mu, u> mu for every u, with A = A_d(kappa).
Form        Eigenvalue A' along mu, A/kappa across: the two curvatures of -log C_d as a function of kappa mu.
Sources     mardia2000
"""

from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa, mu
from derivations.vocabulary import Project, u
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.integrals import MomentRecurrence
from svflow_math.engine.calculus.rules.spheres import Slicing
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.sphere_mean import SphereMean, point
from svflow_math.engine.record.terms import Differential, Dot, d
from svflow_math.engine.record.theorem import Theorem

length = MeanResultantLength(kappa)
mean = SphereMean(point, mu, kappa)

THEOREM = Theorem(
    id="covariance_eq",
    number="2.4",
    hypotheses=(
        Unit(mu, witness={mu: [2, 0], kappa: 1, u: [1, 0]}),
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, witness={kappa: 0, mu: [1, 0], u: [0, 1]}),
    ),
    claim=Equal(
        SphereMean(Dot(u, point) * point, mu, kappa) - Dot(u, mean) * mean,
        length / kappa * Project(mu, u) + Differential(length, kappa, 1) * Dot(mu, u) * mu,
    ),
    steps=(
        Slicing(),
        MomentRecurrence(kappa),
        NormalForm(),
    ),
    cites=("mardia2000",),
)
