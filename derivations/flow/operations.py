"""The operations of the chapter: mixtures whose components have log densities that are linear in the ambient point.

A von Mises-Fisher component of mean direction mu_z and concentration kappa_z has the score s_z = kappa_z mu_z; its
prior weight and its normaliser together are one number, pi_z = log of their product up to a constant. Where nothing
but smoothness is used, a component is any smooth function f_z, the logarithm of its prior weight times its density.
"""

from __future__ import annotations

from typing import Any

import mpmath
import sympy as sp

from derivations.vmf.operations import Density, LogScaledNormalizer
from derivations.vocabulary import (
    Project,
    component_event,
    log_prior,
    mean_directions,
    other_weights,
    posteriors,
    scores,
    x,
    z,
)
from svflow_math.engine.record.emission import Docs, Let
from svflow_math.engine.record.fields import FieldFamily
from svflow_math.engine.record.terms import Defined, Dot, FiniteSum, Normalize, ScalarFamily, d

q, p, A = posteriors[z], other_weights[z], component_event[z]
D = sp.Symbol("D", positive=True)
rate = sp.Symbol("kappa", nonnegative=True)
time = sp.Symbol("t", real=True)
log_likelihoods = FieldFamily("f")
kappa_z, mu_z = ScalarFamily("kappa", nonnegative=True)[z], mean_directions[z]


class NegativeEntropy(Defined):
    """q log q, with the value 0 at q = 0."""

    notation = r"{0} \log {0}"
    nargs = 1

    def definition(self) -> sp.Expr:
        return self.args[0] * sp.log(self.args[0])

    @staticmethod
    def numeric(weight: Any) -> Any:
        return mpmath.mpf(0) if weight == 0 else weight * mpmath.log(weight)


def joint(point: Any) -> sp.Expr:
    """p(z) p(point | z) up to a factor: e^(pi_z + <s_z, point>)."""
    return sp.exp(log_prior[z] + Dot(scores[z], point))


def log_density(point: Any) -> sp.Expr:
    """log p(point), in the linear extension."""
    return sp.log(FiniteSum(z, joint(point)))


def posterior(point: Any) -> sp.Expr:
    """p(z | point), the exact posterior over the components."""
    return joint(point) / FiniteSum(z, joint(point))


def mean_score(point: Any) -> sp.Expr:
    """E[s_z] under the exact posterior: the ambient gradient of log p."""
    return FiniteSum(z, posterior(point) * scores[z])


field = FiniteSum(z, q * scores[z])
"""E_q[s_z], the field of the flow for a variational posterior q."""


def hessian(point: Any, direction: Any) -> sp.Expr:
    """Cov(s_z) under the exact posterior, applied to a vector: the ambient Hessian of log p."""
    along = FiniteSum(z, posterior(point) * Dot(scores[z], direction))
    return FiniteSum(z, posterior(point) * Dot(scores[z], direction) * scores[z]) - along * mean_score(point)


def riemannian_hessian(point: Any, direction: Any) -> sp.Expr:
    """The Hessian of log p on the sphere, applied to a tangent vector."""
    return Project(point, hessian(point, direction)) - Dot(point, mean_score(point)) * direction


def divergence(law: Any, other: Any) -> sp.Expr:
    """KL(law | other), for laws over the components; a weight of the first that is zero adds nothing."""
    return FiniteSum(z, NegativeEntropy(law) - law * sp.log(other))


def elbo(log_joint: Any) -> sp.Expr:
    """E_q[log_joint] plus the entropy of q."""
    return FiniteSum(z, q * log_joint - NegativeEntropy(q))


def variation(law: Any, other: Any) -> sp.Expr:
    """law(A) - other(A), the total variation where A is the event on which the first law exceeds the other."""
    return FiniteSum(z, A * (law - other))


def affinity(law: Any, other: Any) -> sp.Expr:
    """The Bhattacharyya coefficient of two laws."""
    return FiniteSum(z, sp.sqrt(law) * sp.sqrt(other))


log_joint = log_likelihoods[z]


def smooth_posterior(point: Any) -> sp.Expr:
    """p(z | point) for components of which only smoothness is known."""
    return sp.exp(log_joint(point)) / FiniteSum(z, sp.exp(log_joint(point)))


def flowed(start: Any, mean: Any) -> sp.Expr:
    """The point to which the flow of one component carries a point of the sphere in the time t."""
    cosine, reach = Dot(mean, start), rate * time
    along = cosine * sp.cosh(reach) + sp.sinh(reach)
    return (start - cosine * mean + along * mean) / (sp.cosh(reach) + cosine * sp.sinh(reach))


prior = sp.exp(log_prior[z]) / FiniteSum(z, sp.exp(log_prior[z]))
component_density = Density(x, mu_z, kappa_z)
evidence = FiniteSum(z, prior * component_density)
"""p(x) of a von Mises-Fisher mixture."""
vmf_posterior = prior * component_density / evidence
"""p(z | x) in it."""


class LogPrior(Defined):
    """The log prior, normalised."""

    attribute = "components.log_prior"
    notation = r"\left({0} - \log \sum_{{z}} e^{{{0}}}\right)"
    nargs = 1

    def definition(self) -> sp.Expr:
        return self.args[0] - sp.log(FiniteSum(z, sp.exp(self.args[0])))


class Excess(Defined):
    """kappa (<mu, x> - 1), the log density less that at the mean direction."""

    attribute = "states.excess"
    notation = r"{2} (\langle {1}, {0} \rangle - 1)"
    nargs = 3

    def definition(self) -> sp.Expr:
        point, mean, concentration = self.args
        return concentration * (Dot(mean, point) - 1)


class Softmax(Defined):
    """exp, normalised over the components."""

    implementation = "svflow_math.numerics.mixture.softmax"
    notation = r"\operatorname{{softmax}}\left({0}\right)"
    nargs = 1

    def definition(self) -> sp.Expr:
        return sp.exp(self.args[0]) / FiniteSum(z, sp.exp(self.args[0]))


class LogSumExp(Defined):
    """The logarithm of the sum over the components of exp."""

    implementation = "svflow_math.numerics.mixture.log_sum_exp"
    notation = r"\log \sum_{{z}} e^{{{0}}}"
    nargs = 1

    def definition(self) -> sp.Expr:
        return sp.log(FiniteSum(z, sp.exp(self.args[0])))


class MeanScore(Defined):
    """The mean of kappa_z mu_z under a law."""

    vector = True
    method = "states.mean_score"
    notation = r"\sum_{{z}} {0} \kappa_{{z}} \mu_{{z}}"
    nargs = 1

    def definition(self) -> sp.Expr:
        return FiniteSum(z, self.args[0] * kappa_z * mu_z)


class TangentScore(Defined):
    """The tangent part at x of the mean of kappa_z mu_z under a law."""

    vector = True
    method = "states.tangent"
    notation = r"P_{{x}} \sum_{{z}} {0} \kappa_{{z}} \mu_{{z}}"
    nargs = 1

    def definition(self) -> sp.Expr:
        return Project(x, MeanScore(self.args[0]))


class RelaxedStep(Defined):
    """The direction of x + h v."""

    vector = True
    method = "states.relaxed"
    notation = r"N\left(x + {0} {1}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        length, vector = self.args
        return Normalize(x + length * vector)


class Along(Defined):
    """<x, v>."""

    method = "states.along"
    notation = r"\langle x, {0} \rangle"
    nargs = 1

    def definition(self) -> sp.Expr:
        return Dot(x, self.args[0])


class TangentialSpread(Defined):
    """The mean of |P_x (s_z - g)|^2 under a law, with s_z = kappa_z mu_z and g their mean."""

    method = "states.tangential_spread"
    notation = r"\sum_{{z}} {0} |P_{{x}} (\kappa_{{z}} \mu_{{z}} - g)|^2"
    nargs = 1

    def definition(self) -> sp.Expr:
        gap = kappa_z * mu_z - MeanScore(self.args[0])
        return FiniteSum(z, self.args[0] * Dot(Project(x, gap), gap))


class MeanLogRatio(Defined):
    """The mean of l_z - log q_z under q."""

    implementation = "svflow_math.numerics.mixture.mean_log_ratio"
    notation = r"\sum_{{z}} {0} ({1} - \log {0})"
    nargs = 2

    def definition(self) -> sp.Expr:
        law, log_weights = self.args
        return FiniteSum(z, law * log_weights - NegativeEntropy(law))


class DivergenceFromSoftmax(Defined):
    """The sum over z of q log(q/p) - q + p, with p = softmax(l): terms that are not negative."""

    implementation = "svflow_math.numerics.mixture.divergence_from_softmax"
    notation = r"\sum_{{z}} \left({0} \log\tfrac{{{0}}}{{p}} - {0} + p\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        law, log_weights = self.args
        other = Softmax(log_weights)
        return FiniteSum(z, NegativeEntropy(law) - law * sp.log(other) - law + other)


LOG_WEIGHT = Let(sp.Symbol("log_weight", real=True), LogPrior(log_prior[z]) + LogScaledNormalizer(kappa_z, d))
"""log of prior times density of a component at its mean direction."""
LOG_JOINT = LOG_WEIGHT.symbol + Excess(x, mu_z, kappa_z)
ARGUMENTS = (x, mu_z, kappa_z, log_prior[z])

_WORDS = {
    "x": "States, shape (..., d), of norm 1; they stand for their directions.",
    "means": "Mean directions, shape (..., K, d), of norm 1; leading axes broadcast with those of x.",
    "kappas": "Concentrations, at least 0 and finite, shape (..., K) or one number for all.",
    "posterior": "Variational posterior q(z|x), shape (..., K): entries at least 0 of sum 1.",
    "log_prior": "Log prior up to a constant, shape (..., K); -inf takes a component out. None: all alike.",
}
_REFUSED = (
    "If a vector is not of norm 1, a concentration is negative or not finite, no component has a prior, a posterior is "
    "not a law, or shapes do not fit."
)


def words(
    summary: str, returns: str, example: str, given: str = "", notes: str = "", refused: str = "", step: str = ""
) -> Docs:
    """The docstring of a function of states and a mixture; `given` says what a posterior that is left out means."""
    order = ["x", "means", "kappas", "log_prior"]
    if given:
        order.insert(3 if given == "required" else 4, "posterior")
    if step:
        order.insert(3, "h")
    parameters = {name: step if name == "h" else _WORDS[name] for name in order}
    if given == "optional":
        parameters["posterior"] += " None: the exact one."
    return Docs(
        summary=summary,
        parameters=parameters,
        returns=returns,
        raises=_REFUSED + refused,
        example=f">>> x, means = [1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]\n{example}",
        notes=notes,
    )


OFF_SUPPORT = " If the posterior has weight where log_prior is -inf."
