"""The mean resultant length is the derivative of the negative log normaliser.

Statement   d/dkappa (-log C_d(kappa)) = A_d(kappa).
Form        Under the integral sign: the logarithmic derivative of the integral of e^(kappa s) is the mean of s.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import MeanResultantLength, Normalizer, kappa
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="neg_log_normalizer_derivative_eq_mean_resultant_length",
    number="2.3",
    hypotheses=(),
    claim=Equal(Differential(-sp.log(Normalizer(kappa)), kappa, 1), MeanResultantLength(kappa)),
    steps=(NormalForm(),),
    cites=("mardia2000",),
)
