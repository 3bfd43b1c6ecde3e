"""The flow of one von Mises-Fisher component in closed form.

Statement   x(t) = (P_mu x + (c cosh(kappa t) + sinh(kappa t)) mu) / (cosh(kappa t) + c sinh(kappa t)), with c = <mu, x>,
            solves dx/dt = kappa P_x mu for |mu| = 1.
Form        Every term is in the plane of x and mu. What is emitted has a = (1 + c)/(1 + e^(-2 kappa t)) and
            b = (1 - c)/(1 + e^(2 kappa t)) in it, (P_mu x / cosh(kappa t) + (a - b) mu) / (a + b): nothing overflows, and
            nothing cancels where x is near mu or near -mu.
Sources     liao2026
"""

from derivations.flow.operations import flowed, rate, time
from derivations.vmf.operations import mu
from derivations.vocabulary import Project, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="single_component_flow_solves",
    number="3.7",
    hypotheses=(Unit(mu, witness={x: [1, 0], mu: [0, 0.5], rate: 1, time: 0.5}),),
    claim=Equal(Differential(flowed(x, mu), time, 1), rate * Project(flowed(x, mu), mu)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
