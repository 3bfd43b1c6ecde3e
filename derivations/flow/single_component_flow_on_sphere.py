"""The flow of one component stays on the sphere.

Statement   |x(t)| = 1 for the closed form x(t) and |x| = |mu| = 1.
Form        Together with the plane of x and mu, of which x(t) is a combination: it moves on their great circle.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import flowed, rate, time
from derivations.vmf.operations import mu
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

point = flowed(x, mu)

THEOREM = Theorem(
    id="single_component_flow_on_sphere",
    number="3.7",
    hypotheses=(
        Unit(x, witness={x: [2, 0.5], mu: [0, 1], rate: 1, time: 0.5}),
        Unit(mu, witness={x: [1, 0], mu: [0, 0.5], rate: 1, time: 0.5}),
    ),
    claim=Equal(Dot(point, point), sp.S.One),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
