"""A change of gauge separates softmax from the exact posterior.

Statement   For orthogonal unit vectors e and u, the query e has equal concentrations at the keys e and u. In the gauge
            that stretches e by 1 + t, t > 0: log C_d(kappa(M^T e, M^(-1) u)) < log C_d(kappa(M^T e, M^(-1) e)).
Form        The weights are the same in both gauges. In the first the range Delta of log C_d is zero and softmax is the
            exact posterior; in the second it is not.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.gauge_keeps_concentration_of_parallel_key import THEOREM as PARALLEL
from derivations.attention.gauge_scales_concentration import THEOREM as ORTHOGONAL
from derivations.attention.gauge_scales_concentration import c, stretched
from derivations.attention.operations import Concentration
from derivations.vmf.mean_resultant_length_pos import THEOREM as POSITIVE
from derivations.vmf.operations import ONE_DIMENSION, Normalizer, kappa
from derivations.vocabulary import e, t, tau, u
from svflow_math.engine.calculus.rules.algebra import Multiply
from svflow_math.engine.calculus.rules.bounds import FromDerivative
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive, Tangent, Unit
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

stretch = 1 + t


def log_normalizer(key):
    """log C_d of the key's concentration in the gauge that stretches e."""
    return sp.log(Normalizer(Concentration(stretched(e, stretch), stretched(key, 1 / stretch))))


THEOREM = Theorem(
    id="gauge_changes_tilt_range",
    number="6.8",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Unit(e, witness={e: [2, 0], u: [0, 1], t: 1, tau: 1}),
        Tangent(u, e, witness={e: [1, 0], u: [1, 0], t: 1, tau: 1}),
        Unit(u, witness={e: [1, 0], u: [0, 0.5], t: 0.01, tau: 1}),
    ),
    claim=Bound(log_normalizer(u), log_normalizer(e), strict=True),
    steps=(
        Use(ORTHOGONAL, {c: stretch}),
        Use(PARALLEL, {c: stretch}),
        FromDerivative(t, sp.S.Zero, note="For t = 0 the concentrations are equal."),
        Multiply(1 / tau),
        Use(POSITIVE, {kappa: tau * stretch}, note="C_d falls strictly."),
    ),
    cites=("liao2026",),
)
