"""Stein's identity on the sphere: the mean score of a density is (d-1) times its mean.

Statement   int p grad_S log p dx = (d-1) int p x dx over the sphere, for every positive C^1 density p: E[grad_S log p]
            = (d-1) E[x].
Form        For every constant w the integrands differ by the divergence of p P_x w, whose integral over the closed
            sphere is zero. In flat space the right side would be zero: the curvature term.
Sources     absil2008
"""

from derivations.vmf.operations import ONE_DIMENSION
from derivations.vocabulary import Project, f
from svflow_math.engine.calculus.rules.spheres import DivergenceTheorem
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.sphere_mean import SphereIntegral, point
from svflow_math.engine.record.terms import Defined, GradientField, ScalarField, d
from svflow_math.engine.record.theorem import Theorem


class DensityScore(Defined):
    """grad_S log p = P_x grad p / p, the Riemannian score of a positive density p at x."""

    vector = True
    notation = r"\nabla_S \log {0}({1})"
    nargs = 2

    def definition(self):
        p, x = self.args
        return Project(x, GradientField(p, x)) / ScalarField(p, x)


density = ScalarField(f, point)

THEOREM = Theorem(
    id="mean_score_eq",
    number="2.5",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Equal(SphereIntegral(density * DensityScore(f, point)), (d - 1) * SphereIntegral(density * point)),
    steps=(DivergenceTheorem(lambda w: density * Project(point, w)),),
    cites=("absil2008",),
)
