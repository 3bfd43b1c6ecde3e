"""The exact posterior moves by at most tanh(D |x - y|/4) between two points.

Statement   Posteriors p(z|x) proportional to e^(pi_z + <s_z, x>) with |s_z - s_u| <= D satisfy
            TV(p(.|x), p(.|y)) <= tanh(D |x - y|/4).
Form        Moving from x to y tilts the posterior by <s_z, y - x>, whose range is at most D |x - y|.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.total_variation_le_tanh_of_tilt import THEOREM as TILT
from derivations.attention.total_variation_le_tanh_of_tilt import c
from derivations.flow.operations import D, posterior
from derivations.vocabulary import Delta, K, component_event, event, j, log_tilt, scores, weights, x, y, z
from svflow_math.engine.calculus.rules.algebra import Through
from svflow_math.engine.calculus.rules.bounds import CauchySchwarz, Certificate, MinimumAttained
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Event, Positive, Within
from svflow_math.engine.record.terms import Dot, FiniteSum, FixedIndex, Index, Norm
from svflow_math.engine.record.theorem import Theorem

least = FixedIndex("m", K)
u = Index("u", K)


def probability(point):
    """The posterior probability of the event."""
    return FiniteSum(z, posterior(point) * component_event[z])


rise = Dot(scores[z], y - x)
gap = scores[z] - scores[least]

THEOREM = Theorem(
    id="posterior_total_variation_le",
    number="3.10",
    hypotheses=(
        Event(
            component_event[z],
            witness={
                K: 2,
                sp.Symbol("A"): [99, 0],
                sp.Symbol("pi"): [0, 0],
                D: 1,
                scores[z].args[0]: [[1, 0], [0, 0]],
                x: [1, 0],
                y: [0, 0],
            },
        ),
        Within(
            Norm(scores[z] - scores[u]),
            sp.S.Zero,
            D,
            witness={
                K: 2,
                sp.Symbol("A"): [1, 0],
                sp.Symbol("pi"): [0, 0],
                D: 1,
                scores[z].args[0]: [[9, 0], [0, 0]],
                x: [1, 0],
                y: [0, 0],
            },
        ),
        Positive(Norm(y - x), convenience="at x = y both sides vanish"),
    ),
    claim=Bound(probability(x) - probability(y), sp.tanh(D * Norm(y - x) / 4)),
    steps=(
        MinimumAttained(rise, z, least, note="Let m be a component whose score rises least on the way from x to y."),
        Have(
            Bound(rise - rise.xreplace({z: least}), D * Norm(y - x)), note="No component rises by more than D |x - y|"
        ),
        CauchySchwarz(gap, y - x),
        Through((Norm(gap) * Norm(y - x),)),
        Certificate(Norm(gap) * Norm(y - x) - Dot(gap, y - x)),
        Certificate((D - Norm(gap)) * Norm(y - x)),
        Use(
            TILT,
            {
                j: z,
                weights[j]: posterior(x),
                event[j]: component_event[z],
                log_tilt[j]: rise,
                c: rise.xreplace({z: least}),
                Delta: D * Norm(y - x),
            },
            note="So the posterior at y is that at x with a tilt of this range.",
        ),
    ),
    cites=("liao2026",),
)
