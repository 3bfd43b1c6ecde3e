"""The exponential step to second order.

Statement   exp_x(h P_x u) = x + h P_x u - h^2/2 |P_x u|^2 x + O(h^3) for |x| = 1.
Form        No tangent term of second order: the curve has no tangent acceleration at its start.
Sources     absil2008
"""

import sympy as sp

from derivations.euler.operations import PARAMETERS, TANGENT_STEP, exponential, size, straight
from derivations.sphere.operations import REFUSED, xx
from derivations.vocabulary import Exp, Project, h, u, x
from svflow_math.engine.calculus.rules.algebra import Taylor, Unfold
from svflow_math.engine.calculus.rules.entire import EntireInSquare
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.emission import Docs, RowEmission
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.primitives import ReciprocalNorm, Sinc
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

tangent = Project(x, u)

EXPONENTIAL_STEP = RowEmission(
    name="exponential_step",
    args=(x, u, h),
    value=exponential(x, u),
    lets=TANGENT_STEP,
    returns=sp.cos(size) * ReciprocalNorm(xx) * x + Sinc(size) * h * straight,
    docs=Docs(
        summary="One Euler step by the exponential map: exp_x(h P_x u).",
        parameters=PARAMETERS,
        returns="Points of the sphere, shape (..., d).",
        raises=f"{REFUSED}, h is negative, or h |P_x u| overflows.",
        example=">>> exponential_step([1.0, 0.0], [5.0, 0.0], 2.0)\narray([1., 0.])",
    ),
)

THEOREM = Theorem(
    id="exponential_step_expansion",
    number="5.1",
    hypotheses=(Unit(x, convenience="exp is a map of the sphere; its formula has this expansion at every x"),),
    claim=OrderOf(exponential(x, u) - (x + h * tangent - h**2 / 2 * Dot(tangent, tangent) * x), h, 3),
    steps=(
        Unfold((Exp,)),
        EntireInSquare(),
        Taylor(),
    ),
    emits=(EXPONENTIAL_STEP,),
    checks=(Bits(3, "exponential_step", scale=((u, 1e3), (h, 1e3)), condition=1 + h * Norm(u)),),
    cites=("absil2008",),
)
