"""The series of the normaliser at zero.

Statement   C_d(0) / C_d(kappa) is the sum over m of Gamma(d/2) (kappa/2)^(2m) / (m! Gamma(m + d/2)).
Form        Every term is positive, so that nothing cancels; for kappa^2 << d a few terms are enough.
Sources     dlmf (10.25.2)
"""

import sympy as sp

from derivations.vmf.normalizer_zero_eq_inv_area import THEOREM as ZERO
from derivations.vmf.operations import ONE_DIMENSION, Normalizer, kappa, m
from derivations.vmf.slice_moment_eq_gamma import THEOREM as MOMENT
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.series import ExpandSlices, Induction, TermByTerm
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.infinite_sum import InfiniteSum
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

n = sp.Symbol("n", integer=True, nonnegative=True)
term = sp.gamma(d / 2) * (kappa / 2) ** (2 * m) / (sp.factorial(m) * sp.gamma(m + d / 2))

THEOREM = Theorem(
    id="normalizer_ratio_eq_series",
    number="2.8",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, convenience="for kappa = 0 both sides are one"),
    ),
    claim=Equal(Normalizer(0) / Normalizer(kappa), InfiniteSum(term, m)),
    steps=(
        Use(ZERO),
        ExpandSlices(n),
        TermByTerm(n),
        Use(MOMENT, at={m: n}),
        Induction(n),
        NormalForm(),
        NormalForm(),
    ),
    cites=("dlmf",),
)
