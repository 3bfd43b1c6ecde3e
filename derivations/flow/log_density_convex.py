"""log p is convex in the ambient point.

Statement   0 <= d^2/dt^2 log p(x + t w) along every line of the ambient space.
Form        The linear extension off the sphere: on the sphere itself log p has maxima.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.mixture_hessian_nonneg import other
from derivations.flow.operations import log_density, posterior, time
from derivations.vocabulary import scores, w, x, z
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

point = x + time * w
pairs = posterior(point) * posterior(point).xreplace({z: other}) * Dot(scores[z] - scores[other], w) ** 2

THEOREM = Theorem(
    id="log_density_convex",
    number="3.9",
    hypotheses=(),
    claim=Bound(sp.S.Zero, Differential(Differential(log_density(point), time, 1), time, 1)),
    steps=(Certificate(FiniteSum(z, FiniteSum(other, pairs)) / 2),),
    cites=("liao2026",),
)
