"""With one component the gain of the relaxed step is known exactly: the bound of the ascent is attained.

Statement   log p(x') - log p(x) = (1 + |x + h s|) (1 - <x, x'>) / h for x' = N(x + h s), |x| = 1, x + h s != 0, of a
            mixture whose components share one score s.
Form        One component, or several that differ by their priors only; log p is linear then.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import relaxed
from derivations.flow.operations import log_density
from derivations.vocabulary import K, h, scores, u, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.finite import ReplaceFamily
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Coincide, NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

moved = relaxed(x, u)
family = scores[z].args[0]
two = {K: 2, sp.Symbol("pi"): [0, 0], h: 1, family: [[0, 1], [0, 1]], u: [0, 1], x: [1, 0]}

THEOREM = Theorem(
    id="log_density_relaxed_step_eq_of_equal_scores",
    number="5.3",
    hypotheses=(
        Unit(x, witness={**two, x: [2, 0]}),
        NonZero(x + h * u, witness={**two, family: [[-1, 0], [-1, 0]], u: [-1, 0]}),
        Coincide(scores[z], u, witness={**two, family: [[0, 1], [1, 0]]}),
    ),
    claim=Equal(log_density(moved) - log_density(x), (1 + Norm(x + h * u)) * (1 - Dot(x, moved)) / h),
    steps=(ReplaceFamily(scores[z], u), NormalForm()),
    cites=("liao2026",),
)
