"""log p is the evidence lower bound plus the divergence from the posterior.

Statement   log p(x) = E_q[log p(x, z)] + H(q) + KL(q | p(.|x)) for every law q << p(.|x).
Form        z runs over the components of positive prior weight, so that q << p(.|x) says that q is a law on them. The
            log joints f_z(x) are any numbers.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import (
    ARGUMENTS,
    LOG_JOINT,
    LOG_WEIGHT,
    OFF_SUPPORT,
    MeanLogRatio,
    divergence,
    elbo,
    kappa_z,
    log_joint,
    mu_z,
    prior,
    q,
    smooth_posterior,
    words,
)
from derivations.vmf.operations import Normalizer
from derivations.vocabulary import K, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.mixture import MixtureBits, MixtureLaws

log_density = sp.log(FiniteSum(z, sp.exp(log_joint(x))))

ELBO = MixtureEmission(
    name="elbo",
    args=(*ARGUMENTS, q),
    value=elbo(sp.log(prior) + sp.log(Normalizer(kappa_z)) + kappa_z * Dot(mu_z, x)),
    log_weight=LOG_WEIGHT,
    law=q,
    given="required",
    supported=True,
    returns=MeanLogRatio(q, LOG_JOINT),
    docs=words(
        summary="Evidence lower bound E_q[log p(x, z)] + H(q), at most log p(x).",
        returns="Bounds, shape (...).",
        example=">>> elbo(x, means, [2.0, 2.0], [0.5, 0.5]).round(4)\nnp.float64(-1.6619)",
        given="required",
        refused=OFF_SUPPORT,
    ),
)

THEOREM = Theorem(
    id="log_density_eq_elbo_add_divergence",
    number="3.3",
    hypotheses=(Law(q, z, witness={K: 2, sp.Symbol("q"): [0.25, 0.25], x: [0, 0]}),),
    claim=Equal(log_density, elbo(log_joint(x)) + divergence(q, smooth_posterior(x))),
    steps=(NormalForm(),),
    emits=(ELBO,),
    checks=(MixtureBits(4, "elbo"), MixtureLaws()),
    cites=("liao2026",),
)
