"""The entropy of a law over n keys is at most log n.

Statement   -sum_j w_j log w_j <= log n for a law w > 0.
Form        The gap is the divergence from the uniform law.
Sources     liao2026
"""

import sympy as sp

from derivations.metrics.operations import count, law
from derivations.vocabulary import j, n
from svflow_math.engine.calculus.rules.bounds import TangentOfLogarithm, Termwise
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

w = law[j]
ratio = 1 / (count * w)

THEOREM = Theorem(
    id="entropy_le_log_count",
    number="9.4",
    hypotheses=(Law(w, j, witness={n: 1, sp.Symbol("w"): [0.5]}),),
    claim=Bound(-FiniteSum(j, w * sp.log(w)), sp.log(count)),
    steps=(Termwise(j, w, sp.log(ratio), ratio - 1), TangentOfLogarithm(ratio, sp.S.One)),
    cites=("liao2026",),
)
