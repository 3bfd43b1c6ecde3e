"""A normalised step towards the antipode does not move before the midpoint.

Statement   N(x + alpha (-x - x)) = x for |x| = 1 and alpha < 1/2.
Form        At alpha = 1/2 the vector is zero and has no direction.
Sources     loshchilov2024
"""

import sympy as sp

from derivations.retraction.operations import NormalizedStep
from derivations.vocabulary import alpha, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="normalized_step_antipode_stays",
    number="4.6",
    hypotheses=(
        Unit(x, witness={x: [2, 0], alpha: 0}),
        Positive(1 - 2 * alpha, witness={x: [1, 0], alpha: sp.Rational(1, 2)}),
    ),
    claim=Equal(NormalizedStep(x, -x, alpha), x),
    steps=(NormalForm(),),
    cites=("loshchilov2024",),
)
