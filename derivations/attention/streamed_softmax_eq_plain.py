"""Softmax attention may be computed tile by tile, with a shift per tile.

Statement   Split the keys into two tiles with logits g_i and h_l, and let m, m', M be any numbers. From the masses and
            weighted sums of the tiles, taken with exp(g_i - m) and exp(h_l - m'), the factors e^(m - M) and e^(m' - M)
            recover the attention over all keys.
Form        With m the largest logit of a tile and M = max(m, m') no exponential overflows, and no array over all pairs
            of queries and keys is needed. For one tile it is the shift invariance of softmax.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import rounding_of, softmax
from derivations.vocabulary import bias, j, keys, query, tau, values
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.emit.posterior import SOFTCAP
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, PosteriorEmission
from svflow_math.engine.record.primitives import ScaledInner, SoftCap
from svflow_math.engine.record.terms import FiniteSum, Index, Norm, ScalarFamily, VectorFamily
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits
from svflow_math.engine.verify.heads import AttendsAsRecorded

first, second = (Index(name, sp.Symbol(size, integer=True, positive=True)) for name, size in (("i", "n"), ("l", "p")))
g, h = ScalarFamily("g"), ScalarFamily("h")
u, v = VectorFamily("u"), VectorFamily("v")
m, other, top = sp.symbols("m m' M", real=True)

mass = FiniteSum(first, sp.exp(g[first] - m))
total = FiniteSum(first, sp.exp(g[first] - m) * u[first])
other_mass = FiniteSum(second, sp.exp(h[second] - other))
other_total = FiniteSum(second, sp.exp(h[second] - other) * v[second])
fade, other_fade = sp.exp(m - top), sp.exp(other - top)
streamed = (fade * total + other_fade * other_total) / (fade * mass + other_fade * other_mass)

plain_mass = FiniteSum(first, sp.exp(g[first])) + FiniteSum(second, sp.exp(h[second]))
plain = (FiniteSum(first, sp.exp(g[first]) * u[first]) + FiniteSum(second, sp.exp(h[second]) * v[second])) / plain_mass

KEYS_AND_QUERIES = {
    "q": "Queries, shape (..., n_q, d).",
    "k": "Keys, shape (..., n_k, d); leading axes broadcast, so grouped keys have an axis of length one.",
}
OPTIONS = {
    "scale": "Positive factor tau of the logits; 1/sqrt(d) if None.",
    "bias": "Added to the logits, broadcasts to (..., n_q, n_k); -inf takes a key out of the support.",
    "mask": "Boolean, broadcasts to (..., n_q, n_k); True where a query may attend.",
    "causal": "Whether query i sees only the keys j <= i + n_k - n_q.",
    "softcap": "Bound c of the logits, as c tanh(logit/c); none if None.",
}
REFUSED = "If shapes do not fit, a value is not finite, a logit overflows, or a query has no key to attend to."

ATTEND = PosteriorEmission(
    name="attend",
    args=(query, keys[j], values[j]),
    value=FiniteSum(j, softmax * values[j]),
    index=j,
    log_likelihood=SoftCap(ScaledInner(tau, query, keys[j]), SOFTCAP),
    log_prior=bias[j],
    values=values[j],
    softcap=True,
    docs=Docs(
        summary="Softmax attention, tile by tile: the mean of the values under the weights of each query.",
        parameters={**KEYS_AND_QUERIES, "v": "Values, shape (..., n_k, d_v).", **OPTIONS},
        returns="Means of the values, shape (..., n_q, d_v).",
        raises=REFUSED,
        example=(">>> attend([[1.0, 0.0]], [[1.0, 0.0], [1.0, 0.0]], [[2.0], [4.0]])\narray([[3.]])"),
        notes="A query that may attend to no key is an error here; other libraries return zeros or NaN.",
    ),
)

THEOREM = Theorem(
    id="streamed_softmax_eq_plain",
    number="6.7",
    hypotheses=(),
    claim=Equal(streamed, plain),
    steps=(NormalForm(),),
    emits=(ATTEND,),
    checks=(
        ArrayBits(2, "attend", condition=FiniteSum(j, rounding_of(softmax) * Norm(values[j]))),
        AttendsAsRecorded(),
    ),
    cites=("liao2026",),
)
