"""Without epsilon, RMSNorm lands on the sphere of radius sqrt(d).

Statement   |RMSNorm_0(y)| = sqrt(d) for y != 0.
Form        With gains the image is an ellipsoid.
Sources     liao2026
"""

import sympy as sp

from derivations.retraction.operations import Rms
from derivations.vocabulary import y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Norm, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="norm_rms_norm_eq_sqrt_dim",
    number="4.4",
    hypotheses=(NonZero(y, witness={y: [0, 0]}),),
    claim=Equal(Norm(Rms(y, 0)), sp.sqrt(d)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
