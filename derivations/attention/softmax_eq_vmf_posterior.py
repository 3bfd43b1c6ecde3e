"""Softmax attention is the posterior of a von Mises-Fisher mixture over the keys.

Statement   softmax_j(tau <y_q, k_j> + b_j) is the posterior of key j given N(y_q) in the mixture of the laws
            vMF(N(k_j), kappa_j) with prior proportional to e^(b_j)/C_d(kappa_j).
Form        For all keys, whatever their norms; the prior depends on |y_q| unless the concentrations are equal.
Sources     liao2026
"""

from derivations.attention.operations import posterior, prior_with_normalizer, rounding_of, softmax
from derivations.attention.streamed_softmax_eq_plain import KEYS_AND_QUERIES, OPTIONS, REFUSED
from derivations.vocabulary import bias, j, keys, n, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.emit.posterior import SOFTCAP
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, PosteriorEmission
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.primitives import ScaledInner, SoftCap
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits

k = keys[j].args[0]

WEIGHTS = PosteriorEmission(
    name="weights",
    args=(query, keys[j]),
    value=softmax,
    index=j,
    log_likelihood=SoftCap(ScaledInner(tau, query, keys[j]), SOFTCAP),
    log_prior=bias[j],
    softcap=True,
    docs=Docs(
        summary="Softmax attention weights.",
        parameters={**KEYS_AND_QUERIES, **OPTIONS},
        returns="Weights, shape (..., n_q, n_k); they sum to one over the keys.",
        raises=REFUSED,
        example=(">>> weights([[1.0, 0.0]], [[1.0, 0.0], [-1.0, 0.0]], scale=1.0).round(4)\narray([[0.8808, 0.1192]])"),
    ),
)

THEOREM = Theorem(
    id="softmax_eq_vmf_posterior",
    number="6.1",
    hypotheses=(
        NonZero(query, witness={query: [0, 0], n: 2, j: 0, k: [[1, 0], [0, 1]]}),
        NonZero(keys[j], witness={query: [1, 0], n: 2, j: 0, k: [[0, 0], [0, 1]]}),
    ),
    claim=Equal(softmax, posterior(prior_with_normalizer)),
    steps=(NormalForm(),),
    emits=(WEIGHTS,),
    checks=(ArrayBits(2, "weights", condition=rounding_of(softmax)),),
    cites=("liao2026",),
)
