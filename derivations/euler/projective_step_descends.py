"""The projective step descends where h kappa cos(2 theta) > 2 cos theta.

Statement   For one component log p(R_x(h P_x s)) < log p(x), s = kappa mu, where 2 cos theta < h kappa cos(2 theta),
            0 < theta < pi/2, x = cos(theta) mu + sin(theta) e and mu and e orthonormal.
Form        The step turns by less than a right angle, so that it descends near the mean only; for every h kappa > 2
            there are angles at which it does.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import AXES, MIDDLE, kappa, on_great_circle, one_point, one_score, projective, turn
from derivations.vmf.operations import mu
from derivations.vocabulary import e, h, theta
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between, Positive
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

stretch = sp.sqrt(1 + turn**2)
before, after = sp.cos(theta) * stretch, sp.cos(theta) + turn * sp.sin(theta)
excess = h * kappa * sp.cos(2 * theta) - 2 * sp.cos(theta)
LONG = {**MIDDLE, theta: sp.Rational(3, 10), h: 50}

THEOREM = Theorem(
    id="projective_step_descends",
    number="5.3",
    hypotheses=(
        *on_great_circle(
            LONG,
            mean={theta: sp.Rational(1, 2), mu: [sp.Rational(1, 5), 0]},
            tilt={e: [-sp.Rational(24, 25), sp.Rational(7, 25)]},
            side={theta: sp.Rational(1, 2), e: [0, sp.Rational(1, 5)]},
        ),
        Between(theta, 0, sp.pi / 2, open_low=True, open_high=True, witness={**AXES, h: 50, theta: sp.pi}),
        Positive(excess, witness={**AXES, h: 1}),
    ),
    claim=Bound(Dot(one_score, projective(one_point, one_score)), Dot(one_score, one_point), strict=True),
    steps=(Certificate(kappa * turn * sp.sin(theta) * excess / (stretch * (before + after))),),
    cites=("liao2026",),
)
