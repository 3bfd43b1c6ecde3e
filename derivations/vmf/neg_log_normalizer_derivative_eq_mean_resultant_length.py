"""The mean resultant length is the derivative of the negative log normaliser.

Statement   d/dkappa (-log C_d(kappa)) = A_d(kappa).
Form        Under the integral sign: the logarithmic derivative of the integral of e^(kappa s) is the mean of s.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import MeanResultantLength, Normalizer, kappa, words
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ConcentrationEmission
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.concentration import ConcentrationBits

MEAN_RESULTANT_LENGTH = ConcentrationEmission(
    name="mean_resultant_length",
    args=(kappa,),
    value=MeanResultantLength(kappa),
    docs=words(
        "Mean resultant length A_d(kappa) = E <mu, x>, the mean of the cosine.",
        returns="A_d(kappa) in [0, 1]",
        example=">>> float(mean_resultant_length(5.0, 3).round(12))\n0.800090803982",
    ),
)

THEOREM = Theorem(
    id="neg_log_normalizer_derivative_eq_mean_resultant_length",
    number="2.3",
    hypotheses=(),
    claim=Equal(Differential(-sp.log(Normalizer(kappa)), kappa, 1), MeanResultantLength(kappa)),
    steps=(NormalForm(),),
    emits=(MEAN_RESULTANT_LENGTH,),
    checks=(ConcentrationBits("mean_resultant_length", 2e-15, relative=True),),
    cites=("mardia2000",),
)
