"""What the update gains along a relaxed step.

Statement   <u, x' - x> = (1 + |x + h u|) (1 - <x, x'>) / h for x' = N(x + h u), |x| = 1 and x + h u != 0.
Form        h u = |x + h u| x' - x: the update is known from the two points and one length.
Sources     liao2026
"""

from derivations.euler.exponential_step_expansion import EXPONENTIAL_STEP
from derivations.euler.operations import PARAMETERS, relaxed
from derivations.euler.projective_step_expansion import PROJECTIVE_STEP
from derivations.retraction.operations import ns, scaled, total
from derivations.sphere.operations import POINT, REFUSED, xx
from derivations.vocabulary import h, u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.methods import ChoiceEmission
from svflow_math.engine.record.primitives import ReciprocalNorm, Rescaled
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

moved = relaxed(x, u)

RELAXED_STEP = RowEmission(
    name="relaxed_step",
    args=(x, u, h),
    value=relaxed(x, u),
    lets=(
        *POINT,
        Let(total, ReciprocalNorm(xx) * x + h * u, means=x + h * u, words="x + h u"),
        Let((scaled, ns), Rescaled(total)),
    ),
    returns=scaled / ns,
    docs=Docs(
        summary="One relaxed Euler step: the direction of x + h u, nothing projected.",
        parameters=PARAMETERS,
        returns="Points of the sphere, shape (..., d).",
        raises=f"{REFUSED}, h is negative, h u overflows, or h u = -x.",
        example=">>> relaxed_step([1.0, 0.0], [-1.0, 4.0], 0.25)\narray([0.6, 0.8])",
    ),
)
STEPS = {"relaxed": RELAXED_STEP, "exponential": EXPONENTIAL_STEP, "projective": PROJECTIVE_STEP}
STEP = ChoiceEmission(
    name="step",
    args=(x, u, h),
    value=relaxed(x, u),
    options=STEPS,
    docs=Docs(
        summary="One explicit Euler step on the sphere along an update u, by one of three retractions.",
        parameters={
            **PARAMETERS,
            "method": '"relaxed" for the direction of x + h u, "exponential" for exp_x(h P_x u), "projective" for the '
            "direction of x + h P_x u.",
        },
        returns="Points of the sphere, shape (..., d).",
        raises=f"{REFUSED}, h is negative, an update overflows, the method is not one of these, or h u = -x in a "
        "relaxed step.",
        example=">>> step([1.0, 0.0], [-1.0, 4.0], 0.25)\narray([0.6, 0.8])",
        notes="With u = grad log p(x) of a mixture of von Mises-Fisher laws the relaxed step never lowers log p, "
        "whatever h; the others may.",
    ),
)

THEOREM = Theorem(
    id="dot_update_relaxed_sub_eq",
    number="5.3",
    hypotheses=(
        Unit(x, witness={x: [2, 0], u: [0, 1], h: 1}),
        NonZero(x + h * u, witness={x: [1, 0], u: [-1, 0], h: 1}),
    ),
    claim=Equal(Dot(u, moved - x), (1 + Norm(x + h * u)) * (1 - Dot(x, moved)) / h),
    steps=(NormalForm(),),
    emits=(RELAXED_STEP, STEP),
    checks=(
        Bits(
            3,
            "relaxed_step",
            near=((u, -x / h),),
            scale=((u, 1e6), (h, 1e3)),
            condition=(1 + h * Norm(u)) / Norm(x + h * u),
        ),
    ),
    cites=("liao2026",),
)
