"""The divergence of two laws is a sum of terms that are not negative.

Statement   KL(q | p) = sum_z (q_z log(q_z/p_z) - q_z + p_z) for laws q and p > 0.
Form        Each term vanishes to second order where q_z = p_z: nothing cancels between the terms. The gap
            log p(x) - ELBO(q, x) of a posterior that is nearly exact keeps its digits in this form alone.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import (
    ARGUMENTS,
    LOG_JOINT,
    LOG_WEIGHT,
    OFF_SUPPORT,
    DivergenceFromSoftmax,
    NegativeEntropy,
    divergence,
    p,
    q,
    vmf_posterior,
    words,
)
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.hypothesis import Law, Positive
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.mixture import MixtureBits, MixtureLaws

q_, p_ = sp.symbols("q p")

POSTERIOR_GAP = MixtureEmission(
    name="posterior_gap",
    args=(*ARGUMENTS, q),
    value=divergence(q, vmf_posterior),
    log_weight=LOG_WEIGHT,
    law=q,
    given="required",
    supported=True,
    returns=DivergenceFromSoftmax(q, LOG_JOINT),
    docs=words(
        summary="Divergence KL(q | p(.|x)) of a variational posterior from the exact one: log p(x) less the ELBO.",
        returns="Divergences, at least 0, shape (...).",
        example=">>> posterior_gap(x, means, [2.0, 2.0], [0.5, 0.5]).round(4)\nnp.float64(0.4338)",
        given="required",
        refused=OFF_SUPPORT,
    ),
)

THEOREM = Theorem(
    id="divergence_eq_sum_of_nonneg",
    number="3.3",
    hypotheses=(
        Law(q, z, witness={K: 1, q_: [0.5], p_: [1]}),
        Law(p, z, witness={K: 1, q_: [1], p_: [2]}),
        Positive(p, witness={K: 2, q_: [0.5, 0.5], p_: [1, 0]}),
    ),
    claim=Equal(divergence(q, p), FiniteSum(z, NegativeEntropy(q) - q * sp.log(p) - q + p)),
    steps=(NormalForm(),),
    emits=(POSTERIOR_GAP,),
    checks=(MixtureBits(4, "posterior_gap"), MixtureLaws()),
    cites=("liao2026",),
)
