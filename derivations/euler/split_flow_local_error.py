"""Following one field after the other misses the commutator.

Statement   For smooth fields a and b of R^d: the solution of y' = a(y) + b(y) less that of y' = b(y) from where that of
            y' = a(y) arrives, each for a time h, is h^2/2 [b, a] + O(h^3), [a, b] = Db a - Da b.
Form        Lie-Trotter splitting; on the sphere a and b are tangent fields. Attention first, then the
            feed-forward layer.
Sources     liao2026; hairer2006
"""

from derivations.euler.operations import commutator, first_field, flow, second_field, update
from derivations.vocabulary import h
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.theorem import Theorem


def first(point):
    """a(point)."""
    return update(point, first_field)


def second(point):
    """b(point)."""
    return update(point, second_field)


whole = flow(lambda y: first(y) + second(y))
split = flow(second, start=flow(first))

THEOREM = Theorem(
    id="split_flow_local_error",
    number="5.6",
    hypotheses=(),
    claim=OrderOf(whole - split - h**2 / 2 * commutator(second, first), h, 3),
    steps=(Taylor(),),
    cites=("liao2026", "hairer2006"),
)
