"""The projective retraction runs along the geodesic, by the arctangent of the length.

Statement   R_x(v) = exp_x(arctan|v| N(v)) for |x| = 1 and v != 0 tangent at x.
Form        Both reach every point of the open hemisphere around x; only the speed differs.
Sources     absil2008
"""

import sympy as sp

from derivations.vocabulary import Exp, Projective, v, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Tangent, Unit
from svflow_math.engine.record.terms import Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="projective_eq_exp_arctan",
    number="4.1",
    hypotheses=(
        Unit(x, witness={x: [2, 0], v: [0, 1]}),
        Tangent(v, x, witness={x: [1, 0], v: [1, 1]}),
        NonZero(v, witness={x: [1, 0], v: [0, 0]}),
    ),
    claim=Equal(Projective(x, v), Exp(x, sp.atan(Norm(v)) * Normalize(v))),
    steps=(NormalForm(roots=(sp.atan(Norm(v)),)),),
    cites=("absil2008",),
)
