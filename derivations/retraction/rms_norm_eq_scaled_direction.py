"""RMSNorm is the direction, times the root of the dimension, times a factor below one.

Statement   Gamma y / sqrt(|y|^2/d + epsilon) = sqrt(d) (1 + d epsilon/|y|^2)^(-1/2) Gamma N(y) for y != 0, epsilon >=
            0.
Form        Direction and radius are separated: what epsilon does, it does to the radius.
Sources     liao2026
"""

import sympy as sp

from derivations.retraction.operations import Rms
from derivations.vocabulary import epsilon, gain, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Nonnegative, NonZero
from svflow_math.engine.record.terms import Dot, Normalize, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="rms_norm_eq_scaled_direction",
    number="4.4",
    hypotheses=(
        NonZero(y, witness={y: [0, 0], epsilon: 1}),
        Nonnegative(epsilon, witness={y: [1, 0], epsilon: -1}),
    ),
    claim=Equal(gain(Rms(y, epsilon)), sp.sqrt(d) / sp.sqrt(1 + d * epsilon / Dot(y, y)) * gain(Normalize(y))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
