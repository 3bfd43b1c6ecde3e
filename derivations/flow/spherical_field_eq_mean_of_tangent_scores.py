"""The spherical flow of a von Mises-Fisher mixture moves along the mean of the scores on the sphere.

Statement   P_x E_q[kappa_z mu_z] = E_q[kappa_z P_x mu_z] for every law q over the components.
Form        dx/dt = P_x E_q[s_z]: the tangent part of the mean, or the mean of the tangent parts. The second shows where
            digits are lost in the first: where the mean is along x.
Sources     liao2026
"""

from derivations.flow.operations import (
    ARGUMENTS,
    LOG_JOINT,
    LOG_WEIGHT,
    Softmax,
    TangentScore,
    kappa_z,
    mu_z,
    q,
    vmf_posterior,
    words,
)
from derivations.vocabulary import Project, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.mixture import MixtureBits, MixtureLaws, TangentOracle

VELOCITY = MixtureEmission(
    name="velocity",
    args=(*ARGUMENTS, q),
    value=Project(x, FiniteSum(z, q * kappa_z * mu_z)),
    log_weight=LOG_WEIGHT,
    law=q,
    given="optional",
    exact=Softmax(LOG_JOINT),
    posterior=vmf_posterior,
    returns=TangentScore(q),
    docs=words(
        summary="Velocity P_x E_q[kappa_z mu_z] of the spherical flow; for the exact posterior P_x grad log p.",
        returns="Tangent vectors at x, shape (..., d).",
        example=">>> velocity(x, means, [2.0, 2.0]).round(4)\narray([0.    , 0.2384])",
        given="optional",
    ),
)

THEOREM = Theorem(
    id="spherical_field_eq_mean_of_tangent_scores",
    number="3.6",
    hypotheses=(),
    claim=Equal(Project(x, FiniteSum(z, q * kappa_z * mu_z)), FiniteSum(z, q * kappa_z * Project(x, mu_z))),
    steps=(NormalForm(),),
    emits=(VELOCITY,),
    checks=(MixtureBits(4, "velocity"), MixtureLaws(), TangentOracle()),
    cites=("liao2026",),
)
