"""The part of y orthogonal to x may be taken from any residual y - s x.

Statement   e - x <x, e> / <x, x> = y - x <x, y> / <x, x> for e = y - s x, x != 0 and every number s.
Form        With s x close to y the residual is small and exact, and so is its projection: no digits cancel near
            y = s x.
Sources     absil2008
"""

from derivations.vocabulary import s, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

residual = y - s * x

THEOREM = Theorem(
    id="project_eq_of_residual",
    number="1.3",
    hypotheses=(NonZero(x, witness={x: [0, 0], y: [1, 0]}),),
    claim=Equal(residual - Dot(x, residual) / Dot(x, x) * x, y - Dot(x, y) / Dot(x, x) * x),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
