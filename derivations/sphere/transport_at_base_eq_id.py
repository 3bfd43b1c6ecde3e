"""Parallel transport from a point to itself changes nothing.

Statement   The transport of v from x to x is v, for v tangent at x != 0.
Form        The start of the field along the geodesic that transport follows.
Sources     absil2008
"""

from derivations.vocabulary import Transport, v, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="transport_at_base_eq_id",
    number="1.5",
    hypotheses=(Tangent(v, x, witness={x: [1, 0], v: [1, 1]}),),
    claim=Equal(Transport(x, x, v), v),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
