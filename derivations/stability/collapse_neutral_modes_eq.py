"""What is orthogonal to the gradient takes no part in the collapse; with decay it decays.

Statement   With decay lambda of D and restoring rate c of eta, the linear part sends (D, 0) with D orthogonal to r to
            -lambda times itself. Both sides are paired with a generic (U, zeta).
Form        A space of d - 1 dimensions with the eigenvalue -lambda, which is 0 without decay; with the span of r and
            the logits it is the whole space.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.operations import D, U, any_decay, any_restoring, linear_part, paired, r, zeta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent
from svflow_math.engine.record.theorem import Theorem

mode = (D, sp.S.Zero)

THEOREM = Theorem(
    id="collapse_neutral_modes_eq",
    number="8.2",
    hypotheses=(Tangent(D, r, witness={D: [1, 0], r: [1, 0], U: [0, 0], zeta: 1, any_decay: 1, any_restoring: 1}),),
    claim=Equal(paired(linear_part(*mode, any_decay, any_restoring)), -any_decay * paired(mode)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
