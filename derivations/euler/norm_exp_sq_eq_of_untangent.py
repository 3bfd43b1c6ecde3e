"""The exponential formula leaves the sphere where the vector is not tangent.

Statement   |cos|w| x + sinc|w| w|^2 = 1 + sin(2 |w|) / |w| <x, w> for |x| = 1 and w != 0.
Form        Why the velocity of a midpoint has to be transported or projected before it is used at x.
Sources     absil2008
"""

import sympy as sp

from derivations.vocabulary import Exp, w, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="norm_exp_sq_eq_of_untangent",
    number="5.7",
    hypotheses=(
        Unit(x, witness={x: [2, 0], w: [0, 1]}),
        NonZero(w, witness={x: [1, 0], w: [0, 0]}),
    ),
    claim=Equal(Dot(Exp(x, w), Exp(x, w)), 1 + sp.sin(2 * Norm(w)) / Norm(w) * Dot(x, w)),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
