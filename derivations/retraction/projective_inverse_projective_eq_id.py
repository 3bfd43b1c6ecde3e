"""The projective retraction reaches every point of the open hemisphere.

Statement   R_x(y / <x, y> - x) = y for |y| = 1 and <x, y> > 0.
Form        The inverse needs no angle; at the equator it does not exist.
Sources     absil2008
"""

from derivations.retraction.operations import InverseProjective
from derivations.sphere.operations import BASE, REFUSED, TARGET, TWO_POINTS, cosine, factor, residual, xe, xx
from derivations.vocabulary import Projective, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

INVERSE = RowEmission(
    name="inverse_projective",
    args=(x, y),
    value=InverseProjective(x, y),
    lets=(*TWO_POINTS, Let(factor, 1 / cosine, finite=True, words="1 / <x, y>")),
    returns=factor * residual - factor * xe / xx * x,
    docs=Docs(
        summary="Inverse of the projective retraction: the tangent vector y / <x, y> - x at x that it sends to y.",
        parameters={"x": BASE, "y": TARGET},
        returns="Tangent vectors at x, shape (..., d), of length tan(dist(x, y)).",
        raises=f"{REFUSED}, or y is not in the open hemisphere around x.",
        example=">>> inverse_projective([1.0, 0.0], [0.8, 0.6])\narray([0.  , 0.75])",
    ),
)

THEOREM = Theorem(
    id="projective_inverse_projective_eq_id",
    number="4.1",
    hypotheses=(
        Unit(x, convenience="the identity holds for every x; a retraction is one of the sphere"),
        Unit(y, witness={x: [1, 0], y: [2, 0]}),
        Positive(Dot(x, y), witness={x: [1, 0], y: [-1, 0]}),
    ),
    claim=Equal(Projective(x, InverseProjective(x, y)), y),
    steps=(NormalForm(),),
    emits=(INVERSE,),
    checks=(Bits(3, "inverse_projective", near=((y, x),), condition=1 / Dot(x, y)),),
    cites=("absil2008",),
)
