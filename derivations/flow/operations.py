"""The operations of the chapter: mixtures whose components have log densities that are linear in the ambient point.

A von Mises-Fisher component of mean direction mu_z and concentration kappa_z has the score s_z = kappa_z mu_z; its
prior weight and its normaliser together are one number, pi_z = log of their product up to a constant. Where nothing
but smoothness is used, a component is any smooth function f_z, the logarithm of its prior weight times its density.
"""

from __future__ import annotations

from typing import Any

import mpmath
import sympy as sp

from derivations.vocabulary import Project, component_event, log_prior, other_weights, posteriors, scores, z
from svflow_math.engine.record.fields import FieldFamily
from svflow_math.engine.record.terms import Defined, Dot, FiniteSum

q, p, A = posteriors[z], other_weights[z], component_event[z]
D = sp.Symbol("D", positive=True)
rate = sp.Symbol("kappa", nonnegative=True)
time = sp.Symbol("t", real=True)
log_likelihoods = FieldFamily("f")


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
