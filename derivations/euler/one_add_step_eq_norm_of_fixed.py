"""At a fixed point of the relaxed step the update does not pull across the centre.

Statement   1 + h <x, u> = |x + h u| for |x| = 1, where N(x + h u) = x.
Form        So 1 + h <x, u> > 0 at every fixed point: the condition of the equivalence is necessary.
Sources     liao2026
"""

from derivations.euler.operations import relaxed
from derivations.euler.relaxed_step_fixed_iff import make_radial
from derivations.vocabulary import h, u, x
from svflow_math.engine.calculus.rules.logic import FromSupposed, Supposing
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="one_add_step_eq_norm_of_fixed",
    number="5.4",
    hypotheses=(
        Unit(x, convenience="a fixed point is a unit vector"),
        NonZero(x + h * u, convenience="for x + h u = 0 there is no step"),
        Supposing(claim=Equal(relaxed(x, u), x), make=make_radial, witness={x: [1, 0], u: [-2, 0], h: 1}),
    ),
    claim=Equal(1 + h * Dot(x, u), Norm(x + h * u)),
    steps=(FromSupposed(lambda y: Norm(x + h * u) * Dot(x, y)),),
    cites=("liao2026",),
)
