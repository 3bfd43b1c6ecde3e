"""The cumulant of a law on two points is at most an eighth of the squared range.

Statement   log(1 - s + s e^u) - s u <= u^2/8 for s >= 0 and u >= 0.
Form        Hoeffding's lemma for two points, by two derivatives: the variance of two points is at most a quarter.
            That s is at most 1 is not needed.
Sources     liao2026
"""

import sympy as sp

from svflow_math.engine.calculus.rules.bounds import Certificate, FromDerivative
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.theorem import Theorem

s = sp.Symbol("s", real=True)
u = sp.Symbol("u", nonnegative=True)

mass = 1 + s * (sp.exp(u) - 1)
share = s * sp.exp(u) / mass  # of the second point, under the tilted law

THEOREM = Theorem(
    id="two_point_cumulant_le",
    number="6.1",
    hypotheses=(Nonnegative(s, witness={s: -1, u: 1}),),
    claim=Bound(sp.log(mass) - s * u, u**2 / 8),
    steps=(
        FromDerivative(u, sp.S.Zero, note="Both sides vanish at u = 0."),
        FromDerivative(u, sp.S.Zero, note="So do their derivatives."),
        Certificate((share - sp.Rational(1, 2)) ** 2, note="The second derivative is a variance on two points."),
    ),
    cites=("liao2026",),
)
