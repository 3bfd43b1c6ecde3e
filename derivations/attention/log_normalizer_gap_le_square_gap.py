"""The log normaliser falls by at most the gap of the squared concentrations over 2d.

Statement   log C_d(kappa) - log C_d(kappa + r) <= ((kappa + r)^2 - kappa^2)/(2d) for kappa, r >= 0.
Form        The derivative of -log C_d at kappa is at most kappa/d. For concentrations that are small against d this is
            the better bound on Delta.
Sources     liao2026
"""

import sympy as sp

from derivations.vmf.mean_resultant_length_le_kappa_div_dim import THEOREM as BELOW_LINE
from derivations.vmf.operations import ONE_DIMENSION, Normalizer, kappa
from derivations.vocabulary import rise
from svflow_math.engine.calculus.rules.bounds import FromDerivative
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="log_normalizer_gap_le_square_gap",
    number="6.1",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Bound(
        sp.log(Normalizer(kappa)) - sp.log(Normalizer(kappa + rise)), ((kappa + rise) ** 2 - kappa**2) / (2 * d)
    ),
    steps=(FromDerivative(rise, sp.S.Zero), Use(BELOW_LINE, {kappa: kappa + rise})),
    cites=("liao2026",),
)
