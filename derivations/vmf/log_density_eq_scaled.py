"""The log density of a von Mises-Fisher law, without its terms of order kappa.

Statement   log C_d(kappa) + kappa <mu, x> = log(C_d(kappa) e^kappa) - kappa |x - mu|^2 / 2 for |x| = |mu| = 1.
Form        The first term is the log density at the mean direction and grows as log kappa; the second is small where
            the law has its mass. 1 - <mu, x> comes from the chord, or from the sine where they are far apart.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import (
    DIRECTIONS,
    LEADING,
    ONE_DIMENSION,
    POINTS,
    REFUSED,
    VERSINE,
    LogNormalizer,
    LogScaledNormalizer,
    Normalizer,
    kappa,
    mu,
    pair,
    versine,
)
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, RowEmission
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

LOG_DENSITY = RowEmission(
    name="log_density",
    args=(x, mu, kappa),
    value=LogNormalizer(kappa) + kappa * Dot(mu, x),
    lets=(*pair(x, mu), VERSINE),
    returns=LogScaledNormalizer(kappa) - kappa * versine,
    docs=Docs(
        summary="Log density log C_d(kappa) + kappa <mu, x> with respect to the surface measure of the sphere.",
        parameters={"x": POINTS, "mu": DIRECTIONS, "kappa": LEADING},
        returns="Log densities, shape (...).",
        raises=REFUSED,
        example=">>> float(log_density([0.0, 0.6, 0.8], [0.0, 0.6, 0.8], 1e10).round(12))\n21.187973863531",
    ),
)

THEOREM = Theorem(
    id="log_density_eq_scaled",
    number="2.2",
    hypotheses=(
        Unit(x, witness={x: [2, 0], mu: [1, 0], kappa: 1}),
        Unit(mu, witness={x: [1, 0], mu: [2, 0], kappa: 1}),
        Positive(d - 1, convenience=ONE_DIMENSION),
    ),
    claim=Equal(
        sp.log(Normalizer(kappa)) + kappa * Dot(mu, x),
        sp.log(Normalizer(kappa) * sp.exp(kappa)) - kappa * Dot(x - mu, x - mu) / 2,
    ),
    steps=(NormalForm(),),
    emits=(LOG_DENSITY,),
    checks=(
        Bits(
            3,
            "log_density",
            near=((x, mu), (x, -mu)),
            scale=((kappa, 1e4),),
            condition=sp.Max(1, d, sp.Abs(LogNormalizer(kappa))) / sp.Abs(LogNormalizer(kappa) + kappa * Dot(mu, x)),
        ),
    ),
    cites=("mardia2000",),
)
