"""The cosine that a relaxed step reaches is larger than the one it starts from.

Statement   cos theta < (cos theta + h kappa) / sqrt((cos theta + h kappa)^2 + sin(theta)^2) for 0 < theta < pi and
            every h > 0.
Form        The right side starts at the left one at h = 0 and increases with h.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import MIDDLE, kappa
from derivations.euler.relaxed_step_of_one_component_angle_eq import radius
from derivations.vocabulary import h, theta
from svflow_math.engine.calculus.rules.bounds import Certificate, FromDerivative
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="cos_lt_relaxed_cosine",
    number="5.2",
    hypotheses=(Between(theta, 0, sp.pi, open_low=True, open_high=True, witness={**MIDDLE, theta: 0}),),
    claim=Bound(sp.cos(theta), (sp.cos(theta) + h * kappa) / radius, strict=True),
    steps=(FromDerivative(h, sp.S.Zero), Certificate(kappa * sp.sin(theta) ** 2 / radius**3)),
    cites=("liao2026",),
)
