"""Under the flow of one component the cosine to the mean direction is a hyperbolic tangent of time.

Statement   <mu, x(t)> = tanh(kappa t + artanh <mu, x>) for |mu| = 1 and -1 < <mu, x> < 1.
Form        The second form of the angle; at <mu, x> = 1 and -1 the flow rests.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import flowed, rate, time
from derivations.vmf.operations import mu
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

cosine = Dot(mu, x)

THEOREM = Theorem(
    id="single_component_cosine_eq_tanh",
    number="3.7",
    hypotheses=(
        Unit(mu, witness={mu: [2, 0], x: [0.25, 0], rate: 1, time: 1}),
        Positive(1 - cosine, witness={mu: [1, 0], x: [2, 0], rate: 1, time: 1}),
        Positive(1 + cosine, witness={mu: [1, 0], x: [-2, 0], rate: 1, time: 1}),
    ),
    claim=Equal(Dot(mu, flowed(x, mu)), sp.tanh(rate * time + sp.atanh(cosine))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
