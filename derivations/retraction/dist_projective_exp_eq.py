"""How far the projective retraction stays behind the geodesic.

Statement   dist(R_x(t v), exp_x(t v)) = t - arctan t for |x| = |v| = 1, v tangent at x, t > 0 and t - arctan t <= pi.
Form        Exact for steps of any admissible length; -v stands for negative t.
Sources     absil2008
"""

import sympy as sp

from derivations.retraction.arctan_lt_self import THEOREM as ARCTAN
from derivations.vocabulary import Dist, Exp, Projective, t, v, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.angles import RecogniseAngle
from svflow_math.engine.calculus.rules.use import Recall
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Nonnegative, Tangent, Unit
from svflow_math.engine.record.theorem import Theorem

lag = t - sp.atan(t)

THEOREM = Theorem(
    id="dist_projective_exp_eq",
    number="4.1",
    hypotheses=(
        Unit(x, witness={x: [2, 0], v: [0, 1], t: 1}),
        Tangent(v, x, witness={x: [1, 0], v: [1, 0], t: 1}),
        Unit(v, witness={x: [1, 0], v: [0, 2], t: 1}),
        Nonnegative(sp.pi - lag, witness={x: [1, 0], v: [0, 1], t: 10}),
    ),
    claim=Equal(Dist(Projective(x, t * v), Exp(x, t * v)), lag),
    steps=(
        Recall(ARCTAN),
        RecogniseAngle(lag),
        NormalForm(),
    ),
    cites=("absil2008",),
)
