"""The projective step to second order.

Statement   R_x(h P_x u) = x + h P_x u - h^2/2 |P_x u|^2 x + O(h^3) for |x| = 1.
Form        No tangent term of second order: the curve has no tangent acceleration at its start.
Sources     absil2008
"""

import sympy as sp

from derivations.euler.operations import PARAMETERS, TANGENT_STEP, projective, size, straight
from derivations.sphere.operations import REFUSED, xx
from derivations.vocabulary import Project, h, u, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.primitives import Hypot, ReciprocalNorm
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

tangent = Project(x, u)
stretch = sp.Symbol("stretch", positive=True)

PROJECTIVE_STEP = RowEmission(
    name="projective_step",
    args=(x, u, h),
    value=projective(x, u),
    lets=(*TANGENT_STEP, Let(stretch, Hypot(1, size))),
    returns=ReciprocalNorm(xx) / stretch * x + h / stretch * straight,
    docs=Docs(
        summary="One Euler step by the projective retraction: the direction of x + h P_x u.",
        parameters=PARAMETERS,
        returns="Points of the open hemispheres around x, shape (..., d).",
        raises=f"{REFUSED}, h is negative, or h |P_x u| overflows.",
        example=">>> projective_step([1.0, 0.0], [5.0, 3.0], 0.25)\narray([0.8, 0.6])",
    ),
)

THEOREM = Theorem(
    id="projective_step_expansion",
    number="5.1",
    hypotheses=(Unit(x, witness={x: [2, 0], u: [1, 1]}),),
    claim=OrderOf(projective(x, u) - (x + h * tangent - h**2 / 2 * Dot(tangent, tangent) * x), h, 3),
    steps=(Taylor(),),
    emits=(PROJECTIVE_STEP,),
    checks=(Bits(3, "projective_step", scale=((u, 1e6), (h, 1e3)), condition=1 + h * Norm(u)),),
    cites=("absil2008",),
)
