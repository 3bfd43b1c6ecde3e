"""Parallel transport is parallel: along the geodesic its derivative has no tangent part.

Statement   P_c D_t (transport of v from x to c(t)) = 0 for c(t) = exp_x(t u), |x| = 1, u and v
            tangent at x, c(t) != -x.
Form        The closed formula is the field along the geodesic, taken at the target; at t = 0 it is v.
Sources     absil2008
"""

import sympy as sp

from derivations.vocabulary import Exp, Project, Transport, t, u, v, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Tangent, Unit
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

curve = Exp(x, t * u)

THEOREM = Theorem(
    id="transport_solves_parallel_equation",
    number="1.5",
    hypotheses=(
        Unit(x, witness={x: [2, 0], u: [0, 1], v: [0, 1], t: 1}),
        Tangent(u, x, witness={x: [1, 0], u: [sp.Rational(3, 5), sp.Rational(4, 5)], v: [0, 1], t: 1}),
        Tangent(v, x, witness={x: [1, 0], u: [0, 1], v: [1, 1], t: 1}),
        NonZero(1 + Dot(x, curve), witness={x: [1, 0], u: [0, 1], v: [0, 1], t: sp.pi}),
    ),
    claim=Equal(Project(curve, Differential(Transport(x, curve, v), t, 1)), 0),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
