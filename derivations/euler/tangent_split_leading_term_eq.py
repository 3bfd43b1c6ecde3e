"""The leading error of two exponential or projective steps, one per layer.

Statement   (-|a|^2 x - |b|^2 x)/2 + Db a - D(a + b)(a + b)/2 = ([a, b] - grad_a a - grad_b b)/2 at |x| = 1, for
            a(y) = P_y u_a(y), b(y) = P_y u_b(y) and [a, b] = Db a - Da b.
Form        The left side is the second-order term of the two steps less that of the solution of y' = a(y) + b(y). A
            block is a splitting method: one term for the order of its layers, one for each of them.
Sources     liao2026; hairer2006
"""

import sympy as sp

from derivations.euler.operations import a, b, commutator, covariant
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

half = sp.Rational(1, 2)
whole = a(x) + b(x)
bends = -(Dot(a(x), a(x)) + Dot(b(x), b(x))) * x
of_steps = half * bends + Differential(b(x), x, a(x))
of_solution = half * Differential(whole, x, whole)
leading = half * (commutator(a, b) - covariant(a(x), a(x)) - covariant(b(x), b(x)))

THEOREM = Theorem(
    id="tangent_split_leading_term_eq",
    number="5.6",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=Equal(of_steps - of_solution, leading),
    steps=(NormalForm(),),
    cites=("liao2026", "hairer2006"),
)
