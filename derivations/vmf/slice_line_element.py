"""The line element of the sphere in height and longitude.

Statement   x = t mu + sqrt(1 - t^2) omega with omega a unit vector orthogonal to mu moves with the speed
            |dx|^2 = dt^2 / (1 - t^2) + (1 - t^2) |d omega|^2.
Form        No cross term: the slice at height t is a sphere of radius sqrt(1 - t^2), which meridians meet at right
            angles.
Sources     mardia2000
"""

from derivations.vmf.operations import SLICE, eta, level, mu, omega, rate
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Between, Tangent, Unit
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

motion = Differential(SLICE, level, rate) + Differential(SLICE, omega, eta)

THEOREM = Theorem(
    id="slice_line_element",
    number="2.1",
    hypotheses=(
        Unit(mu, witness={mu: [2, 0, 0], omega: [0, 1, 0], eta: [0, 0, 1], level: 0.5, rate: 1}),
        Tangent(omega, mu, witness={mu: [1, 0, 0], omega: [1, 0, 0], eta: [0, 0, 0], level: 0.5, rate: 1}),
        Unit(omega, witness={mu: [1, 0, 0], omega: [0, 2, 0], eta: [0, 0, 1], level: 0.5, rate: 1}),
        Tangent(eta, mu, witness={mu: [1, 0, 0], omega: [0, 1, 0], eta: [1, 0, 0], level: 0.5, rate: 1}),
        Tangent(eta, omega, witness={mu: [1, 0, 0], omega: [0, 1, 0], eta: [0, 1, 0], level: 0.5, rate: 1}),
        Between(
            level, -1, 1, open_low=True, open_high=True, witness={level: 1, mu: [1, 0], omega: [0, 1], eta: [0, 0]}
        ),
    ),
    claim=Equal(Dot(motion, motion), rate**2 / (1 - level**2) + (1 - level**2) * Dot(eta, eta)),
    steps=(NormalForm(),),
    cites=("mardia2000",),
)
