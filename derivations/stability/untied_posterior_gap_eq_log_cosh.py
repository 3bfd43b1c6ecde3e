"""Free values put the exact posterior as far from the weights as one likes.

Statement   For |x| = 1 and components with scores v = kappa x and v' = -kappa x, equal priors, the posterior p at x has
            KL((1/2, 1/2) || p) = log cosh kappa.
Form        Concentrations are equal, so that the bound for tied scores would be zero. Equal weights are those of keys
            orthogonal to x.
Sources     liao2026
"""

import sympy as sp

from derivations.vmf.operations import Density
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

size = sp.Symbol("kappa", positive=True)
half = sp.Rational(1, 2)
densities = Density(x, x, size), Density(x, -x, size)
posterior = [density / (densities[0] + densities[1]) for density in densities]

THEOREM = Theorem(
    id="untied_posterior_gap_eq_log_cosh",
    number="8.5",
    hypotheses=(
        Positive(d - 1, convenience="for d = 1 the sphere is two points; the normaliser cancels all the same"),
        Unit(x, witness={x: [2, 0], size: 1}),
    ),
    claim=Equal(sum(half * sp.log(half / weight) for weight in posterior), sp.log(sp.cosh(size))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
