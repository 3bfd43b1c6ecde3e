"""The integral of the slice density.

Statement   The integral over -1 < s < 1 of (1 - s^2)^((d-3)/2) is sqrt(pi) Gamma((d-1)/2) / Gamma(d/2).
Form        |S^(d-1)| / |S^(d-2)|, by induction in steps of two dimensions from the circle and the sphere.
Sources     dlmf (5.12.1)
"""

import sympy as sp

from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.integrals import Antiderivative, IntegrateByParts, LowerDimension
from svflow_math.engine.calculus.rules.series import Induction
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

value = sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2) / sp.gamma(d / 2)

THEOREM = Theorem(
    id="slice_integral_zero_eq_gamma",
    number="2.1",
    hypotheses=(Positive(d - 1, witness={d: 1}),),
    claim=Equal(SliceIntegral(1, 0), value),
    steps=(
        Induction(d, start=2, by=2),
        Antiderivative(sp.asin(height), note="On the circle the integral is pi."),
        NormalForm(),
        Antiderivative(height, note="On the sphere of R^3 the density is constant."),
        NormalForm(),
        LowerDimension(),
        IntegrateByParts(height, value / d, kappa=0),
    ),
    cites=("dlmf",),
)
