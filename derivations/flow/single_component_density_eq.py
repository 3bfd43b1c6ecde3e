"""The density along the flow of one component grows by the power d - 1 of cosh(kappa t) + c sinh(kappa t).

Statement   d/dt (d - 1) log(cosh(kappa t) + c sinh(kappa t)) = (d - 1) kappa <mu, x(t)> with c = <mu, x> and |mu| = 1.
Form        With the value 0 at t = 0 it is log rho_t(x(t)) - log rho_0(x), since the density along a flow grows at the
            rate -div v = (d - 1) kappa cos(theta).
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import flowed, rate, time
from derivations.vmf.operations import mu
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Differential, Dot, d
from svflow_math.engine.record.theorem import Theorem

growth = sp.cosh(rate * time) + Dot(mu, x) * sp.sinh(rate * time)

THEOREM = Theorem(
    id="single_component_density_eq",
    number="3.8",
    hypotheses=(
        Unit(mu, witness={mu: [2, 0], x: [0.25, 0], rate: 1, time: 1}),
        Positive(growth, witness={mu: [1, 0], x: [-9, 0], rate: 1, time: 1}),
    ),
    claim=Equal(Differential((d - 1) * sp.log(growth), time, 1), (d - 1) * rate * Dot(mu, flowed(x, mu))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
