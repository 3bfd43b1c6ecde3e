"""A Kullback-Leibler divergence is not negative.

Statement   0 <= KL(q | p) for laws q and p with p_z > 0.
Form        Gibbs' inequality, by the tangents of the logarithm, which lie above it. A component of prior weight zero is
            left out of the set over which z runs: q << p says that q is a law on what is left.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import divergence, p, q
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.bounds import TangentOfLogarithm, Termwise
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law, Positive
from svflow_math.engine.record.theorem import Theorem

VANISHING = "both sides are continuous where a weight of q falls to zero, 0 log 0 being 0"
q_, p_ = sp.symbols("q p")

LAWS = (
    Law(q, z, witness={K: 1, q_: [0.5], p_: [1]}),
    Law(p, z, witness={K: 1, q_: [1], p_: [2]}),
    Positive(q, convenience=VANISHING),
    Positive(p, witness={K: 2, q_: [0.5, 0.5], p_: [1, 0]}),
)

THEOREM = Theorem(
    id="divergence_nonneg",
    number="3.3",
    hypotheses=LAWS,
    claim=Bound(sp.S.Zero, divergence(q, p)),
    steps=(
        Termwise(z, q, sp.log(p / q), p / q - 1, note="What the tangents leave over adds up to nothing."),
        TangentOfLogarithm(p / q, sp.S.One),
    ),
    cites=("liao2026",),
)
