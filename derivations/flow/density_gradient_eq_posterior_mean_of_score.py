"""Fisher's identity: the gradient of log p is the posterior mean of the components' scores.

Statement   For p(x) = sum_z pi_z(x) e^(f_z(x)), the f_z any smooth functions and the prior pi_z(x) proportional to
            e^(pi_z + <r_z, x>), with r_z = e for all z: grad log p(x) = E_(p(z|x))[grad f_z(x)], written as derivatives
            in any direction u.
Form        A prior of this kind is free of x if and only if its slopes r_z are all the same: normalising takes a common
            one out. Where the prior moves with x, its own score is missing from the right side.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import log_likelihoods
from derivations.vocabulary import K, e, log_prior, u, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.finite import ReplaceFamily
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Coincide
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum, VectorFamily
from svflow_math.engine.record.theorem import Theorem

slopes, pi_ = VectorFamily("r"), sp.Symbol("pi")
weight = sp.exp(log_prior[z] + Dot(slopes[z], x))
prior = weight / FiniteSum(z, weight)
likelihood = sp.exp(log_likelihoods[z](x))
posterior = prior * likelihood / FiniteSum(z, prior * likelihood)

THEOREM = Theorem(
    id="density_gradient_eq_posterior_mean_of_score",
    number="3.2",
    hypotheses=(
        Coincide(
            slopes[z],
            e,
            witness={
                K: 2,
                slopes[z].args[0]: [[2, 0], [0, 0]],
                e: [0, 0],
                x: [0, 0],
                u: [1, 0],
                sp.Symbol("pi"): [0, 0],
            },
        ),
    ),
    claim=Equal(
        Differential(sp.log(FiniteSum(z, prior * likelihood)), x, u),
        FiniteSum(z, posterior * Differential(log_likelihoods[z](x), x, u)),
    ),
    steps=(
        ReplaceFamily(slopes[z], e, note="A common slope leaves the normalised prior free of x."),
        NormalForm(),
    ),
    cites=("liao2026",),
)
