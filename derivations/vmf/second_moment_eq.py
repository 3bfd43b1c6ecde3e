"""The second moment of a von Mises-Fisher law.

Statement   E[<u, x> x] = (A/kappa) u + (1 - d A/kappa) <mu, u> mu for every u, with A = A_d(kappa).
Form        The matrix E[x x^T] applied to u; across the axis it is E[1 - s^2]/(d-1), by parts A/kappa.
Sources     mardia2000
"""

from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa, mu
from derivations.vocabulary import u
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.integrals import MomentRecurrence
from svflow_math.engine.calculus.rules.spheres import Slicing
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.sphere_mean import SphereMean, point
from svflow_math.engine.record.terms import Dot, d
from svflow_math.engine.record.theorem import Theorem

ratio = MeanResultantLength(kappa) / kappa

THEOREM = Theorem(
    id="second_moment_eq",
    number="2.4",
    hypotheses=(
        Unit(mu, witness={mu: [2, 0], kappa: 1, u: [1, 0]}),
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, witness={kappa: 0, mu: [1, 0], u: [0, 1]}),
    ),
    claim=Equal(SphereMean(Dot(u, point) * point, mu, kappa), ratio * u + (1 - d * ratio) * Dot(mu, u) * mu),
    steps=(
        Slicing(),
        MomentRecurrence(kappa),
        NormalForm(),
    ),
    cites=("mardia2000",),
)
