"""The divergence from the uniform law for small concentrations.

Statement   log C_d(kappa) - log C_d(0) + kappa A_d(kappa) = kappa^2/(2d) + O(kappa^4).
Form        Its derivative is kappa A'(kappa): by the Riccati equation and two steps of the continued fraction kappa/d
            + O(kappa^3).
Sources     mardia2000
"""

from derivations.vmf.mean_resultant_length_recurrence import THEOREM as RECURRENCE
from derivations.vmf.operations import (
    ONE_DIMENSION,
    Divergence,
    DivergenceOfEqualMeans,
    MeanResultantLength,
    kappa,
    words,
)
from svflow_math.engine.calculus.rules.algebra import Restate
from svflow_math.engine.calculus.rules.integrals import MomentRecurrence
from svflow_math.engine.calculus.rules.orders import Factored, OrderOfDerivative
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.emission import ConcentrationEmission
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.concentration import ConcentrationBits

length = MeanResultantLength(kappa)
slope = kappa - kappa * length**2 - (d - 1) * length - kappa / d
further = MeanResultantLength(kappa, d + 4)
remainder = (
    -(d**2) * further * kappa
    - 3 * d**2
    - d * further**2 * kappa**2
    - 5 * d * further * kappa
    + d * kappa**2
    - 6 * d
    - kappa**2
) / (d * (d**2 + d * further * kappa + 2 * d + kappa**2) ** 2)

TO_UNIFORM = ConcentrationEmission(
    name="kl_to_uniform",
    args=(kappa,),
    value=DivergenceOfEqualMeans(kappa, 0),
    docs=words(
        "Kullback-Leibler divergence from the uniform law: kappa^2 / (2 d) - ... near 0, in nats.",
        returns="The divergence, at least 0",
        example=">>> print(f'{kl_to_uniform(1e-5, 3):.12e}')\n1.666666666650e-11",
    ),
)

THEOREM = Theorem(
    id="divergence_uniform_isBigO",
    number="2.6",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, convenience="an order as kappa falls to zero"),
    ),
    claim=OrderOf(Divergence(kappa, 0, 1) - kappa**2 / (2 * d), kappa, 4),
    steps=(
        OrderOfDerivative(),
        MomentRecurrence(kappa),
        Restate(slope),
        Use(RECURRENCE),
        Use(RECURRENCE, at={d: d + 2}),
        Factored(remainder),
    ),
    emits=(TO_UNIFORM,),
    checks=(ConcentrationBits("kl_to_uniform", 1e-13, relative=True),),
    cites=("mardia2000",),
)
