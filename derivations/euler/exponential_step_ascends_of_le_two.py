"""The exponential step ascends, with one component, as long as h kappa <= 2.

Statement   For one component log p(x) <= log p(exp_x(h P_x s)), s = kappa mu, where h kappa <= 2, 0 < theta < pi,
            x = cos(theta) mu + sin(theta) e and mu and e orthonormal.
Form        The limit is sharp: beyond 2 the step descends near the mean.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.exponential_step_of_one_component_eq import THEOREM as STEP
from derivations.euler.operations import AXES, MIDDLE, exponential, kappa, on_great_circle, one_point, one_score, turn
from derivations.euler.sin_lt_self import THEOREM as SINE
from derivations.vocabulary import h, theta
from svflow_math.engine.calculus.rules.algebra import Through
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.calculus.rules.use import Recall, Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between, Nonnegative
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="exponential_step_ascends_of_le_two",
    number="5.3",
    hypotheses=(
        *on_great_circle(MIDDLE),
        Between(
            theta, 0, sp.pi, open_low=True, open_high=True, convenience="at theta = 0 and pi the step stays where it is"
        ),
        Nonnegative(2 - h * kappa, witness={**AXES, h: 4}),
    ),
    claim=Bound(Dot(one_score, one_point), Dot(one_score, exponential(one_point, one_score))),
    steps=(
        Use(STEP),
        Recall(SINE),
        Have(Bound(turn / 2, theta), note="The step is at most twice the angle:"),
        Certificate(theta - sp.sin(theta) + (2 - h * kappa) * sp.sin(theta) / 2),
        Have(Bound(turn / 2, sp.pi)),
        Through((theta,)),
        Certificate(theta - turn / 2),
        Certificate(sp.pi - theta),
        Certificate(2 * kappa * sp.sin(turn / 2) * sp.sin(theta - turn / 2)),
    ),
    cites=("liao2026",),
)
