"""To first order, balancing by the divergence from the uniform law is a linear restoring force.

Statement   -alpha tanh(t eta/2) = -alpha/2 t eta + O(t^3).
Form        The restoring rate is c = alpha/2.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import eta, step
from derivations.vocabulary import alpha
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="balancing_kl_restores",
    number="8.3",
    hypotheses=(),
    claim=OrderOf(-alpha * sp.tanh(step * eta / 2) + alpha / 2 * step * eta, step, 3),
    steps=(Taylor(),),
    cites=("fedus2022", "liao2026"),
)
