"""Under the rotary embedding an inner product depends on positions through their difference only.

Statement   Let R_s turn plane p by the angle s omega_p. Then <R_s x, R_t y> = <x, R_(t - s) y>, inner products as sums
            over the planes of x_p y_p + x'_p y'_p.
Form        A rotation of each plane: R_s^T R_t = R_(t - s). The logit of a query and a key is that of their relative
            position.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import inner, turned
from derivations.vocabulary import frequencies, plane
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RotaryEmission
from svflow_math.engine.record.terms import ScalarFamily, VectorSymbol
from svflow_math.engine.record.theorem import Theorem

s, t = sp.symbols("s t", real=True)
frequency = frequencies[plane]
x, y = (tuple(ScalarFamily(name)[plane] for name in (first, first + "'")) for first in "xy")

first, second, angle, cosine, sine = sp.symbols("first second angle cosine sine", real=True)
one_axis, other_axis = VectorSymbol("e"), VectorSymbol("e'")
turned_axes = (
    sp.cos(angle) * one_axis + sp.sin(angle) * other_axis,
    sp.cos(angle) * other_axis - sp.sin(angle) * one_axis,
)

ROTATE = RotaryEmission(
    name="rotate",
    args=(first, second, angle),
    value=first * turned_axes[0] + second * turned_axes[1],
    axes=(one_axis, other_axis),
    lets=(Let(cosine, sp.cos(angle)), Let(sine, sp.sin(angle))),
    coordinates=(first * cosine - second * sine, first * sine + second * cosine),
    docs=Docs(
        summary="Rotary embedding, half-split layout: coordinates i and i + d/2 turn as a plane, with the position.",
        parameters={
            "x": "Vectors of even dimension d, shape (..., d).",
            "positions": "Positions, any real numbers, broadcast to x.shape[:-1].",
            "base": "Plane i turns by the angle position * base^(-2 i/d).",
        },
        returns="Turned vectors, shape (..., d), with the dtype of x; norms are kept.",
        raises="If d is odd, shapes do not fit, a value is not finite, or the base is not positive.",
        example=(
            ">>> rotate([[1.0, 0.0], [1.0, 0.0]], [0, 1]).round(4)\narray([[1.    , 0.    ],\n       [0.5403, 0.8415]])"
        ),
    ),
)

THEOREM = Theorem(
    id="rotary_inner_product_eq_relative",
    number="6.5",
    hypotheses=(),
    claim=Equal(inner(turned(x, s * frequency), turned(y, t * frequency)), inner(x, turned(y, (t - s) * frequency))),
    steps=(NormalForm(),),
    emits=(ROTATE,),
    cites=("liao2026",),
)
