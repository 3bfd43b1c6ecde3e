"""The integral of e^(kappa s) over the slices is a Bessel function.

Statement   The integral over -1 < s < 1 of e^(kappa s) (1 - s^2)^((d-3)/2) is
            sqrt(pi) Gamma((d-1)/2) (2/kappa)^(d/2-1) I_{d/2-1}(kappa), for kappa > 0.
Form        Poisson's integral: both sides are power series in kappa, whose terms have the same ratio and the same
            start.
Sources     dlmf (10.32.2, 10.25.2)
"""

import sympy as sp

from derivations.vmf.operations import kappa, m
from derivations.vmf.slice_moment_eq_gamma import THEOREM as MOMENT
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.series import BesselSeries, ExpandSlices, Induction, TermByTerm
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

bessel = sp.besseli(d / 2 - 1, kappa)

THEOREM = Theorem(
    id="slice_integral_eq_bessel",
    number="2.1",
    hypotheses=(
        Positive(d - 1, witness={d: 1}),
        Positive(kappa, witness={kappa: 0, d: 3}),
    ),
    claim=Equal(SliceIntegral(1, kappa), sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2) * (2 / kappa) ** (d / 2 - 1) * bessel),
    steps=(
        ExpandSlices(m),
        BesselSeries(m),
        TermByTerm(m),
        Use(MOMENT),
        Induction(m),
        NormalForm(),
        NormalForm(),
    ),
    cites=("dlmf",),
)
