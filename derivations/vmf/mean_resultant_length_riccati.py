"""The mean resultant length solves a Riccati equation.

Statement   A_d' = 1 - A_d^2 - (d-1) A_d / kappa for kappa > 0.
Form        E[s^2] = 1 - (d-1) A_d / kappa, by parts. In floating point the right side cancels for large kappa: the
            variance form does not.
Sources     amos1974; dlmf (10.29.2)
"""

from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.integrals import IntegrateByParts
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral
from svflow_math.engine.record.terms import Differential, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mean_resultant_length_riccati",
    number="2.3",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, witness={kappa: 0}),
    ),
    claim=Equal(
        Differential(MeanResultantLength(kappa), kappa, 1),
        1 - MeanResultantLength(kappa) ** 2 - (d - 1) * MeanResultantLength(kappa) / kappa,
    ),
    steps=(IntegrateByParts(1, -1 / (kappa * SliceIntegral(1, kappa)), kappa),),
    cites=("amos1974", "dlmf"),
)
