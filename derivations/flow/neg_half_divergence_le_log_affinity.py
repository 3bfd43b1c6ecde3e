"""The logarithm of the affinity is at least minus half the divergence.

Statement   -KL(q | p)/2 <= log sum_z sqrt(q_z p_z) for laws q and p with p_z > 0.
Form        The mean of log sqrt(p/q) is at most the logarithm of the mean: a tangent of the logarithm for each
            component, at the affinity.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.divergence_nonneg import VANISHING, p_, q_
from derivations.flow.operations import affinity, divergence, p, q
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.bounds import TangentOfLogarithm, Termwise
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law, Positive
from svflow_math.engine.record.theorem import Theorem

ratio = sp.sqrt(p) / sp.sqrt(q)
tangent = sp.log(affinity(q, p)) + ratio / affinity(q, p) - 1

THEOREM = Theorem(
    id="neg_half_divergence_le_log_affinity",
    number="3.4",
    hypotheses=(
        Law(q, z, witness={K: 1, q_: [0.25], p_: [1]}),
        Positive(q, convenience=VANISHING),
        Positive(p, witness={K: 2, q_: [0.5, 0.5], p_: [1, 0]}),
    ),
    claim=Bound(-divergence(q, p) / 2, sp.log(affinity(q, p))),
    steps=(Termwise(z, q, sp.log(ratio), tangent), TangentOfLogarithm(ratio, affinity(q, p))),
    cites=("liao2026",),
)
