"""The factor of GELU at a and at -a sums to one.

Statement   Phi(a) + Phi(-a) = 1.
Form        What makes GELU an activation a P(a) of the pair above.
Sources     dlmf
"""

from derivations.experts.operations import a
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.primitives import NormalCdf
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="normal_cdf_add_normal_cdf_neg_eq_one",
    number="7.3",
    hypotheses=(),
    claim=Equal(NormalCdf(a) + NormalCdf(-a), 1),
    steps=(NormalForm(),),
    cites=("dlmf",),
)
