"""The Fisher information of a von Mises-Fisher law for displacements.

Statement   E|kappa P_x mu|^2 = (d-1) kappa A_d(kappa).
Form        kappa^2 E[1 - s^2], by parts.
Sources     mardia2000
"""

from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa, mu, words
from derivations.vocabulary import Project
from svflow_math.engine.calculus.rules.integrals import IntegrateByParts
from svflow_math.engine.calculus.rules.spheres import Slicing
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ConcentrationEmission
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.slices import SliceIntegral
from svflow_math.engine.record.sphere_mean import SphereMean, point
from svflow_math.engine.record.terms import Dot, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.concentration import ConcentrationBits

score = kappa * Project(point, mu)

FISHER = ConcentrationEmission(
    name="fisher_information",
    args=(kappa,),
    value=(d - 1) * kappa * MeanResultantLength(kappa),
    docs=words(
        "Fisher information (d - 1) kappa A_d(kappa): the mean squared length of the Riemannian score.",
        returns="The information, at least 0",
        example=">>> float(fisher_information(100.0, 3))\n198.0",
    ),
)

THEOREM = Theorem(
    id="fisher_information_eq",
    number="2.5",
    hypotheses=(
        Unit(mu, witness={mu: [2, 0], kappa: 1}),
        Positive(d - 1, convenience=ONE_DIMENSION),
    ),
    claim=Equal(SphereMean(Dot(score, score), mu, kappa), (d - 1) * kappa * MeanResultantLength(kappa)),
    steps=(
        Slicing(),
        IntegrateByParts(1, kappa / SliceIntegral(1, kappa), kappa),
    ),
    emits=(FISHER,),
    checks=(ConcentrationBits("fisher_information", 3e-15, relative=True),),
    cites=("mardia2000",),
)
