"""The mean resultant length is below one.

Statement   A_d(kappa) < 1.
Form        The mean of the positive function 1 - s.
Sources     mardia2000
"""

from derivations.vmf.operations import MeanResultantLength, MeanResultantLengthComplement, kappa, words
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.emission import ConcentrationEmission
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.concentration import ConcentrationBits

COMPLEMENT = ConcentrationEmission(
    name="mean_resultant_length_complement",
    args=(kappa,),
    value=MeanResultantLengthComplement(kappa),
    docs=words(
        "1 - A_d(kappa) > 0, with all its digits where A_d(kappa) rounds to 1.",
        returns="1 - A_d(kappa) in [0, 1]",
        example=">>> print(f'{mean_resultant_length_complement(1e20, 3):.12e}')\n1.000000000000e-20",
    ),
)

THEOREM = Theorem(
    id="mean_resultant_length_lt_one",
    number="2.3",
    hypotheses=(),
    claim=Bound(MeanResultantLength(kappa), 1, strict=True),
    steps=(Certificate(SliceIntegral(1 - height, kappa) / SliceIntegral(1, kappa)),),
    emits=(COMPLEMENT,),
    checks=(ConcentrationBits("mean_resultant_length_complement", 1e-14, relative=True),),
    cites=("mardia2000",),
)
