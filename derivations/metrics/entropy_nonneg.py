"""The entropy of attention is not negative.

Statement   -sum_j w_j log w_j >= 0 for the softmax weights of any logits.
Form        No weight exceeds one.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import logit, softmax
from derivations.metrics.operations import entropy
from derivations.vocabulary import j
from svflow_math.engine.calculus.rules.bounds import Certificate, MonotoneLogarithm, Termwise
from svflow_math.engine.calculus.rules.finite import MemberOfSum
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

weight = sp.exp(logit)
mass = FiniteSum(j, weight)

THEOREM = Theorem(
    id="entropy_nonneg",
    number="9.4",
    hypotheses=(),
    claim=Bound(0, entropy),
    steps=(
        Termwise(j, softmax, sp.log(softmax), sp.S.Zero),
        MonotoneLogarithm(softmax, sp.S.One),
        MemberOfSum(weight, j, note="A term is at most the sum of them all."),
        Certificate((mass - weight) / mass),
    ),
    cites=("liao2026",),
)
