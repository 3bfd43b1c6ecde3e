"""The log normaliser falls no faster than the concentration grows.

Statement   log C_d(kappa) - log C_d(kappa + r) <= r for kappa, r >= 0.
Form        The derivative of -log C_d is a mean resultant length, which is below one. Over the keys of a query it says
            that the range Delta of log C_d is at most kappa_max - kappa_min.
Sources     liao2026
"""

import sympy as sp

from derivations.vmf.mean_resultant_length_lt_one import THEOREM as BELOW_ONE
from derivations.vmf.operations import ONE_DIMENSION, Normalizer, kappa
from derivations.vocabulary import rise
from svflow_math.engine.calculus.rules.bounds import FromDerivative
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="log_normalizer_gap_le_concentration_gap",
    number="6.1",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Bound(sp.log(Normalizer(kappa)) - sp.log(Normalizer(kappa + rise)), rise),
    steps=(FromDerivative(rise, sp.S.Zero), Use(BELOW_ONE, {kappa: kappa + rise})),
    cites=("liao2026",),
)
