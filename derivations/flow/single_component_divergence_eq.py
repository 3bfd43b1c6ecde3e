"""The divergence of the flow of one component is -(d - 1) kappa cos(theta).

Statement   div_S(kappa P_x mu) = -(d - 1) kappa <mu, x> for |x| = 1.
Form        Negative on the hemisphere of mu: the flow condenses there, at the rate (d - 1) kappa cos(theta).
Sources     liao2026
"""

from derivations.flow.operations import rate
from derivations.vmf.operations import mu
from derivations.vocabulary import Project, u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Differential, Dot, Trace, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="single_component_divergence_eq",
    number="3.8",
    hypotheses=(Unit(x, witness={x: [2, 0], mu: [1, 0], rate: 1}),),
    claim=Equal(
        Trace(Project(x, Differential(rate * Project(x, mu), x, Project(x, u))), u), -(d - 1) * rate * Dot(mu, x)
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
