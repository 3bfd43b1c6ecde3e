"""The divergence of the flow with the exact posterior is the tangential covariance less a curvature term.

Statement   div_S(P_x g) = E|P_x(s_z - g)|^2 - (d - 1) <x, g> for |x| = 1, with g = grad log p = E[s_z], the means
            those of the exact posterior.
Form        The first term is tr(P_x H), H the Hessian of log p, as a mean of squares: nothing cancels in it. For
            another q the derivative of q enters.
Sources     liao2026
"""

from derivations.flow.operations import (
    ARGUMENTS,
    LOG_JOINT,
    LOG_WEIGHT,
    Along,
    MeanScore,
    Softmax,
    TangentialSpread,
    joint,
    kappa_z,
    mean_score,
    mu_z,
    posterior,
    q,
    vmf_posterior,
    words,
)
from derivations.vocabulary import Project, scores, u, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum, Trace, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.mixture import MixtureBits, MixtureLaws

g = mean_score(x)
field = FiniteSum(z, joint(x) * scores[z]) / FiniteSum(z, joint(x))

mean = FiniteSum(z, q * kappa_z * mu_z)
gap = kappa_z * mu_z - mean

DIVERGENCE = MixtureEmission(
    name="divergence",
    args=ARGUMENTS,
    value=FiniteSum(z, q * Dot(Project(x, gap), gap)) - (d - 1) * Dot(x, mean),
    log_weight=LOG_WEIGHT,
    law=q,
    exact=Softmax(LOG_JOINT),
    posterior=vmf_posterior,
    returns=TangentialSpread(q) - (d - 1) * Along(MeanScore(q)),
    docs=words(
        summary="Divergence on the sphere of the flow with the exact posterior: the Laplacian of log p.",
        returns="Divergences, shape (...).",
        example=">>> divergence(x, means, [2.0, 2.0]).round(4)\nnp.float64(-1.3416)",
        notes="Along the flow d/dt log rho_t(x_t) is minus this.",
    ),
)

THEOREM = Theorem(
    id="exact_posterior_divergence_eq",
    number="3.8",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=Equal(
        Trace(Project(x, Differential(Project(x, field), x, Project(x, u))), u),
        FiniteSum(z, posterior(x) * Dot(Project(x, scores[z] - g), scores[z] - g)) - (d - 1) * Dot(x, g),
    ),
    steps=(NormalForm(),),
    emits=(DIVERGENCE,),
    checks=(MixtureBits(4, "divergence"), MixtureLaws()),
    cites=("liao2026",),
)
