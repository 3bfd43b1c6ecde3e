"""What the series of the normaliser leaves out after M terms.

Statement   The terms from m = M on add up to at most term_M / (1 - q), q = kappa^2 / (4 (M+1)(M + d/2)) < 1.
Form        The ratios of consecutive terms fall, so that the tail lies below a geometric series. This bound decides
            where the series is used.
Sources     dlmf (10.25.2)
"""

import sympy as sp

from derivations.vmf.operations import kappa, m, terms
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.series import GeometricTail
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.infinite_sum import InfiniteSum
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

n = m + terms
term = sp.gamma(d / 2) * (kappa / 2) ** (2 * n) / (sp.factorial(n) * sp.gamma(n + d / 2))
q = kappa**2 / (4 * (terms + 1) * (terms + d / 2))
growth = m**2 + m * (2 * terms + 1 + d / 2)

THEOREM = Theorem(
    id="normalizer_series_tail_le",
    number="2.8",
    hypotheses=(Positive(1 - q, witness={kappa: 4, terms: 0, d: 2}),),
    claim=Bound(InfiniteSum(term, m), term.xreplace({m: sp.S.Zero}) / (1 - q)),
    steps=(
        GeometricTail(q),
        Certificate(
            term * growth * kappa**2 / (4 * (terms + 1) * (terms + d / 2) * (m + terms + 1) * (m + terms + d / 2))
        ),
    ),
    cites=("dlmf",),
)
