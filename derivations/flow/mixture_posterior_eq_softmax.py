"""The posterior of a von Mises-Fisher mixture is a softmax that holds no large number.

Statement   p(z|x) = softmax_z(log pi_z + log(C_d(kappa_z) e^(kappa_z)) + kappa_z (<mu_z, x> - 1)) for the mixture with
            the components vMF(x; mu_z, kappa_z) and the prior pi_z proportional to e^(pi_z).
Form        The log density of a component at its mean direction grows as log kappa only, and the rest is minus
            kappa |x - mu|^2/2: at any concentration the logits keep their digits where the posterior is not zero.
Sources     mardia2000; liao2026
"""

import sympy as sp

from derivations.flow.operations import (
    ARGUMENTS,
    LOG_JOINT,
    LOG_WEIGHT,
    Excess,
    LogPrior,
    Softmax,
    kappa_z,
    mu_z,
    vmf_posterior,
    words,
)
from derivations.vmf.operations import LogScaledNormalizer
from derivations.vocabulary import log_prior, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.terms import FiniteSum, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.mixture import MixtureBits, MixtureLaws

log_joint = LogPrior(log_prior[z]) + LogScaledNormalizer(kappa_z, d) + Excess(x, mu_z, kappa_z)

POSTERIOR = MixtureEmission(
    name="posterior",
    args=ARGUMENTS,
    value=vmf_posterior,
    log_weight=LOG_WEIGHT,
    returns=Softmax(LOG_JOINT),
    docs=words(
        summary="Exact posterior p(z|x) over the components.",
        returns="Laws over the components, shape (..., K).",
        example=">>> posterior(x, means, [2.0, 2.0]).round(4)\narray([0.8808, 0.1192])",
    ),
)

THEOREM = Theorem(
    id="mixture_posterior_eq_softmax",
    number="3.1",
    hypotheses=(),
    claim=Equal(vmf_posterior, sp.exp(log_joint) / FiniteSum(z, sp.exp(log_joint))),
    steps=(NormalForm(),),
    emits=(POSTERIOR,),
    checks=(MixtureBits(4, "posterior"), MixtureLaws()),
    cites=("mardia2000", "liao2026"),
)
