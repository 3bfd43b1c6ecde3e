"""Along the gradient, decay and balancing turn the collapse into a symmetric matrix of size two.

Statement   With decay lambda of D and restoring rate c of eta, the linear part sends (s N(r), eta) to
            ((-lambda s - |r|/2 eta) N(r), -|r|/2 s - c eta): the matrix is [[-lambda, -|r|/2], [-|r|/2, -c]]; r != 0.
            Both sides are paired with a generic (U, zeta).
Form        Decay and balancing stand on the diagonal: neither alone makes the determinant positive.
Sources     fedus2022; liao2026
"""

from derivations.stability.operations import U, any_decay, any_restoring, eta, linear_part, paired, r, zeta
from derivations.vocabulary import s
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

coupling = -Norm(r) / 2
image = (-any_decay * s + coupling * eta) * Normalize(r), coupling * s - any_restoring * eta

THEOREM = Theorem(
    id="balanced_collapse_matrix_eq",
    number="8.3",
    hypotheses=(NonZero(r, witness={r: [0, 0], s: 1, eta: 1, U: [1, 0], zeta: 1, any_decay: 1, any_restoring: 1}),),
    claim=Equal(paired(linear_part(s * Normalize(r), eta, any_decay, any_restoring)), paired(image)),
    steps=(NormalForm(),),
    cites=("fedus2022", "liao2026"),
)
