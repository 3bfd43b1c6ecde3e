"""Projecting twice onto the tangent space is projecting once.

Statement   P_x(P_x w) = P_x w for |x| = 1.
Form        P_x w = w - <x, w> x needs one inner product; the price of a point off the sphere is the factor |x|^2.
Sources     absil2008
"""

from derivations.sphere.operations import BASE, POINT, REFUSED, nw, xw, xx
from derivations.vocabulary import Project, w, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits, Oracle

PROJECT_TANGENT = RowEmission(
    name="project_tangent",
    args=(x, w),
    value=Project(x, w),
    lets=(*POINT, Let(nw, Norm(w)), Let(xw, Dot(x, w))),
    returns=w - xw / xx * x,
    docs=Docs(
        summary="Tangent part P_x w = w - <x, w> x of a vector at a point of the sphere.",
        parameters={
            "x": BASE,
            "w": "Vectors of the ambient space, shape (..., d).",
        },
        returns="Tangent vectors at x, shape (..., d).",
        raises=f"{REFUSED}.",
        example=">>> project_tangent([0.0, 1.0], [3.0, 4.0])\narray([3., 0.])",
    ),
)

THEOREM = Theorem(
    id="project_tangent_idempotent",
    number="1.1",
    hypotheses=(Unit(x, witness={x: [2, 0], w: [1, 0]}),),
    claim=Equal(Project(x, Project(x, w)), Project(x, w)),
    steps=(NormalForm(),),
    emits=(PROJECT_TANGENT,),
    checks=(
        Bits(3, "project_tangent", condition=Norm(w) / Norm(Project(x, w))),
        Oracle("project_tangent", lambda sphere, x, w: sphere.to_tangent(w, base_point=x)),
    ),
    cites=("absil2008",),
)
