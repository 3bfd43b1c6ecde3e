"""The field of the flow is the gradient of the evidence lower bound, the variational posterior held fixed.

Statement   <E_q[grad log p(x|z)], u> = D_x (E_q[log p(x, z)] + H(q))[u] for every u, with q held fixed and a prior free
            of x.
Form        The flow climbs the bound at every moment, whatever q is; that q moves along adds nothing to its direction.
Sources     liao2026
"""

from derivations.flow.operations import elbo, log_joint, q
from derivations.vocabulary import u, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum, GradientField
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="field_eq_elbo_gradient",
    number="3.3",
    hypotheses=(),
    claim=Equal(Dot(FiniteSum(z, q * GradientField(log_joint.member, x)), u), Differential(elbo(log_joint(x)), x, u)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
