"""Every relaxed step ascends by at least half its squared length, divided by h.

Statement   |x' - x|^2 / (2h) <= log p(x') - log p(x) for x' = N(x + h g), g = grad log p(x), |x| = 1, x + h g != 0 and
            every h > 0, of a mixture with log joints pi_z + <s_z, x>.
Form        Strict unless x is a fixed point; the sum over a trajectory follows.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.log_density_relaxed_step_ge import THEOREM as ASCENT
from derivations.euler.log_density_relaxed_step_ge import family, gain, moved, one, score
from derivations.euler.sq_norm_relaxed_sub_le_gain import THEOREM as SQUARE
from derivations.flow.operations import log_density
from derivations.vocabulary import h, u, x
from svflow_math.engine.calculus.rules.algebra import Through
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="sq_norm_relaxed_step_le_log_density_gain",
    number="5.3",
    hypotheses=(
        Unit(x, witness={**one, x: [sp.Rational(1, 2), 0], family: [[-1, 0]], h: 0.25}),
        NonZero(x + h * score, witness={**one, x: [1, 0], family: [[-1, 0]]}),
    ),
    claim=Bound(Dot(moved - x, moved - x) / (2 * h), log_density(moved) - log_density(x)),
    steps=(Through((gain,)), Use(SQUARE, {u: score}), Use(ASCENT)),
    cites=("liao2026",),
)
