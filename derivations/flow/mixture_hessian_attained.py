"""The bound D^2/4 on the Hessian of log p is attained by two components.

Statement   For the scores (D/2) u and -(D/2) u, |u| = 1, of equal weight, and x orthogonal to u: H u = D^2/4 u.
Form        Both components have probability one half there, the largest variance on two points.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import D
from derivations.vocabulary import u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

score = D / 2 * u
one, other = sp.exp(Dot(score, x)), sp.exp(-Dot(score, x))
gradient = (one * score - other * score) / (one + other)

THEOREM = Theorem(
    id="mixture_hessian_attained",
    number="3.9",
    hypotheses=(
        Unit(u, witness={u: [2, 0], x: [0, 1], D: 1}),
        Tangent(x, u, witness={u: [1, 0], x: [1, 0], D: 1}),
    ),
    claim=Equal(Differential(gradient, x, u), D**2 / 4 * u),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
