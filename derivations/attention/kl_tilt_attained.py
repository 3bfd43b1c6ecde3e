"""The bound on the divergence of a tilt is attained by two keys.

Statement   With r = (e^Delta - 1)/Delta and s = (1 - 1/r)/Delta, the law (1 - s, s) tilted by (1, e^Delta) reaches
            log(1 - s + s e^Delta) - s Delta = log r - 1 + 1/r.
Form        The mean of the log tilt is where the tangent of the logarithm touches: no smaller bound exists.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import Delta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

slope = (sp.exp(Delta) - 1) / Delta
second = (sp.exp(Delta) - 1 - Delta) / (Delta * (sp.exp(Delta) - 1))  # (1 - 1/slope)/Delta
bound = sp.log(slope) - 1 + 1 / slope

THEOREM = Theorem(
    id="kl_tilt_attained",
    number="6.1",
    hypotheses=(),
    claim=Equal(sp.log(1 - second + second * sp.exp(Delta)) - second * Delta, bound),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
