"""The divergence as a part from the concentrations and a part from the directions.

Statement   KL(mu_1, kappa_1 | mu_2, kappa_2) = KL of equal means + A(kappa_1) kappa_2 |mu_1 - mu_2|^2 / 2.
Form        The chord keeps its digits where mu_2 tends to mu_1, and 1 - <mu_1, mu_2> does not; both parts are
            nonnegative.
Sources     mardia2000
"""

from derivations.vmf.operations import Divergence, MeanResultantLength, kappa_1, kappa_2, mu_1, mu_2
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="divergence_eq_add_chord",
    number="2.6",
    hypotheses=(
        Unit(mu_1, witness={mu_1: [2, 0], mu_2: [1, 0], kappa_1: 1, kappa_2: 2}),
        Unit(mu_2, witness={mu_1: [1, 0], mu_2: [2, 0], kappa_1: 1, kappa_2: 2}),
    ),
    claim=Equal(
        Divergence(kappa_1, kappa_2, Dot(mu_1, mu_2)),
        Divergence(kappa_1, kappa_2, 1) + MeanResultantLength(kappa_1) * kappa_2 * Dot(mu_1 - mu_2, mu_1 - mu_2) / 2,
    ),
    steps=(NormalForm(),),
    cites=("mardia2000",),
)
