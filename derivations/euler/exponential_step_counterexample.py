"""The exponential step of length h kappa = 4 at an angle of 1 descends.

Statement   log p(exp_x(h P_x s)) < log p(x) for one component of score s = (4/h) mu and x = cos(1) mu + sin(1) e, mu
            and e orthonormal.
Form        One point at which unconditional ascent fails for the exponential step; the relaxed step ascends there.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.exponential_step_descends import THEOREM as DESCENT
from derivations.euler.operations import at_angle, exponential, kappa, on_great_circle
from derivations.vmf.operations import mu
from derivations.vocabulary import e, h, theta
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

point, score = at_angle(sp.S.One), 4 / h * mu

THEOREM = Theorem(
    id="exponential_step_counterexample",
    number="5.3",
    hypotheses=on_great_circle(
        {h: 1}, mean={mu: [7, 0]}, tilt={e: [-sp.Rational(99, 101), sp.Rational(20, 101)]}, side={e: [0, 7]}
    ),
    claim=Bound(Dot(score, exponential(point, score)), Dot(score, point), strict=True),
    steps=(Use(DESCENT, {theta: sp.S.One, kappa: 4 / h}),),
    cites=("liao2026",),
)
