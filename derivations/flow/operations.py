"""The operations of the chapter: mixtures whose components have log densities that are linear in the ambient point.

A von Mises-Fisher component of mean direction mu_z and concentration kappa_z has the score s_z = kappa_z mu_z; its
prior weight and its normaliser together are one number, pi_z = log of their product up to a constant.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from derivations.vocabulary import log_prior, scores, z
from svflow_math.engine.record.terms import Dot, FiniteSum


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
