"""log p is the evidence lower bound plus the divergence from the posterior.

Statement   log p(x) = E_q[log p(x, z)] + H(q) + KL(q | p(.|x)) for every law q << p(.|x).
Form        z runs over the components of positive prior weight, so that q << p(.|x) says that q is a law on them. The
            log joints f_z(x) are any numbers.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import divergence, elbo, log_joint, q, smooth_posterior
from derivations.vocabulary import K, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

log_density = sp.log(FiniteSum(z, sp.exp(log_joint(x))))

THEOREM = Theorem(
    id="log_density_eq_elbo_add_divergence",
    number="3.3",
    hypotheses=(Law(q, z, witness={K: 2, sp.Symbol("q"): [0.25, 0.25], x: [0, 0]}),),
    claim=Equal(log_density, elbo(log_joint(x)) + divergence(q, smooth_posterior(x))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
