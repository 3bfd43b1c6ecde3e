"""Transport along a geodesic carries its velocity: the logarithm at one end becomes minus the logarithm at the other.

Statement   The transport of log_x y from x to y is -log_y x, for |x| = |y| = 1, y != -x.
Form        theta / sin(theta) is symmetric in x and y, so that only the projections have to be compared.
Sources     absil2008
"""

from sympy import Rational

from derivations.vocabulary import Log, Transport, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm, Unfold
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="transport_log_eq_neg_log",
    number="1.5",
    hypotheses=(
        Unit(x, witness={x: [2, 0], y: [1, 0]}),
        Unit(y, witness={x: [Rational(3, 5), Rational(4, 5)], y: [Rational(1, 2), 0]}),
        Positive(1 + Dot(x, y), witness={x: [1, 0], y: [-1, 0]}),
    ),
    claim=Equal(Transport(x, y, Log(x, y)), -Log(y, x)),
    steps=(Unfold((Transport, Log)), NormalForm()),
    cites=("absil2008",),
)
