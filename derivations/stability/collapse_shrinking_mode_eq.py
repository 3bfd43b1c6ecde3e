"""The collapse of two experts has a mode that shrinks at the rate |r|/2.

Statement   The linear part A(D, eta) = (-eta/2 r, -<r, D>/2) sends (N(r), 1) to -|r|/2 times itself; r != 0. Both sides
            are paired with a generic (U, zeta).
Form        The one line of states from which the pair returns to symmetry.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.operations import U, linear_part, paired, r, zeta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

mode = (Normalize(r), sp.S.One)

THEOREM = Theorem(
    id="collapse_shrinking_mode_eq",
    number="8.2",
    hypotheses=(NonZero(r, witness={r: [0, 0], U: [1, 0], zeta: 1}),),
    claim=Equal(paired(linear_part(*mode)), -Norm(r) / 2 * paired(mode)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
