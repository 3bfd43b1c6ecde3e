"""Normalising an unprojected step is the projective retraction of its tangent part, rescaled.

Statement   N(x + a) = R_x(P_x a / (1 + <x, a>)) for |x| = 1 and 1 + <x, a> > 0.
Form        a is what a residual branch adds; no projection is needed, and the price is exactly the factor.
Sources     absil2008; liao2026
"""

import sympy as sp

from derivations.retraction.operations import c, far, na, near, size
from derivations.sphere.operations import BASE, POINT, factor, residual, xe, xx
from derivations.vocabulary import Project, Projective, a, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.primitives import NearAntipode, ReciprocalNorm
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

TANGENT = RowEmission(
    name="relaxed_tangent",
    args=(x, a),
    value=Project(x, a) / (1 + Dot(x, a)),
    lets=(
        *POINT,
        Let(na, Norm(a)),
        Let(near, NearAntipode(Dot(x, a))),
        Let(far, 1 - near),
        Let(residual, near * ReciprocalNorm(xx) * x + a),
        Let(xe, Dot(x, residual)),
        Let(c, far + xe / sp.sqrt(xx), means=1 + Dot(x, a)),
        Let(factor, 1 / c),
        Let(size, na / c, finite=True, words="|a| / (1 + <x, a>)"),
    ),
    returns=factor * residual - factor * xe / xx * x,
    docs=Docs(
        summary="Tangent vector P_x a / (1 + <x, a>) at x whose projective retraction is relaxed(x, a).",
        parameters={"x": BASE, "a": "Updates, shape (..., d); leading axes broadcast."},
        returns="Tangent vectors at x, shape (..., d).",
        raises="If x is not a unit vector, a value is not finite, shapes do not broadcast, or 1 + <x, a> is not "
        "positive.",
        example=">>> relaxed_tangent([1.0, 0.0], [1.0, 1.0])\narray([0. , 0.5])",
    ),
)

THEOREM = Theorem(
    id="relaxed_retraction_eq_projective",
    number="4.2",
    hypotheses=(
        Unit(
            x,
            convenience="R is a retraction at points of the sphere only; the equality itself holds for every vector",
        ),
        Positive(1 + Dot(x, a), witness={x: [1, 0], a: [-2, 0]}),
    ),
    claim=Equal(Normalize(x + a), Projective(x, Project(x, a) / (1 + Dot(x, a)))),
    steps=(NormalForm(),),
    emits=(TANGENT,),
    checks=(
        Bits(
            3,
            "relaxed_tangent",
            near=((a, -x),),
            scale=((a, 1e6),),
            condition=(1 + Norm(x + a)) / (1 + Dot(x, a)) + Norm(x + a) / Norm(Project(x, a)),
        ),
    ),
    cites=("absil2008", "liao2026"),
)
