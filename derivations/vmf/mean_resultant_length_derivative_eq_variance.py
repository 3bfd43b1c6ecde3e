"""The derivative of the mean resultant length is the variance of the height.

Statement   A_d'(kappa) = E[(s - A_d(kappa))^2], with s = <mu, x>, for d > 1.
Form        Under the integral sign; the right side shows the sign, and keeps it where 1 - A^2 - (d-1)A/kappa cancels.
Sources     mardia2000
"""

from derivations.vmf.operations import MeanResultantLength, MeanResultantLengthDerivative, kappa, words
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ConcentrationEmission
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceMean, height
from svflow_math.engine.record.terms import Differential, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.concentration import ConcentrationBits

DERIVATIVE = ConcentrationEmission(
    name="mean_resultant_length_derivative",
    args=(kappa,),
    value=MeanResultantLengthDerivative(kappa),
    docs=words(
        "Derivative A_d'(kappa) of the mean resultant length: the variance of the cosine.",
        returns="A_d'(kappa), at most 1/d",
        example=">>> print(f'{mean_resultant_length_derivative(1e8, 3):.12e}')\n1.000000000000e-16",
    ),
)

THEOREM = Theorem(
    id="mean_resultant_length_derivative_eq_variance",
    number="2.3",
    hypotheses=(Positive(d - 1, witness={d: 1, kappa: 1}),),
    claim=Equal(
        Differential(MeanResultantLength(kappa), kappa, 1), SliceMean((height - MeanResultantLength(kappa)) ** 2, kappa)
    ),
    steps=(NormalForm(),),
    emits=(DERIVATIVE,),
    checks=(ConcentrationBits("mean_resultant_length_derivative", 1e-14, relative=True),),
    cites=("mardia2000",),
)
