"""The normaliser in three dimensions.

Statement   1 / C_3(kappa) = 4 pi sinh(kappa) / kappa for kappa > 0.
Form        The start of the closed forms in odd dimensions: the slices of the sphere of R^3 have a constant density.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import Normalizer, kappa
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.integrals import Antiderivative
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import height
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="normalizer_three_eq_sinh",
    number="2.8",
    hypotheses=(Positive(kappa, witness={kappa: 0}),),
    claim=Equal(1 / Normalizer(kappa, 3), 4 * sp.pi * sp.sinh(kappa) / kappa),
    steps=(
        Antiderivative(sp.exp(kappa * height) / kappa),
        NormalForm(),
    ),
    cites=("mardia2000",),
)
