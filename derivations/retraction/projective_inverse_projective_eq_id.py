"""The projective retraction reaches every point of the open hemisphere.

Statement   R_x(y / <x, y> - x) = y for |y| = 1 and <x, y> > 0.
Form        The inverse needs no angle; at the equator it does not exist.
Sources     absil2008
"""

from derivations.retraction.operations import InverseProjective
from derivations.vocabulary import Projective, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="projective_inverse_projective_eq_id",
    number="4.1",
    hypotheses=(
        Unit(y, witness={x: [1, 0], y: [2, 0]}),
        Positive(Dot(x, y), witness={x: [1, 0], y: [-1, 0]}),
    ),
    claim=Equal(Projective(x, InverseProjective(x, y)), y),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
