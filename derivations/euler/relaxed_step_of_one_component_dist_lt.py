"""With one component the angle to the mean falls with every relaxed step, whatever its length.

Statement   dist(mu, N(x + h kappa mu)) < dist(mu, x) for x = cos(theta) mu + sin(theta) e, mu and e orthonormal,
            0 < theta < pi and every h > 0.
Form        Unconditional: no step is too long.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.cos_lt_relaxed_cosine import THEOREM as COSINE
from derivations.euler.operations import AXES, MIDDLE, on_great_circle, one_point, one_score, relaxed
from derivations.vmf.operations import mu
from derivations.vocabulary import Dist, theta
from svflow_math.engine.calculus.rules.angles import CompareCosines
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="relaxed_step_of_one_component_dist_lt",
    number="5.2",
    hypotheses=(
        *on_great_circle(MIDDLE),
        Between(theta, 0, sp.pi, open_low=True, open_high=True, witness={**AXES, theta: 0}),
    ),
    claim=Bound(Dist(mu, relaxed(one_point, one_score)), Dist(mu, one_point), strict=True),
    steps=(CompareCosines(), Use(COSINE)),
    cites=("liao2026",),
)
