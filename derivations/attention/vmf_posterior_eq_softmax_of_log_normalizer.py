"""The exact posterior over the keys is a softmax whose logits carry the log normalisers.

Statement   The posterior of key j given N(y_q) in the mixture of the laws vMF(N(k_j), kappa_j) with prior proportional
            to e^(b_j) is softmax_j(b_j + log C_d(kappa_j) + tau <y_q, k_j>).
Form        No norm is divided by, so that a vanishing query or key needs no special case: its concentration is zero.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import concentration, normalized, posterior, rounding_of
from derivations.attention.streamed_softmax_eq_plain import KEYS_AND_QUERIES, OPTIONS, REFUSED
from derivations.vmf.operations import LogNormalizer, Normalizer
from derivations.vocabulary import bias, j, keys, n, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, PosteriorEmission
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.primitives import KeyNorm, ScaledInner, ScaledQueryNorm
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits
from svflow_math.engine.verify.heads import PosteriorAsComputedApart

k = keys[j].args[0]
exact = posterior(normalized(sp.exp(bias[j])))
kappa = sp.Symbol("kappa", nonnegative=True)

EXACT_POSTERIOR = PosteriorEmission(
    name="exact_posterior",
    args=(query, keys[j]),
    value=exact,
    index=j,
    lets=(Let(kappa, ScaledQueryNorm(tau, query) * KeyNorm(keys[j])),),
    log_likelihood=LogNormalizer(kappa) + ScaledInner(tau, query, keys[j]),
    log_prior=bias[j],
    prior="log_prior",
    precise=True,
    docs=Docs(
        summary="Posterior over the keys in the mixture of their von Mises-Fisher laws, normalisers included.",
        parameters={
            **KEYS_AND_QUERIES,
            "scale": OPTIONS["scale"],
            "log_prior": "Log prior up to a constant, broadcasts to (..., n_q, n_k); -inf takes a key out.",
            "mask": OPTIONS["mask"],
            "causal": OPTIONS["causal"],
        },
        returns="Posterior weights, shape (..., n_q, n_k); they sum to one over the keys.",
        raises=REFUSED,
        example=(
            ">>> exact_posterior([[1.0, 0.0]], [[1.0, 0.0], [-1.0, 0.0]], scale=1.0).round(4)\n"
            "array([[0.8808, 0.1192]])"
        ),
    ),
)

THEOREM = Theorem(
    id="vmf_posterior_eq_softmax_of_log_normalizer",
    number="6.1",
    hypotheses=(
        NonZero(query, witness={query: [0, 0], n: 2, j: 0, k: [[1, 0], [0, 1]]}),
        NonZero(keys[j], witness={query: [1, 0], n: 2, j: 0, k: [[0, 0], [0, 1]]}),
    ),
    claim=Equal(exact, normalized(sp.exp(bias[j] + sp.log(Normalizer(concentration)) + tau * Dot(query, keys[j])))),
    steps=(NormalForm(),),
    emits=(EXACT_POSTERIOR,),
    checks=(
        ArrayBits(2, "exact_posterior", condition=rounding_of(exact, sp.Abs(sp.log(Normalizer(concentration))))),
        PosteriorAsComputedApart(),
    ),
    cites=("liao2026",),
)
