"""Keys orthogonal to a query give it equal weights.

Statement   For keys k and k' orthogonal to x: e^(tau <x, k>)/(e^(tau <x, k>) + e^(tau <x, k'>)) = 1/2.
Form        Whatever the values are. With keys of equal norms softmax is the exact posterior of the tied mixture as
            well.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import tau, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent
from svflow_math.engine.record.terms import Dot, VectorSymbol
from svflow_math.engine.record.theorem import Theorem

own, other = VectorSymbol("k"), VectorSymbol("k'")
masses = [sp.exp(tau * Dot(x, key)) for key in (own, other)]

THEOREM = Theorem(
    id="untied_weights_eq_half",
    number="8.5",
    hypotheses=(
        Tangent(own, x, witness={own: [1, 0], other: [0, 1], x: [1, 0], tau: 1}),
        Tangent(other, x, witness={own: [0, 1], other: [1, 0], x: [1, 0], tau: 1}),
    ),
    claim=Equal(masses[0] / (masses[0] + masses[1]), sp.Rational(1, 2)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
