"""The Hessian of log p is symmetric.

Statement   <w, H u> = <u, H w> for H = Cov_(p(z|x))(s_z) and all vectors u, w.
Form        So its eigenvalues are real, and those of the flow linearised at a fixed point are, too.
Sources     liao2026
"""

from derivations.flow.operations import hessian
from derivations.vocabulary import u, w, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mixture_hessian_symmetric",
    number="3.9",
    hypotheses=(),
    claim=Equal(Dot(w, hessian(x, u)), Dot(u, hessian(x, w))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
