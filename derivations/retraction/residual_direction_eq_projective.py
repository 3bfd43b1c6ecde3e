"""A pre-norm residual block moves the direction of the stream by a projective retraction.

Statement   N(y + f) = R_u(P_u f / (r + <u, f>)) with u = N(y), r = |y|, for r (r + <u, f>) = |y|^2 + <y, f> > 0.
Form        The effective step is exactly 1 / (r + <u, f>): the longer the stream, the smaller the steps.
Sources     liao2026
"""

from derivations.retraction.operations import STREAM, UPDATE, c, direction, far, near, nf, ns, scaled, size, ue
from derivations.sphere.operations import factor, ny, residual
from derivations.vocabulary import Project, Projective, update, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.primitives import NearAntipode, Rescaled
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

u = Normalize(y)
radius = Norm(y) + Dot(u, update)
product = Dot(y, y) + Dot(y, update)

TANGENT = RowEmission(
    name="residual_tangent",
    args=(y, update),
    value=Project(u, update) / radius,
    lets=(
        Let(ny, Norm(y)),
        Let(nf, Norm(update)),
        Let((scaled, ns), Rescaled(y)),
        Let(direction, scaled / ns),
        Let(near, NearAntipode(Dot(direction, update) / ny)),
        Let(far, 1 - near),
        Let(residual, near * y + update),
        Let(ue, Dot(direction, residual)),
        Let(c, far * ny + ue, means=product, times=1 / Norm(y), words="|y| + <y, f> / |y|"),
        Let(factor, 1 / c),
        Let(size, (1 + ny + nf) / c, finite=True, words="(1 + |y| + |f|) / (|y| + <y, f> / |y|)"),
    ),
    returns=factor * residual - factor * ue * direction,
    docs=Docs(
        summary="Tangent vector v at N(y) with residual_direction(y, f) = projective(N(y), v).",
        parameters={"y": STREAM, "f": UPDATE},
        returns="Tangent vectors at N(y), shape (..., d).",
        raises="If y is zero, a value is not finite, shapes do not broadcast, or |y| + <N(y), f> is not positive.",
        example=">>> residual_tangent([2.0, 0.0], [2.0, 1.0])\narray([0.  , 0.25])",
    ),
)

THEOREM = Theorem(
    id="residual_direction_eq_projective",
    number="4.5",
    hypotheses=(Positive(product, witness={y: [1, 0], update: [-2, 0]}),),
    claim=Equal(Normalize(y + update), Projective(u, Project(u, update) / radius)),
    steps=(NormalForm(),),
    emits=(TANGENT,),
    checks=(
        Bits(
            3,
            "residual_tangent",
            near=((update, -y),),
            scale=((update, 1e6),),
            condition=Norm(y + update) * (1 / radius + 1 / Norm(Project(u, update))),
        ),
    ),
    cites=("liao2026",),
)
