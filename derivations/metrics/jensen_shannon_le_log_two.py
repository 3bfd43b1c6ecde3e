"""The Jensen-Shannon divergence is at most log 2.

Statement   (1/2) sum_j (w_j log(2 w_j/(w_j + p_j)) + p_j log(2 p_j/(w_j + p_j))) <= log 2 for laws w, p > 0.
Form        Term by term: neither logarithm exceeds log 2. Laws of disjoint supports attain it.
Sources     liao2026
"""

import sympy as sp

from derivations.metrics.operations import jensen_shannon, law, other
from derivations.vocabulary import j, n
from svflow_math.engine.calculus.rules.bounds import Certificate, MonotoneLogarithm, Termwise
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.theorem import Theorem

w, p = law[j], other[j]
W, P = sp.symbols("w p")
lower = (w * sp.log(2 * w / (w + p)) + p * sp.log(2 * p / (w + p))) / 2
upper = (w + p) / 2 * sp.log(2)
logs = (sp.log((w + p) / w), sp.log((w + p) / p))

THEOREM = Theorem(
    id="jensen_shannon_le_log_two",
    number="9.5",
    hypotheses=(
        Law(w, j, witness={n: 1, W: [9], P: [1]}),
        Law(p, j, witness={n: 1, W: [1], P: [9]}),
    ),
    claim=Bound(jensen_shannon(w, p), sp.log(2)),
    steps=(
        Termwise(j, sp.S.One, lower, upper),
        Have(Bound(0, logs[0])),
        MonotoneLogarithm(sp.S.One, (w + p) / w),
        Certificate(p / w),
        Have(Bound(0, logs[1])),
        MonotoneLogarithm(sp.S.One, (w + p) / p),
        Certificate(w / p),
        Certificate((w * logs[0] + p * logs[1]) / 2),
    ),
    cites=("liao2026",),
)
