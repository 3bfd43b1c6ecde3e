"""Keys normalised with a gain per channel need not have equal concentrations.

Statement   Let a gain be c along e, |e| = 1, and one on what is orthogonal to it. For unit keys e and u, u orthogonal
            to e: the concentration of the first is c times that of the second.
Form        Equal for c = 1 only: a gain that differs between channels undoes what the normalisation has made equal.
Sources     liao2026
"""

from derivations.attention.gauge_scales_concentration import c, stretched
from derivations.attention.operations import Concentration
from derivations.vocabulary import e, query, tau, u
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="channel_gain_separates_concentrations",
    number="6.1",
    hypotheses=(
        Unit(e, witness={e: [2, 0], u: [0, 1], query: [1, 0], c: 2, tau: 1}),
        Tangent(u, e, witness={e: [1, 0], u: [1, 0], query: [1, 0], c: 2, tau: 1}),
        Unit(u, witness={e: [1, 0], u: [0, 2], query: [1, 0], c: 2, tau: 1}),
    ),
    claim=Equal(Concentration(query, stretched(e, c)), c * Concentration(query, stretched(u, c))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
