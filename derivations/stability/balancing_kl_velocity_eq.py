"""Balancing by the divergence from the uniform law restores the logits at the rate alpha/2.

Statement   For B = alpha KL(uniform || g) of two gates: -dB/da_0 + dB/da_1 = -alpha tanh((a_0 - a_1)/2).
Form        -alpha eta/2 to first order: the restoring rate is c = alpha/2.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import other_logit, own_logit, pair_gates
from derivations.vocabulary import alpha
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

half = sp.Rational(1, 2)
divergence = sum((half * sp.log(half / gate) for gate in pair_gates), sp.S.Zero)
own, other = (Differential(alpha * divergence, logit, sp.S.One) for logit in (own_logit, other_logit))

THEOREM = Theorem(
    id="balancing_kl_velocity_eq",
    number="8.3",
    hypotheses=(),
    claim=Equal(other - own, -alpha * sp.tanh((own_logit - other_logit) / 2)),
    steps=(NormalForm(),),
    cites=("fedus2022", "liao2026"),
)
