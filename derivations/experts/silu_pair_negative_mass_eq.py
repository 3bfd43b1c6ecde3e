"""Two SiLU units have any negative mass relative to their mass.

Statement   For M > 0 and a = log(1 + 1/M): -SiLU(-a) = M (SiLU(a) + SiLU(-a)).
Form        The witness in numbers: the share of negative mass grows without bound while both units are near zero.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import M, Silu
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

a = sp.log(1 + 1 / M)

THEOREM = Theorem(
    id="silu_pair_negative_mass_eq",
    number="7.3",
    hypotheses=(),
    claim=Equal(-Silu(-a), M * (Silu(a) + Silu(-a))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
