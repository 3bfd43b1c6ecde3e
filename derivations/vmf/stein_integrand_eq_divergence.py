"""Stein's identity on the sphere, before integration.

Statement   p(x) <w, P_x grad log p(x)> - (d-1) p(x) <w, x> = div_S(p P_x w) for |x| = 1 and every constant w.
Form        The integral of a divergence over the sphere is zero, so that E[grad_S log p] = (d-1) E[x] for every C^1
            positive density p: the curvature term.
Sources     absil2008
"""

from derivations.vocabulary import Project, f, u, w, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Differential, Dot, GradientField, ScalarField, Trace, d
from svflow_math.engine.record.theorem import Theorem

density = ScalarField(f, x)

THEOREM = Theorem(
    id="stein_integrand_eq_divergence",
    number="2.5",
    hypotheses=(Unit(x, witness={x: [2, 0], w: [1, 0]}),),
    claim=Equal(
        Dot(w, Project(x, GradientField(f, x))) - (d - 1) * density * Dot(w, x),
        Trace(Project(x, Differential(density * Project(x, w), x, Project(x, u))), u),
    ),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
