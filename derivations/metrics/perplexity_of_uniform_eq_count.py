"""The perplexity of uniform predictions is the number of choices.

Statement   exp(-(1/n) sum_j log p_j) = m for p_j = 1/m, m > 0, at every one of n tokens.
Form        Perplexity is the inverse geometric mean of the probabilities given to what came.
Sources     liao2026
"""

import sympy as sp

from derivations.metrics.operations import count
from derivations.vocabulary import j
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Docs
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.terms import FiniteSum, ScalarFamily
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits

choices = sp.Symbol("m", positive=True)
log_prob = ScalarFamily("l")[j]


def perplexity(log_probability: sp.Expr) -> sp.Expr:
    """The inverse geometric mean of probabilities."""
    return sp.exp(-FiniteSum(j, log_probability) / count)


PERPLEXITY = ArrayEmission(
    name="perplexity",
    args=(log_prob,),
    value=perplexity(log_prob),
    signature=("log_probs: ArrayLike",),
    inputs="svflow_math.numerics.metrics_inputs.token_inputs",
    returns=perplexity(log_prob),
    spelled={log_prob: "inputs.log_probs", count: "inputs.count"},
    docs=Docs(
        summary="Perplexity: the inverse geometric mean of the probabilities of the tokens that came.",
        parameters={"log_probs": "Natural logarithms of the probabilities, at most 0, shape (..., n)."},
        returns="Perplexities, shape (...); inf where a probability is zero.",
        raises="If there is no token, a value is NaN, inf or positive, or the result overflows.",
        example=">>> perplexity([-1.0, -3.0]).round(4)\nnp.float64(7.3891)",
    ),
)

THEOREM = Theorem(
    id="perplexity_of_uniform_eq_count",
    number="9.6",
    hypotheses=(),
    claim=Equal(perplexity(sp.log(1 / choices)), choices),
    steps=(NormalForm(),),
    emits=(PERPLEXITY,),
    checks=(
        ArrayBits(
            2,
            "perplexity",
            condition=perplexity(log_prob) * (1 - FiniteSum(j, log_prob) / count),
            under=(Nonnegative(-log_prob),),
        ),
    ),
    cites=("liao2026",),
)
