"""The operations of the chapter: concentrations, likelihoods of keys, laws normalised over them, and turned planes."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from derivations.vmf.operations import Density, Normalizer
from derivations.vocabulary import bias, j, keys, plane, query, tau, values
from svflow_math.engine.record.terms import (
    Defined,
    Dot,
    FiniteSum,
    Norm,
    Normalize,
)


def turned(coordinates: Sequence[sp.Expr], angle: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The coordinates in a plane after a turn by the angle."""
    first, second = coordinates
    cosine, sine = sp.cos(angle), sp.sin(angle)
    return first * cosine - second * sine, first * sine + second * cosine


def inner(x: Sequence[sp.Expr], y: Sequence[sp.Expr]) -> sp.Expr:
    """The inner product of two vectors by their coordinates in the planes."""
    return FiniteSum(plane, x[0] * y[0] + x[1] * y[1])


class Concentration(Defined):
    """kappa_j = tau |y_q| |k_j|: the concentration of a key as a component of a mixture on the sphere."""

    notation = r"\kappa({0}, {1})"
    nargs = 2

    @property
    def free_symbols(self) -> set:
        return self.definition().free_symbols

    def _eval_is_nonnegative(self) -> bool:
        return True

    def definition(self) -> sp.Expr:
        q, k = self.args
        return tau * Norm(q) * Norm(k)


concentration = Concentration(query, keys[j])
density = Density(Normalize(query), Normalize(keys[j]), concentration)
logit = tau * Dot(query, keys[j]) + bias[j]
softmax = sp.exp(logit) / FiniteSum(j, sp.exp(logit))
energy = sp.log(FiniteSum(j, sp.exp(logit)))


def mean(vector: sp.Expr) -> sp.Expr:
    """The mean of a family of vectors under the softmax weights."""
    return FiniteSum(j, softmax * vector)


output = mean(values[j])


def posterior(prior: sp.Expr) -> sp.Expr:
    """The posterior of key j under a prior over the keys, the keys' vMF densities at N(y_q) as likelihoods."""
    return prior * density / FiniteSum(j, prior * density)


def rounding_of(law: sp.Expr, rest: sp.Expr = sp.S.Zero) -> sp.Expr:
    """What the rounding of a law over keys is relative to: an error of a log weight is a relative error of the weights.

    `rest` is the size of what a log weight has beside the logit.
    """
    size = tau * Norm(query) * Norm(keys[j]) + sp.Abs(bias[j]) + rest
    return law * (1 + size + FiniteSum(j, law * size))


def normalized(weight: sp.Expr) -> sp.Expr:
    """The law proportional to a family of positive weights."""
    return weight / FiniteSum(j, weight)


prior_with_normalizer = normalized(sp.exp(bias[j]) / Normalizer(concentration))
