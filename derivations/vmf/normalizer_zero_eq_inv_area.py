"""The normaliser of the uniform law.

Statement   C_d(0) = Gamma(d/2) / (2 pi^(d/2)).
Form        One over the area of the sphere.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import Normalizer
from derivations.vmf.slice_integral_zero_eq_gamma import THEOREM as AREA
from svflow_math.engine.calculus.rules.algebra import NormalForm, Unfold
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="normalizer_zero_eq_inv_area",
    number="2.1",
    hypotheses=(
        Positive(d - 1, convenience="for d = 1 the sphere is two points and there are no slices to integrate"),
    ),
    claim=Equal(Normalizer(0), sp.gamma(d / 2) / (2 * sp.pi ** (d / 2))),
    steps=(Unfold((Normalizer,)), Use(AREA), NormalForm()),
    cites=("mardia2000",),
)
