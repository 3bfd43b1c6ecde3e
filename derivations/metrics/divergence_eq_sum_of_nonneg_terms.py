"""A divergence is a sum of terms none of which is negative.

Statement   sum_j w_j log(w_j/p_j) = sum_j (w_j log(w_j/p_j) - w_j + p_j) for laws w, p > 0.
Form        The added terms sum to zero. Term by term nothing cancels: near w = p each is half the square of the
            difference over p. A vanishing w_j leaves p_j, a vanishing p_j gives infinity.
Sources     liao2026
"""

import sympy as sp

from derivations.metrics.operations import divergence, first, law, other, second
from derivations.vocabulary import j, n
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Choices, Docs
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.primitives import DivergenceTerm, MidpointDivergence
from svflow_math.engine.record.terms import FiniteSum, ScalarFamily
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits

w, p = law[j], other[j]
W, P = sp.symbols("w p")
term = ScalarFamily("term")[j]
middle = (first + second) / 2


def textbook(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """A term of the divergence of a from b."""
    return a * sp.log(a / b) - a + b


CONTEXT_DIVERGENCE = ArrayEmission(
    name="context_divergence",
    args=(w, p),
    value=FiniteSum(j, term),
    signature=("w1: ArrayLike", "w2: ArrayLike", 'base: str = "js"'),
    inputs="svflow_math.numerics.metrics_inputs.law_inputs",
    returns=FiniteSum(j, term),
    choices=Choices(
        parameter="base",
        variables=(first, second),
        symbol=term,
        at="inputs.first, inputs.second",
        named={
            "js": (
                (textbook(first, middle) + textbook(second, middle)) / 2,
                MidpointDivergence(first, second),
            ),
            "kl": (textbook(first, second), DivergenceTerm(first, second)),
        },
    ),
    docs=Docs(
        summary="Divergence of two laws over the same items: Jensen-Shannon, or Kullback-Leibler of w1 from w2.",
        parameters={
            "w1": "First laws, shape (..., n), over the union of the two supports; zeros are allowed.",
            "w2": "Second laws, shape (..., n).",
            "base": "'js': the mean of the divergences from the midpoint, at most log 2; 'kl': KL(w1 || w2), inf where "
            "w2 vanishes and w1 does not.",
        },
        returns="Divergences in nats, shape (...).",
        raises="If shapes do not fit, a row is not a law, or the base is another.",
        notes="float32 is computed in float32, term by term without cancellation.",
        example=">>> context_divergence([0.5, 0.5], [0.75, 0.25], base='kl').round(6)\nnp.float64(0.143841)",
    ),
)

THEOREM = Theorem(
    id="divergence_eq_sum_of_nonneg_terms",
    number="9.5",
    hypotheses=(
        Law(w, j, witness={n: 1, W: [0.5], P: [1]}),
        Law(p, j, witness={n: 1, W: [1], P: [2]}),
    ),
    claim=Equal(divergence(w, p), FiniteSum(j, textbook(w, p))),
    steps=(NormalForm(),),
    emits=(CONTEXT_DIVERGENCE,),
    checks=(ArrayBits(2, "context_divergence", at=(w, p)),),
    cites=("liao2026",),
)
