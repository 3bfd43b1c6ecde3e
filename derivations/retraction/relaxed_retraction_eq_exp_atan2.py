"""Normalising an unprojected step moves along the geodesic of its tangent part, by an angle of any size.

Statement   N(x + a) = exp_x(atan2(|P_x a|, 1 + <x, a>) N(P_x a)) for |x| = 1 and P_x a != 0.
Form        Holds on the whole sphere: on the other hemisphere for 1 + <x, a> < 0, at the equator for 0.
Sources     absil2008; liao2026
"""

import sympy as sp

from derivations.vocabulary import Exp, Project, a, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

angle = sp.atan2(Norm(Project(x, a)), 1 + Dot(x, a))

THEOREM = Theorem(
    id="relaxed_retraction_eq_exp_atan2",
    number="4.2",
    hypotheses=(
        Unit(x, witness={x: [2, 0], a: [0, 1]}),
        NonZero(Project(x, a), witness={x: [1, 0], a: [1, 0]}),
    ),
    claim=Equal(Normalize(x + a), Exp(x, angle * Normalize(Project(x, a)))),
    steps=(NormalForm(roots=(angle,)),),
    cites=("absil2008", "liao2026"),
)
