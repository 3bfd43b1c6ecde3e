"""The classical Runge-Kutta method is of fourth order.

Statement   The solution of y' = u(y) from x, less x + h/6 (k_1 + 2 k_2 + 2 k_3 + k_4) with k_1 = u(x),
            k_2 = u(x + h/2 k_1), k_3 = u(x + h/2 k_2), k_4 = u(x + h k_3), is O(h^5).
Form        For every smooth field of R^d: all order conditions at once, by four derivatives in h.
Sources     hairer2006
"""

import sympy as sp

from derivations.euler.dot_update_relaxed_sub_eq import STEPS
from derivations.euler.heun_local_error import HEUN
from derivations.euler.heun_local_error import end as heun_end
from derivations.euler.operations import flow, update
from derivations.vocabulary import h, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.emission import Docs
from svflow_math.engine.record.methods import SolverEmission, Tableau
from svflow_math.engine.record.theorem import Theorem

k_1 = update(x)
k_2 = update(x + h / 2 * k_1)
k_3 = update(x + h / 2 * k_2)
k_4 = update(x + h * k_3)
end = x + h / 6 * (k_1 + 2 * k_2 + 2 * k_3 + k_4)

half, third, sixth = sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(1, 6)
RUNGE_KUTTA = Tableau(stages=((), (half,), (0, half), (0, 0, 1)), weights=(sixth, third, third, sixth))
labels = {"heun": sp.Symbol("heun", real=True), "rk4": sp.Symbol("rk4", real=True)}

SOLVE = SolverEmission(
    name="solve",
    args=(x, h),
    value=labels["heun"] * heun_end + labels["rk4"] * end,
    steps=STEPS,
    tableaux={"heun": HEUN, "rk4": RUNGE_KUTTA},
    labels=labels,
    field=update,
    start=x,
    step=h,
    docs=Docs(
        summary="Points that a one-step method visits on the sphere, along a field of ambient vectors.",
        parameters={
            "x": "Starts, shape (..., d), of norm 1.",
            "field": "Called as field(x, t) with points of the sphere of shape (..., d) and the time; returns ambient "
            "vectors of that shape, whose tangent part is the velocity.",
            "h": "Step lengths, numbers >= 0; they broadcast with the leading axes.",
            "steps": "Number of steps, a whole number >= 0.",
            "method": '"relaxed", "exponential" or "projective" for Euler steps, of first order; "heun" with '
            'projection and "midpoint" along geodesics, of second order; "rk4" with projection, of fourth order.',
        },
        returns="The points, shape (steps + 1, ..., d), the starts first; of the dtype of x.",
        raises="If x is not a unit vector, h is negative, the method is not one of these, or the field returns what is "
        "not finite or of another shape.",
        example=">>> solve([1.0, 0.0], lambda x, t: [-1.0, 4.0], 0.25, 1)\narray([[1. , 0. ],\n       [0.6, 0.8]])",
        notes="Off the sphere, where heun and rk4 have their stages, the field is extended along rays: it is only "
        "asked for at points of the sphere. Computed in the dtype of x, float16 in float32.",
    ),
)

THEOREM = Theorem(
    id="runge_kutta_local_error",
    number="5.7",
    hypotheses=(),
    claim=OrderOf(flow(update) - end, h, 5),
    steps=(Taylor(),),
    emits=(SOLVE,),
    cites=("hairer2006",),
)
