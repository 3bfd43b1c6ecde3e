"""The leading error of two relaxed steps, one per layer: attention, added and normalised, then the feed-forward layer.

Statement   With A = -2 <x, u_a> a - |a|^2 x and B likewise: A/2 + B/2 + Db a - D(a + b)(a + b)/2 =
            ([a, b] - grad_a a - grad_b b)/2 - <x, u_a> a - <x, u_b> b at |x| = 1, for a(y) = P_y u_a(y) and
            b(y) = P_y u_b(y).
Form        The terms of the projective steps and one for what each layer adds along x. It is the second-order term of
            two steps N(x + h u), less that of the solution of y' = a(y) + b(y).
Sources     liao2026; hairer2006
"""

from derivations.euler.operations import a, b, first_field, second_field, update
from derivations.euler.tangent_split_leading_term_eq import leading, of_solution, of_steps
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

radial = Dot(x, update(x, first_field)) * a(x) + Dot(x, update(x, second_field)) * b(x)

THEOREM = Theorem(
    id="relaxed_split_leading_term_eq",
    number="5.6",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=Equal(of_steps - radial - of_solution, leading - radial),
    steps=(NormalForm(),),
    cites=("liao2026", "hairer2006"),
)
