"""The squares of total variation and affinity add up to at most one.

Statement   (q(A) - p(A))^2 + (sum_z sqrt(q_z p_z))^2 <= 1 for laws q and p and every event A.
Form        Cauchy-Schwarz for sqrt(q) - sqrt(p) and +-(sqrt(q) + sqrt(p)), the sign that of the event: what is left
            over is a double sum of squares.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.divergence_nonneg import VANISHING, p_, q_
from derivations.flow.mixture_hessian_nonneg import other
from derivations.flow.operations import A, affinity, p, q, variation
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Event, Law, Positive
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

A_ = sp.Symbol("A")
falls, rises = sp.sqrt(q) - sp.sqrt(p), (2 * A - 1) * (sp.sqrt(q) + sp.sqrt(p))
cross = falls * rises.xreplace({z: other}) - falls.xreplace({z: other}) * rises

THEOREM = Theorem(
    id="total_variation_sq_add_affinity_sq_le_one",
    number="3.4",
    hypotheses=(
        Law(q, z, witness={K: 1, q_: [4], p_: [1], A_: [1]}),
        Law(p, z, witness={K: 1, q_: [1], p_: [4], A_: [1]}),
        Event(A, witness={K: 2, q_: [0.5, 0.5], p_: [0.25, 0.75], A_: [9, 0]}),
        Positive(q, convenience=VANISHING),
        Positive(p, convenience="both sides are continuous where a weight falls to zero"),
    ),
    claim=Bound(variation(q, p) ** 2 + affinity(q, p) ** 2, sp.S.One),
    steps=(Certificate(FiniteSum(z, FiniteSum(other, cross**2)) / 8),),
    cites=("liao2026",),
)
