"""The projective step ascends, with one component, as long as h kappa <= 2.

Statement   For one component log p(x) <= log p(R_x(h P_x s)), s = kappa mu, where h kappa <= 2, 0 < theta < pi,
            x = cos(theta) mu + sin(theta) e and mu and e orthonormal.
Form        The limit is that of the exponential step, and sharp.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import AXES, MIDDLE, kappa, on_great_circle, one_point, one_score, projective, turn
from derivations.euler.projective_step_descends import stretch
from derivations.vocabulary import e, h, theta
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between, Nonnegative
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

left_over = turn**2 / (stretch + 1) + (2 - h * kappa) + 2 * h * kappa * sp.sin(theta / 2) ** 2

THEOREM = Theorem(
    id="projective_step_ascends_of_le_two",
    number="5.3",
    hypotheses=(
        *on_great_circle(MIDDLE, side={theta: sp.Rational(1, 10), h: sp.Rational(1, 10), e: [0, 9]}),
        Between(
            theta, 0, sp.pi, open_low=True, open_high=True, convenience="at theta = 0 and pi the step stays where it is"
        ),
        Nonnegative(2 - h * kappa, witness={**AXES, theta: sp.Rational(3, 10), h: 50}),
    ),
    claim=Bound(Dot(one_score, one_point), Dot(one_score, projective(one_point, one_score))),
    steps=(Certificate(kappa * turn * sp.sin(theta) * left_over / ((stretch + 1) * stretch)),),
    cites=("liao2026",),
)
