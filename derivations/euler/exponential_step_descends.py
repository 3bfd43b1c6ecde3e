"""The exponential step descends where its length is more than twice the angle, and less than a full turn.

Statement   For one component log p(exp_x(h P_x s)) < log p(x), s = kappa mu, where 2 theta < h kappa sin theta < 2 pi,
            0 < theta < pi, x = cos(theta) mu + sin(theta) e and mu and e orthonormal.
Form        log p is <s, x> up to a constant. The change is -2 kappa sin(a/2) sin(a/2 - theta), a = h kappa sin theta,
            and for every h kappa > 2 there are angles at which it is negative.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.exponential_step_of_one_component_eq import THEOREM as STEP
from derivations.euler.operations import AXES, MIDDLE, exponential, kappa, on_great_circle, one_point, one_score, turn
from derivations.vmf.operations import mu
from derivations.vocabulary import e, h, theta
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between, Positive
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

LONG = {**MIDDLE, h: 4}

THEOREM = Theorem(
    id="exponential_step_descends",
    number="5.3",
    hypotheses=(
        *on_great_circle(
            LONG,
            mean={theta: sp.Rational(3, 10), mu: [sp.Rational(1, 10), 0]},
            tilt={theta: sp.Rational(1, 10), h: 5, e: [-sp.Rational(12, 13), sp.Rational(5, 13)]},
            side={theta: sp.Rational(3, 10), e: [0, sp.Rational(1, 10)]},
        ),
        Between(
            theta, 0, sp.pi, open_low=True, open_high=True, convenience="at theta = 0 and pi the step stays where it is"
        ),
        Positive(turn - 2 * theta, witness={**AXES, h: 1}),
        Positive(2 * sp.pi - turn, witness={**AXES, h: 8}),
    ),
    claim=Bound(Dot(one_score, exponential(one_point, one_score)), Dot(one_score, one_point), strict=True),
    steps=(Use(STEP), Certificate(2 * kappa * sp.sin(turn / 2) * sp.sin(turn / 2 - theta))),
    cites=("liao2026",),
)
