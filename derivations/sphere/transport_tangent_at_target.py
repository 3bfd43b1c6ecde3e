"""A transported vector is tangent at the target.

Statement   <y, transport of v from x to y> = 0 for |y| = 1, y != -x, and every v.
Form        One reflection-like update of v along x + y; no basis of the tangent space is built.
Sources     absil2008
"""

from derivations.vocabulary import Transport, v, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="transport_tangent_at_target",
    number="1.5",
    hypotheses=(
        Unit(y, witness={x: [1, 0], y: [1, 1], v: [0, 1]}),
        NonZero(1 + Dot(x, y), witness={x: [1, 0], y: [-1, 0], v: [0, 1]}),
    ),
    claim=Equal(Dot(y, Transport(x, y, v)), 0),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
