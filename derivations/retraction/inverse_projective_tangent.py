"""The inverse of the projective retraction is a tangent vector.

Statement   <x, y / <x, y> - x> = 0 for |x| = 1 and <x, y> != 0.
Form        The central projection of y to the affine tangent plane at x.
Sources     absil2008
"""

from derivations.retraction.operations import InverseProjective
from derivations.vocabulary import x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="inverse_projective_tangent",
    number="4.1",
    hypotheses=(
        Unit(x, witness={x: [2, 0], y: [1, 0]}),
        NonZero(Dot(x, y), witness={x: [1, 0], y: [0, 1]}),
    ),
    claim=Equal(Dot(x, InverseProjective(x, y)), 0),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
