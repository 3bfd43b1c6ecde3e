"""The direction of a vector is a point of the sphere.

Statement   |N(y)| = 1 for y != 0.
Form        N(y) = y / |y|; the zero vector has no direction.
Sources     absil2008
"""

from derivations.sphere.operations import nw
from derivations.vocabulary import y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.primitives import Rescaled
from svflow_math.engine.record.terms import Norm, Normalize, VectorSymbol
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

rescaled = VectorSymbol("u")

NORMALIZE = RowEmission(
    name="normalize",
    args=(y,),
    value=Normalize(y),
    lets=(Let((rescaled, nw), Rescaled(y)),),
    returns=rescaled / nw,
    docs=Docs(
        summary="Direction y / |y| of a vector, whatever its length.",
        parameters={"y": "Vectors, shape (..., d), not zero."},
        returns="Unit vectors, shape (..., d).",
        raises="If a vector is zero or not finite.",
        example=">>> normalize([3e-200, 4e-200])\narray([0.6, 0.8])",
    ),
)

THEOREM = Theorem(
    id="normalize_on_sphere",
    number="1.1",
    hypotheses=(NonZero(y, witness={y: [0, 0]}),),
    claim=Equal(Norm(Normalize(y)), 1),
    steps=(NormalForm(),),
    emits=(NORMALIZE,),
    checks=(Bits(2, "normalize", scale=((y, 1e150),)),),
    cites=("absil2008",),
)
