"""The smaller eigenvalue of the collapse with decay and balancing, and its mode.

Statement   For mu = -(lambda + c)/2 - sqrt((lambda - c)^2 + |r|^2)/2 the linear part sends (-|r|/2 N(r), mu + lambda)
            to mu times itself; r != 0. Both sides are paired with a generic (U, zeta).
Form        The matrix is symmetric, so that its eigenvalues are real: states drift, they do not oscillate.
Sources     fedus2022; liao2026
"""

from derivations.stability.operations import (
    U,
    any_decay,
    any_restoring,
    eigenvalues,
    linear_part,
    paired,
    r,
    zeta,
)
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

value = eigenvalues(any_decay, any_restoring)[1]
mode = -Norm(r) / 2 * Normalize(r), value + any_decay

THEOREM = Theorem(
    id="balanced_shrinking_mode_eq",
    number="8.3",
    hypotheses=(NonZero(r, witness={r: [0, 0], U: [1, 0], zeta: 1, any_decay: 1, any_restoring: 1}),),
    claim=Equal(paired(linear_part(*mode, any_decay, any_restoring)), value * paired(mode)),
    steps=(NormalForm(),),
    cites=("fedus2022", "liao2026"),
)
