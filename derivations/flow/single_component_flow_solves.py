"""The flow of one von Mises-Fisher component in closed form.

Statement   x(t) = (P_mu x + (c cosh(kappa t) + sinh(kappa t)) mu) / (cosh(kappa t) + c sinh(kappa t)), with
            c = <mu, x>, solves dx/dt = kappa P_x mu for |mu| = 1.
Form        Every term is in the plane of x and mu. What is emitted is (P_mu x / cosh(kappa t) + (a - b) mu) / (a + b)
            with a = (1 + c)/(1 + e^(-2 kappa t)) and b = (1 - c)/(1 + e^(2 kappa t)): nothing overflows, and nothing
            cancels where x is near mu or near -mu.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import flowed, rate, time
from derivations.vmf.operations import DIRECTIONS, LEADING, POINTS, REFUSED, mu, residual
from derivations.vocabulary import Project, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.primitives import OnePlusCosine, PositiveQuotient, Rejection
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

mm, xx, xm, xe = sp.symbols("mm xx xm xe", real=True)
cosine, sine, far, near, across, along = sp.symbols("cosine sine far near across along", real=True)
nm, nx, reach = sp.symbols("nm nx reach", positive=True)

FLOW = RowEmission(
    name="single_component_flow",
    args=(x, mu, rate, time),
    value=flowed(x, mu),
    lets=(
        Let(mm, Dot(mu, mu)),
        Let(xx, Dot(x, x)),
        Let(xm, Dot(mu, x)),
        Let((residual, xe, sine, cosine), Rejection(mu, x, mm, xx, xm)),
        Let(nm, sp.sqrt(mm)),
        Let(nx, sp.sqrt(xx)),
        Let(reach, rate * time),
        Let(far, OnePlusCosine(cosine / nx, sine / nx) / (1 + sp.exp(-2 * reach))),
        Let(near, OnePlusCosine(-cosine / nx, sine / nx) / (1 + sp.exp(2 * reach))),
        Let(across, PositiveQuotient(2 / (sp.exp(reach) + sp.exp(-reach)) / nx, far + near, sp.S.Zero)),
        Let(along, PositiveQuotient((far - near) / nm, far + near, cosine / nx / nm)),
    ),
    returns=across * residual + (along - across * xe / mm) * mu,
    names={rate: "kappa"},
    docs=Docs(
        summary="Where the spherical flow of one von Mises-Fisher component carries a point in the time t.",
        parameters={"x": POINTS, "mu": DIRECTIONS, "kappa": LEADING, "t": "Times, of either sign; broadcast likewise."},
        returns="Points of the sphere, shape (..., d).",
        raises=REFUSED,
        notes="The points mu and -mu rest; every other point tends to mu on its great circle with mu.",
        example=">>> single_component_flow([0.0, 1.0], [1.0, 0.0], 2.0, 0.5).round(4)\narray([0.7616, 0.6481])",
    ),
)

THEOREM = Theorem(
    id="single_component_flow_solves",
    number="3.7",
    hypotheses=(
        Unit(x, convenience="the closed form solves the equation from any start; the flow is one of unit vectors"),
        Unit(mu, witness={x: [1, 0], mu: [0, 0.5], rate: 1, time: 0.5}),
    ),
    claim=Equal(Differential(flowed(x, mu), time, 1), rate * Project(flowed(x, mu), mu)),
    steps=(NormalForm(),),
    emits=(FLOW,),
    checks=(Bits(3, "single_component_flow", near=((x, mu), (x, -mu)), scale=((rate, 1e8),)),),
    cites=("liao2026",),
)
