"""The direction that a residual block leaves does not depend on the scale of the stream.

Statement   N(s y + s f) = N(y + f) for s > 0, y + f != 0.
Form        Stream and update may be measured in any unit: only the ratio of their lengths matters.
Sources     liao2026
"""

from derivations.retraction.operations import STREAM, UPDATE, ns, scaled, total
from derivations.vocabulary import s, update, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import NonZero, Positive
from svflow_math.engine.record.primitives import Rescaled
from svflow_math.engine.record.terms import Normalize
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

DIRECTION = RowEmission(
    name="residual_direction",
    args=(y, update),
    value=Normalize(y + update),
    lets=(Let(total, y + update, words="y + f"), Let((scaled, ns), Rescaled(total))),
    returns=scaled / ns,
    docs=Docs(
        summary="Direction of y + f: where a residual block leaves the stream on the sphere.",
        parameters={"y": STREAM, "f": UPDATE},
        returns="Unit vectors, shape (..., d).",
        raises="If y + f is zero or not finite, a value is not finite, or shapes do not broadcast.",
        example=">>> residual_direction([2.0, 0.0], [1.0, 4.0])\narray([0.6, 0.8])",
    ),
)

THEOREM = Theorem(
    id="residual_direction_scale_invariant",
    number="4.5",
    hypotheses=(
        NonZero(y + update, witness={y: [1, 0], update: [-1, 0], s: 1}),
        Positive(s, witness={y: [1, 0], update: [0, 1], s: -1}),
    ),
    claim=Equal(Normalize(s * y + s * update), Normalize(y + update)),
    steps=(NormalForm(),),
    emits=(DIRECTION,),
    checks=(
        Bits(
            2,
            "residual_direction",
            near=((update, -y),),
            scale=((y, 1e150), (update, 1e150)),
        ),
    ),
    cites=("liao2026",),
)
