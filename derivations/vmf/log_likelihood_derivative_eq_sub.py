"""The likelihood equation of the concentration.

Statement   d/dkappa (log C_d(kappa) + kappa rho) = rho - A_d(kappa), rho the mean resultant length of the data.
Form        Per observation and at the best mean direction; it vanishes where A_d(kappa) = rho.
Sources     mardia2000; hornik2014
"""

import sympy as sp

from derivations.vmf.operations import MeanResultantLength, Normalizer, kappa, rho
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="log_likelihood_derivative_eq_sub",
    number="2.7",
    hypotheses=(),
    claim=Equal(Differential(sp.log(Normalizer(kappa)) + kappa * rho, kappa, 1), rho - MeanResultantLength(kappa)),
    steps=(NormalForm(),),
    cites=("mardia2000", "hornik2014"),
)
