"""The projective retraction starts with its argument as velocity.

Statement   R_x(t v) = x + t v + O(t^2) for |x| = 1 and v tangent at x.
Form        The second axiom: the derivative at zero is the identity of the tangent space.
Sources     absil2008
"""

from derivations.vocabulary import Projective, t, v, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="projective_retraction_differential_eq_id",
    number="4.1",
    hypotheses=(
        Unit(x, witness={x: [2, 0], v: [0, 1], t: 1}),
        Tangent(v, x, witness={x: [1, 0], v: [1, 0], t: 1}),
    ),
    claim=OrderOf(Projective(x, t * v) - x - t * v, t, 2),
    steps=(Taylor(),),
    cites=("absil2008",),
)
