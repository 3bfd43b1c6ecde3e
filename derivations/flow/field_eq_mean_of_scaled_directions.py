"""The field of the flow of a von Mises-Fisher mixture is the mean of the scaled directions.

Statement   E_q[grad_x log vMF(x; mu_z, kappa_z)] = E_q[kappa_z mu_z] for every law q over the components.
Form        Score-based variational flow, dx/dt = E_(q(z|x))[grad_x log p(x|z)], in its ambient form: linear in q, with
            values that do not depend on x. For the exact posterior it is the score of the mixture.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import (
    ARGUMENTS,
    LOG_JOINT,
    LOG_WEIGHT,
    MeanScore,
    Softmax,
    component_density,
    kappa_z,
    mu_z,
    q,
    vmf_posterior,
    words,
)
from derivations.vocabulary import x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.terms import FiniteSum, Gradient
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.mixture import MixtureBits, MixtureLaws

SCORE = MixtureEmission(
    name="score",
    args=(*ARGUMENTS, q),
    value=FiniteSum(z, q * kappa_z * mu_z),
    log_weight=LOG_WEIGHT,
    law=q,
    given="optional",
    exact=Softmax(LOG_JOINT),
    posterior=vmf_posterior,
    returns=MeanScore(q),
    docs=words(
        summary="Field E_q[kappa_z mu_z] of the flow in the ambient space; with the exact posterior grad log p(x).",
        returns="Vectors, shape (..., d).",
        example=">>> score(x, means, [2.0, 2.0]).round(4)\narray([1.7616, 0.2384])",
        given="optional",
    ),
)

THEOREM = Theorem(
    id="field_eq_mean_of_scaled_directions",
    number="3.1",
    hypotheses=(),
    claim=Equal(FiniteSum(z, q * Gradient(sp.log(component_density), x)), FiniteSum(z, q * kappa_z * mu_z)),
    steps=(NormalForm(),),
    emits=(SCORE,),
    checks=(MixtureBits(4, "score"), MixtureLaws()),
    cites=("liao2026",),
)
