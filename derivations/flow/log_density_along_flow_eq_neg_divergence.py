"""Along a flow on the sphere the logarithm of a density changes at the rate minus the divergence.

Statement   If d rho/dt = -div_S(rho v) with v = P_x w and rho > 0, then (d rho/dt + D rho[v])/rho = -div_S v at
            |x| = 1: d/dt log rho_t(x_t) = -div_S v.
Form        Liouville's theorem for any smooth field w. On the left is the rate of log rho_t(x_t), by the chain rule,
            with the continuity equation put in.
Sources     hairer2006
"""

from derivations.vocabulary import Project, f, field, u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Differential, ScalarField, Trace, VectorField
from svflow_math.engine.record.theorem import Theorem

density, velocity = ScalarField(f, x), Project(x, VectorField(field, x))


def divergence(vector):
    """The divergence on the sphere of a tangent field."""
    return Trace(Project(x, Differential(vector, x, Project(x, u))), u)


THEOREM = Theorem(
    id="log_density_along_flow_eq_neg_divergence",
    number="3.8",
    hypotheses=(
        Unit(x, convenience="off the sphere the identity holds for this extension of the divergence, too"),
        Positive(density, convenience="a density; the identity holds wherever it does not vanish"),
    ),
    claim=Equal(
        (-divergence(density * velocity) + Differential(density, x, velocity)) / density, -divergence(velocity)
    ),
    steps=(NormalForm(),),
    cites=("hairer2006",),
)
