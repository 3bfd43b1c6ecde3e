"""Two dimensions more are one derivative of the normaliser.

Statement   1 / C_{d+2}(kappa) = (2 pi / kappa) d/dkappa (1 / C_d(kappa)) for kappa > 0.
Form        With 1 / C_3 = 4 pi sinh(kappa) / kappa the closed form in every odd dimension (Rayleigh's formula). It
            cancels at small kappa.
Sources     dlmf (10.49.1)
"""

import sympy as sp

from derivations.vmf.operations import ONE_DIMENSION, Normalizer, SphereArea, kappa
from svflow_math.engine.calculus.rules.algebra import Derive
from svflow_math.engine.calculus.rules.integrals import IntegrateByParts, LowerDimension
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import Differential, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="normalizer_add_two_eq_derivative",
    number="2.8",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, witness={kappa: 0}),
    ),
    claim=Equal(1 / Normalizer(kappa, d + 2), 2 * sp.pi / kappa * Differential(1 / Normalizer(kappa), kappa, 1)),
    steps=(
        Derive(),
        LowerDimension(),
        IntegrateByParts(1, SphereArea(d + 1) / kappa, kappa),
    ),
    cites=("dlmf",),
)
