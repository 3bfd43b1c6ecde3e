"""The log density of a von Mises-Fisher mixture, summed without large numbers.

Statement   log sum_z pi_z vMF(x; mu_z, kappa_z) is the logarithm of the sum over z of
            e^(log pi_z + log(C_d(kappa_z) e^(kappa_z)) + kappa_z (<mu_z, x> - 1)).
Form        The logits of the posterior, so that both come from one sum.
Sources     mardia2000; liao2026
"""

import sympy as sp

from derivations.flow.mixture_posterior_eq_softmax import log_joint
from derivations.flow.operations import ARGUMENTS, LOG_JOINT, LOG_WEIGHT, LogSumExp, evidence, words
from derivations.vocabulary import z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.mixture import MixtureBits, MixtureLaws

LOG_DENSITY = MixtureEmission(
    name="log_density",
    args=ARGUMENTS,
    value=sp.log(evidence),
    log_weight=LOG_WEIGHT,
    returns=LogSumExp(LOG_JOINT),
    docs=words(
        summary="Log density log p(x) of a von Mises-Fisher mixture, for surface measure on the sphere.",
        returns="Log densities, shape (...).",
        example=">>> log_density(x, means, [2.0, 2.0]).round(4)\nnp.float64(-1.2281)",
    ),
)

THEOREM = Theorem(
    id="mixture_log_density_eq_log_sum_exp",
    number="3.1",
    hypotheses=(),
    claim=Equal(sp.log(evidence), sp.log(FiniteSum(z, sp.exp(log_joint)))),
    steps=(NormalForm(),),
    emits=(LOG_DENSITY,),
    checks=(MixtureBits(4, "log_density"), MixtureLaws()),
    cites=("mardia2000", "liao2026"),
)
