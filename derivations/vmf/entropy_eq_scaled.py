"""The entropy for large concentrations, without its terms of order kappa.

Statement   -log C_d(kappa) - kappa A_d(kappa) = -log C_d(0) + log(e^(-kappa) C_d(0) / C_d(kappa)) + kappa (1 -
            A_d(kappa)).
Form        e^(-kappa) / C_d(kappa) is a power of kappa to leading order and kappa (1 - A) stays bounded, so that each
            term is as small as H.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, Normalizer, kappa
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="entropy_eq_scaled",
    number="2.6",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Equal(
        -sp.log(Normalizer(kappa)) - kappa * MeanResultantLength(kappa),
        -sp.log(Normalizer(0))
        + sp.log(sp.exp(-kappa) * Normalizer(0) / Normalizer(kappa))
        + kappa * (1 - MeanResultantLength(kappa)),
    ),
    steps=(NormalForm(),),
    cites=("mardia2000",),
)
