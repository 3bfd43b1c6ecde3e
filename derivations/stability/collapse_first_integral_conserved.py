"""The collapse of two experts has a first integral.

Statement   For r != 0 the derivative of <N(r), D>^2/2 - cosh eta along dD/dt = -tanh(eta/2) r, d eta/dt =
            -2 g_0 g_1 <r, D> is zero, g_0 the sigmoid of eta and g_1 = 1 - g_0.
Form        The orbits in the plane of <N(r), D> and eta are its level lines: all but the symmetric state and its stable
            line run away.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.operations import D, difference_velocity, eta, logit_velocity, r
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Differential, Dot, Normalize
from svflow_math.engine.record.theorem import Theorem

integral = Dot(Normalize(r), D) ** 2 / 2 - sp.cosh(eta)

THEOREM = Theorem(
    id="collapse_first_integral_conserved",
    number="8.2",
    hypotheses=(NonZero(r, witness={r: [0, 0], D: [1, 0], eta: 1}),),
    claim=Equal(
        Differential(integral, D, difference_velocity) + Differential(integral, eta, sp.S.One) * logit_velocity, 0
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
