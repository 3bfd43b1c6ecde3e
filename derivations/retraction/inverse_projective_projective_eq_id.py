"""The projective retraction is injective on the tangent space.

Statement   The inverse sends R_x(v) back to v, for |x| = 1 and v tangent at x.
Form        No length of v is excluded: the retraction is a bijection onto the open hemisphere.
Sources     absil2008
"""

from derivations.retraction.operations import InverseProjective
from derivations.vocabulary import Projective, v, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="inverse_projective_projective_eq_id",
    number="4.1",
    hypotheses=(
        Unit(x, witness={x: [2, 0], v: [0, 1]}),
        Tangent(v, x, witness={x: [1, 0], v: [1, 0]}),
    ),
    claim=Equal(InverseProjective(x, Projective(x, v)), v),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
