"""The hemisphere that a relaxed step reaches.

Statement   <x, N(x + a)> = (1 + <x, a>) / |x + a| for |x| = 1 and a != -x.
Form        The sign of 1 + <x, a> decides: the hemisphere of x, its equator, or the other one.
Sources     liao2026
"""

from derivations.vocabulary import a, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="dot_relaxed_retraction_eq",
    number="4.2",
    hypotheses=(
        Unit(x, witness={x: [2, 0], a: [0, 1]}),
        NonZero(x + a, witness={x: [1, 0], a: [-1, 0]}),
    ),
    claim=Equal(Dot(x, Normalize(x + a)), (1 + Dot(x, a)) / Norm(x + a)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
