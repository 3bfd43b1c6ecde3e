"""The projective step of length h kappa = 50 at an angle of 0.3 descends.

Statement   log p(R_x(h P_x s)) < log p(x) for one component of score s = (50/h) mu and x = cos(0.3) mu + sin(0.3) e, mu
            and e orthonormal.
Form        One point at which unconditional ascent fails for the projective step; the relaxed step ascends there.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import at_angle, kappa, on_great_circle, projective
from derivations.euler.projective_step_descends import THEOREM as DESCENT
from derivations.vmf.operations import mu
from derivations.vocabulary import e, h, theta
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

angle = sp.Rational(3, 10)
point, score = at_angle(angle), 50 / h * mu

THEOREM = Theorem(
    id="projective_step_counterexample",
    number="5.3",
    hypotheses=on_great_circle(
        {h: 1},
        mean={h: sp.Rational(1, 2), mu: [sp.Rational(7, 10), 0]},
        tilt={h: 8, e: [-sp.Rational(24, 25), sp.Rational(7, 25)]},
        side={h: 4, e: [0, sp.Rational(1, 10)]},
    ),
    claim=Bound(Dot(score, projective(point, score)), Dot(score, point), strict=True),
    steps=(Use(DESCENT, {theta: angle, kappa: 50 / h}),),
    cites=("liao2026",),
)
