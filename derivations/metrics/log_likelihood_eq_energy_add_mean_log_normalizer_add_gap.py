"""The log likelihood of a query is its energy, plus the mean log normaliser, plus the posterior gap.

Statement   log p = log sum_j e^(b_j + l_j) - log sum_j e^(b_j) + sum_j w_j log C_j + KL(w || p(.|x)), with the logits
            l_j = tau <y_q, k_j>, the normalisers C_j = C_d(kappa_j), the attention weights w and the exact posterior.
Form        An evidence bound with its gap: what a head computes is the bound. All metrics of a head follow from a few
            sums over its keys.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import concentration
from derivations.metrics.operations import (
    count,
    cumulant,
    energy,
    entropy,
    gap,
    log_likelihood,
    mean_log_normalizer,
    mean_logit,
    prior_mass,
)
from derivations.vmf.operations import Normalizer
from derivations.vocabulary import j, keys, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Docs, Field, Let
from svflow_math.engine.record.terms import FiniteSum, Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.heads import MetricsAsComputedApart

E, B, L, T, G, S, N, Q, Z = sp.symbols("E B L T G S N Q Z", real=True)
HANDED = (
    Let(E, energy),
    Let(B, prior_mass),
    Let(L, mean_logit),
    Let(T, mean_log_normalizer),
    Let(G, cumulant),
    Let(S, FiniteSum(j, Norm(keys[j]))),
    Let(N, count),
    Let(Q, tau * Norm(query)),
    Let(Z, sp.log(Normalizer(0))),
)
NAMES = ("energy", "prior", "mean_logit", "mean_tilt", "gap", "norms", "count", "scaled_query_norm", "uniform")

HEAD_METRICS = ArrayEmission(
    name="head_metrics",
    args=(query, keys[j]),
    value=log_likelihood,
    signature=(
        "q: ArrayLike",
        "k: ArrayLike",
        "*",
        "scale: float | None = None",
        "bias: ArrayLike | None = None",
        "mask: ArrayLike | None = None",
        "causal: bool = True",
        "sink: bool | None = True",
        "softcap: float | None = None",
    ),
    inputs="svflow_math.numerics.metrics_inputs.head_inputs",
    handed=HANDED,
    returns=E - B + T + G,
    spelled={let.symbol: f"inputs.{name}" for let, name in zip(HANDED, NAMES, strict=True)},
    result="HeadMetrics",
    fields=(
        Field("concentration", FiniteSum(j, concentration) / count, Q * S / N),
        Field("log_likelihood", log_likelihood, E - B + T + G),
        Field("relative_log_likelihood", log_likelihood - sp.log(Normalizer(0)), E - B + T + G - Z),
        Field("posterior_gap", gap, G),
        Field("entropy", entropy, E - L),
    ),
    docs=Docs(
        summary="Metrics of attention heads, read as mixtures on the sphere of the head, per query.",
        parameters={
            "q": "Queries, shape (..., n_q, d).",
            "k": "Keys, shape (..., n_k, d); leading axes broadcast, so grouped keys have an axis of length one.",
            "scale": "Positive factor tau of the logits; 1/sqrt(d) if None.",
            "bias": "Added to the logits, the log prior of keys, broadcasts to (..., n_q, n_k); -inf takes a key out.",
            "mask": "Boolean, broadcasts to (..., n_q, n_k); True where a query may attend.",
            "causal": "Whether query i sees only the keys j <= i + n_k - n_q.",
            "sink": "Whether key 0 counts, which takes much of the mass of many heads; without it the weights are "
            "normalised over the other keys. None: both, along a new first axis, with it first; at little more cost.",
            "softcap": "Bound c of the logits, as c tanh(logit/c); the gap is then of the capped weights.",
        },
        returns="HeadMetrics of arrays (..., n_q): the mean concentration of the keys that the query sees, log p(x) "
        "and the same relative to the uniform density, KL(weights || exact posterior), and the entropy of the weights.",
        raises="If shapes do not fit, a value is not finite, a logit overflows, or a query has no key.",
        notes="Streamed over blocks of queries, in the gauge of the queries, keys and scale given. float32 is computed "
        "in float32, with errors of about 1e-6 of the logits.",
        example=">>> head_metrics([[1.0, 0.0]], [[1.0, 0.0], [-1.0, 0.0]], scale=1.0).entropy.round(4)\n"
        "array([0.3653])",
    ),
)

THEOREM = Theorem(
    id="log_likelihood_eq_energy_add_mean_log_normalizer_add_gap",
    number="9.2",
    hypotheses=(),
    claim=Equal(log_likelihood, energy - prior_mass + mean_log_normalizer + gap),
    steps=(NormalForm(),),
    emits=(HEAD_METRICS,),
    checks=(MetricsAsComputedApart(),),
    cites=("liao2026",),
)
