"""LayerNorm is RMSNorm after centring, and centring is a projection.

Statement   (y - m 1) / sqrt(|y|^2/d - m^2 + epsilon) = RMSNorm_epsilon(P_e y), e = 1/sqrt(d) the direction of the
            ones, m the mean of the entries.
Form        The textbook variance is the mean square less the square of the mean; the right side does not subtract
            them.
Sources     liao2026
"""

import sympy as sp

from derivations.retraction.operations import (
    EPSILON,
    GAIN,
    LayerNorm,
    Rms,
    direction_of_ones,
    normed,
    ns,
    scale,
    scaled,
    stretched,
    total,
)
from derivations.sphere.operations import radius
from derivations.vocabulary import Project, e, epsilon, gain, shift, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Nonnegative, Positive, Unit
from svflow_math.engine.record.primitives import SCALE, Centred, Hypot, Scaled
from svflow_math.engine.record.terms import Dot, Norm, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

centred = Project(e, y)
length = sp.sqrt(Dot(centred, centred) + d * epsilon)

LAYER_NORM = RowEmission(
    name="layer_norm",
    args=(y, gain, shift, epsilon),
    names={gain: "gain", shift: "bias", epsilon: "eps"},
    defaults={gain: None, shift: None, epsilon: 0.0},
    constants={e: direction_of_ones},
    value=gain(LayerNorm(e, y, epsilon)) + shift,
    lets=(
        Let(total, Centred(e, y)),
        Let((scaled, ns, scale), Scaled(total)),
        Let(
            radius,
            Hypot(ns, scale * sp.sqrt(d) * sp.sqrt(epsilon)),
            means=length,
            times=SCALE,
            words="|y - mean(y)|^2 + d eps",
        ),
        Let(normed, sp.sqrt(d) / radius * scaled),
        Let(stretched, gain(normed)),
    ),
    returns=stretched + shift,
    docs=Docs(
        summary="LayerNorm: gain * (y - mean(y)) / sqrt(variance(y) + eps) + bias, the variance with divisor d.",
        parameters={
            "y": "Vectors, shape (..., d), with different entries unless eps > 0.",
            "gain": GAIN,
            "bias": "Biases by component, shape (..., d) or (d,); None for zeros.",
            "eps": EPSILON,
        },
        returns="Vectors, shape (..., d).",
        raises="If a value is not finite, eps is negative, shapes do not broadcast, or eps is zero and all entries of "
        "y are equal.",
        example=">>> layer_norm([1.0, 1.0, 3.0, 3.0])\narray([-1., -1.,  1.,  1.])",
    ),
)

THEOREM = Theorem(
    id="layer_norm_eq_rms_norm_of_centred",
    number="4.4",
    hypotheses=(
        Unit(e, witness={e: [2, 0], y: [1, 1], epsilon: 5}),
        Positive(length, witness={e: [1, 0, 0, 0], y: [1, 0, 0, 0], epsilon: 0}),
        Nonnegative(epsilon, convenience="the identity holds wherever the root is real; no layer subtracts"),
    ),
    claim=Equal(LayerNorm(e, y, epsilon), Rms(centred, epsilon)),
    steps=(NormalForm(),),
    emits=(LAYER_NORM,),
    checks=(Bits(4, "layer_norm", condition=Norm(y) / Norm(centred) + Norm(shift)),),
    cites=("liao2026",),
)
