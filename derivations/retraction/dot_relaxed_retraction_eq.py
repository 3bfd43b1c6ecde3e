"""The hemisphere that a relaxed step reaches.

Statement   <x, N(x + a)> = (1 + <x, a>) / |x + a| for |x| = 1 and a != -x.
Form        The sign of 1 + <x, a> decides: the hemisphere of x, its equator, or the other one.
Sources     liao2026
"""

from derivations.retraction.operations import ns, scaled, total
from derivations.sphere.operations import BASE, POINT, xx
from derivations.vocabulary import a, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.primitives import ReciprocalNorm, Rescaled
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits, Oracle

RELAXED = RowEmission(
    name="relaxed",
    args=(x, a),
    value=Normalize(x + a),
    lets=(
        *POINT,
        Let(total, ReciprocalNorm(xx) * x + a, means=x + a, words="x + a"),
        Let((scaled, ns), Rescaled(total)),
    ),
    returns=scaled / ns,
    docs=Docs(
        summary="Relaxed retraction: the direction of x + a, for an update a that need not be tangent at x.",
        parameters={"x": BASE, "a": "Updates, shape (..., d); leading axes broadcast."},
        returns="Points of the sphere, shape (..., d).",
        raises="If x is not a unit vector, a value is not finite, shapes do not broadcast, or a = -x.",
        example=">>> relaxed([1.0, 0.0], [-0.25, 1.0])\narray([0.6, 0.8])",
        notes="Where 1 + <x, a> is positive this is projective(x, relaxed_tangent(x, a)); where it is zero the result "
        "is on the equator, where it is negative on the other hemisphere.",
    ),
)

THEOREM = Theorem(
    id="dot_relaxed_retraction_eq",
    number="4.2",
    hypotheses=(
        Unit(x, witness={x: [2, 0], a: [0, 1]}),
        NonZero(x + a, witness={x: [1, 0], a: [-1, 0]}),
    ),
    claim=Equal(Dot(x, Normalize(x + a)), (1 + Dot(x, a)) / Norm(x + a)),
    steps=(NormalForm(),),
    emits=(RELAXED,),
    checks=(
        Bits(3, "relaxed", near=((a, -x),), scale=((a, 1e6),), condition=1 / Norm(x + a)),
        Oracle("relaxed", lambda sphere, x, a: sphere.projection(x + a)),
    ),
    cites=("liao2026",),
)
