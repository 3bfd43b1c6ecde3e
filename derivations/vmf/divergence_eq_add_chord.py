"""The divergence as a part from the concentrations and a part from the directions.

Statement   KL(mu_1, kappa_1 | mu_2, kappa_2) = KL of equal means + A(kappa_1) kappa_2 |mu_1 - mu_2|^2 / 2.
Form        The chord keeps its digits where mu_2 tends to mu_1, and 1 - <mu_1, mu_2> does not; both parts are
            nonnegative.
Sources     mardia2000
"""

from derivations.vmf.operations import (
    DIRECTIONS,
    LEADING,
    REFUSED,
    VERSINE,
    Divergence,
    DivergenceOfEqualMeans,
    MeanResultantLength,
    kappa_1,
    kappa_2,
    mu_1,
    mu_2,
    pair,
    versine,
)
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, RowEmission
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

KL = RowEmission(
    name="kl_divergence",
    args=(mu_1, kappa_1, mu_2, kappa_2),
    value=Divergence(kappa_1, kappa_2, Dot(mu_1, mu_2)),
    lets=(*pair(mu_1, mu_2), VERSINE),
    returns=DivergenceOfEqualMeans(kappa_1, kappa_2) + MeanResultantLength(kappa_1) * kappa_2 * versine,
    docs=Docs(
        summary="Kullback-Leibler divergence KL(vMF(mu1, kappa1) || vMF(mu2, kappa2)), in nats.",
        parameters={"mu1": DIRECTIONS, "kappa1": LEADING, "mu2": DIRECTIONS, "kappa2": LEADING},
        returns="The divergence, at least 0, shape (...).",
        raises=REFUSED,
        notes="Relative accuracy is kept where the laws are close, in direction and in concentration.",
        example=">>> float(kl_divergence([1.0, 0.0], 2.0, [1.0, 0.0], 2.0))\n0.0",
    ),
)

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
    emits=(KL,),
    checks=(Bits(8, "kl_divergence", near=((mu_2, mu_1), (kappa_2, kappa_1)), scale=((kappa_1, 1e4), (kappa_2, 1e4))),),
    cites=("mardia2000",),
)
