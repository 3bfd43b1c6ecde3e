"""A parallel block has no commutator.

Statement   For |x| = 1, a(y) = P_y u_a(y) and b(y) = P_y u_b(y): R_x(h P_x (u_a(x) + u_b(x))) less the solution of
            y' = a(y) + b(y) is -h^2/2 grad_(a+b) (a + b) + O(h^3).
Form        Attention and the feed-forward layer read the same point: one Euler step of the sum.
Sources     liao2026; hairer2006
"""

from derivations.euler.operations import a, b, covariant, first_field, flow, projective, second_field, update
from derivations.vocabulary import h, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.theorem import Theorem

whole = flow(lambda y: a(y) + b(y))
end = projective(x, update(x, first_field) + update(x, second_field))
together = a(x) + b(x)

THEOREM = Theorem(
    id="parallel_step_local_error",
    number="5.6",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=OrderOf(end - whole + h**2 / 2 * covariant(together, together), h, 3),
    steps=(Taylor(),),
    cites=("liao2026", "hairer2006"),
)
