"""RMSNorm without gains stays inside the sphere of radius sqrt(d).

Statement   |RMSNorm_epsilon(y)| <= sqrt(d) for epsilon >= 0, y and epsilon not both zero.
Form        With gains the image lies inside the ellipsoid that they make of this sphere.
Sources     liao2026
"""

import sympy as sp

from derivations.retraction.operations import EPSILON, GAIN, Rms, normed, ns, scale, scaled, stretched
from derivations.sphere.operations import radius
from derivations.vocabulary import epsilon, gain, y
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Nonnegative, Positive
from svflow_math.engine.record.primitives import SCALE, Hypot, Scaled
from svflow_math.engine.record.terms import Dot, Norm, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

length = sp.sqrt(Dot(y, y) + d * epsilon)

RMS_NORM = RowEmission(
    name="rms_norm",
    args=(y, gain, epsilon),
    names={gain: "gain", epsilon: "eps"},
    defaults={gain: None, epsilon: 0.0},
    value=gain(Rms(y, epsilon)),
    lets=(
        Let((scaled, ns, scale), Scaled(y)),
        Let(
            radius,
            Hypot(ns, scale * sp.sqrt(d) * sp.sqrt(epsilon)),
            means=length,
            times=SCALE,
            words="|y|^2 + d eps",
        ),
        Let(normed, sp.sqrt(d) / radius * scaled),
        Let(stretched, gain(normed)),
    ),
    returns=stretched,
    docs=Docs(
        summary="RMSNorm: gain * y / sqrt(|y|^2 / d + eps).",
        parameters={"y": "Vectors, shape (..., d), not zero unless eps > 0.", "gain": GAIN, "eps": EPSILON},
        returns="Vectors of length sqrt(d), or less for eps > 0, times the gains; shape (..., d).",
        raises="If a value is not finite, eps is negative, shapes do not broadcast, or y and eps are zero.",
        example=">>> rms_norm([3.0, 4.0, 0.0, 0.0])\narray([1.2, 1.6, 0. , 0. ])",
    ),
)

THEOREM = Theorem(
    id="norm_rms_norm_le_sqrt_dim",
    number="4.4",
    hypotheses=(
        Positive(length, witness={y: [0, 0], epsilon: 0}),
        Nonnegative(epsilon, witness={y: [1, 0], epsilon: sp.Rational(-1, 4)}),
    ),
    claim=Bound(Norm(Rms(y, epsilon)), sp.sqrt(d)),
    steps=(Certificate(sp.sqrt(d) * d * epsilon / (length * (length + Norm(y)))),),
    emits=(RMS_NORM,),
    checks=(Bits(3, "rms_norm", scale=((y, 1e150), (epsilon, 1e100))),),
    cites=("liao2026",),
)
