"""The surface density of the sphere in height and longitude.

Statement   The map (dt, d omega) -> dx of x = t mu + sqrt(1 - t^2) omega, completed by omega -> x, has the determinant
            (1 - t^2)^((d-3)/2): the surface measure is (1 - t^2)^((d-3)/2) dt d omega.
Form        The normal x has length one and is orthogonal to dx, so that completing the map keeps the volume factor and
            makes it a determinant of R^d, of a multiple of the identity and two terms of rank one.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import SLICE, level, mu, omega
from derivations.vocabulary import u
from svflow_math.engine.calculus.rules.algebra import Derive, NormalForm
from svflow_math.engine.calculus.rules.integrals import DeterminantLemma
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.determinant import Determinant
from svflow_math.engine.record.hypothesis import Between, Tangent, Unit
from svflow_math.engine.record.terms import Differential, Dot, d
from svflow_math.engine.record.theorem import Theorem

along = u - Dot(mu, u) * mu - Dot(omega, u) * omega
motion = Differential(SLICE, level, Dot(mu, u)) + Differential(SLICE, omega, along)

THEOREM = Theorem(
    id="slice_density",
    number="2.1",
    hypotheses=(
        Unit(mu, witness={mu: [2, 0, 0], omega: [0, 1, 0], level: 0.5}),
        Tangent(omega, mu, witness={mu: [1, 0, 0], omega: [1, 0, 0], level: 0.5}),
        Unit(omega, witness={mu: [1, 0, 0], omega: [0, 2, 0], level: 0.5}),
        Between(level, -1, 1, open_low=True, open_high=True, witness={level: 1, mu: [1, 0], omega: [0, 1]}),
    ),
    claim=Equal(Determinant(motion + Dot(omega, u) * SLICE, u), (1 - level**2) ** ((d - 3) / sp.Integer(2))),
    steps=(Derive(), DeterminantLemma(), NormalForm()),
    cites=("mardia2000",),
)
