"""The even moments of the height under the uniform law, unnormalised.

Statement   The integral over -1 < s < 1 of s^(2m) (1 - s^2)^((d-3)/2) is
            Gamma(m + 1/2) Gamma((d-1)/2) / Gamma(m + d/2).
Form        A Beta value, by its ratio from each m to the next.
Sources     dlmf (5.12.1)
"""

import sympy as sp

from derivations.vmf.operations import m
from derivations.vmf.slice_integral_zero_eq_gamma import THEOREM as AREA
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.integrals import IntegrateByParts
from svflow_math.engine.calculus.rules.series import Induction
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

value = sp.gamma(m + sp.Rational(1, 2)) * sp.gamma((d - 1) / 2) / sp.gamma(m + d / 2)

THEOREM = Theorem(
    id="slice_moment_eq_gamma",
    number="2.1",
    hypotheses=(Positive(d - 1, witness={d: 1}),),
    claim=Equal(SliceIntegral(height ** (2 * m), 0), value),
    steps=(
        Induction(m),
        Use(AREA),
        NormalForm(),
        IntegrateByParts(height ** (2 * m + 1), -value / (2 * m + d), kappa=0),
    ),
    cites=("dlmf",),
)
