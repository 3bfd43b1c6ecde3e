"""The operations of the chapter: laws of keys, their energies and divergences, and what is averaged over keys."""

from __future__ import annotations

import sympy as sp

from derivations.attention.operations import logit, softmax
from derivations.vocabulary import bias, j, tilt
from svflow_math.engine.record.terms import FiniteSum, ScalarFamily

count = FiniteSum(j, 1)
"""The number of keys, or of whatever is averaged."""

law, other = ScalarFamily("w", positive=True), ScalarFamily("p", positive=True)
first, second = sp.symbols("a b", positive=True)
M = sp.Symbol("M", positive=True)

normalizer = tilt[j]
"""C_d(kappa_j), the normaliser of key j; what is shown with it holds for every positive factor."""
energy = sp.log(FiniteSum(j, sp.exp(logit)))
prior_mass = sp.log(FiniteSum(j, sp.exp(bias[j])))
log_likelihood = sp.log(FiniteSum(j, normalizer * sp.exp(logit))) - prior_mass
"""log p(x) for the prior proportional to e^b."""
mean_log_normalizer = FiniteSum(j, softmax * sp.log(normalizer))
exact = normalizer * sp.exp(logit) / FiniteSum(j, normalizer * sp.exp(logit))
gap = FiniteSum(j, softmax * sp.log(softmax / exact))
"""KL(w || p) of the attention weights from the exact posterior."""
cumulant = sp.log(FiniteSum(j, softmax * normalizer)) - mean_log_normalizer
mean_logit = FiniteSum(j, softmax * logit)
entropy = -FiniteSum(j, softmax * sp.log(softmax))


def divergence(p: sp.Expr, q: sp.Expr) -> sp.Expr:
    """KL(p || q)."""
    return FiniteSum(j, p * sp.log(p / q))


def jensen_shannon(p: sp.Expr, q: sp.Expr) -> sp.Expr:
    """The mean of the divergences of two laws from their midpoint."""
    return FiniteSum(j, p * sp.log(2 * p / (p + q)) + q * sp.log(2 * q / (p + q))) / 2
