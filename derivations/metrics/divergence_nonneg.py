"""The divergence of two laws is not negative.

Statement   sum_j w_j log(w_j/p_j) >= 0 for laws w, p > 0.
Form        Gibbs' inequality: log u <= u - 1, averaged. So the evidence bound of 9.2 lies below log p.
Sources     liao2026
"""

import sympy as sp

from derivations.metrics.operations import divergence, law, other
from derivations.vocabulary import j, n
from svflow_math.engine.calculus.rules.bounds import TangentOfLogarithm, Termwise
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.theorem import Theorem

w, p = law[j], other[j]
ratio = p / w
W, P = sp.symbols("w p")

THEOREM = Theorem(
    id="divergence_nonneg",
    number="9.3",
    hypotheses=(
        Law(w, j, witness={n: 1, W: [0.5], P: [1]}),
        Law(p, j, witness={n: 1, W: [1], P: [2]}),
    ),
    claim=Bound(0, divergence(w, p)),
    steps=(Termwise(j, w, sp.log(ratio), ratio - 1), TangentOfLogarithm(ratio, sp.S.One)),
    cites=("liao2026",),
)
