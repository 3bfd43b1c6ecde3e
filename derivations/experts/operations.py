"""The operations of the chapter: gates, experts kept and dropped, activations and their lower bounds."""

from __future__ import annotations

from typing import Any

import sympy as sp

from derivations.vmf.operations import Density
from derivations.vocabulary import bias, event, posteriors, scores, values, x, z
from svflow_math.engine.record.primitives import NormalCdf, PositivePart, Sigmoid
from svflow_math.engine.record.terms import Defined, Dot, FiniteSum, Norm, Normalize, ScalarFamily, VectorFamily

rows = VectorFamily("w")
in_rows, gate_rows = VectorFamily("w"), VectorFamily("g")
means, sizes = VectorFamily("mu"), ScalarFamily("kappa", nonnegative=True)
inputs, factors, activations = ScalarFamily("a"), ScalarFamily("c"), ScalarFamily("varphi")
shares = ScalarFamily("P")
gates = posteriors
kept, counted = event[z], ScalarFamily("B")[z]
likelihood, top = ScalarFamily("likelihood")[z], sp.Symbol("c", real=True)
freedom = sp.Symbol("delta", real=True)
a = sp.Symbol("a", real=True)
M = sp.Symbol("M", positive=True)
floor = sp.Symbol("c", nonnegative=True)
slope = sp.Symbol("y", real=True)
beyond = sp.Symbol("r", nonnegative=True)

width = FiniteSum(z, 1)
"""The number of components, experts or hidden units, as a sum."""


def softmax(logit: Any) -> Any:
    """The law over the components whose logarithm is the logit up to a constant."""
    return sp.exp(logit) / FiniteSum(z, sp.exp(logit))


def posterior(prior: Any, density: Any) -> Any:
    """The posterior over the components under a prior that need not be normalised."""
    return prior * density / FiniteSum(z, prior * density)


logit = Dot(x, rows[z]) + bias[z]
gate = softmax(logit)
density = Density(x, Normalize(rows[z]), Norm(rows[z]))

mass = FiniteSum(z, kept * gates[z])
"""What the experts that are kept hold of the law."""
renormalized = kept * gates[z] / mass
mixture = FiniteSum(z, gates[z] * scores[z])
error = FiniteSum(z, renormalized * scores[z]) - mixture
"""What the output of the kept experts is off by."""

hidden_mass = FiniteSum(z, activations[z])
feed_forward = FiniteSum(z, activations[z] * values[z])


class Silu(Defined):
    """SiLU, a/(1 + e^-a)."""

    notation = r"\operatorname{{SiLU}}({0})"
    nargs = 1

    def definition(self) -> sp.Expr:
        return self.args[0] / (1 + sp.exp(-self.args[0]))


class Gelu(Defined):
    """GELU, a Phi(a) with the normal distribution function Phi."""

    notation = r"\operatorname{{GELU}}({0})"
    nargs = 1

    def definition(self) -> sp.Expr:
        return self.args[0] * NormalCdf(self.args[0])


def tanh_argument(t: Any) -> Any:
    """sqrt(2/pi) (t + 0.044715 t^3)."""
    return sp.sqrt(2) / sp.sqrt(sp.pi) * (t + sp.Rational(44715, 10**6) * t**3)


class TanhGelu(Defined):
    """The approximation of GELU by tanh, (a/2) (1 + tanh(sqrt(2/pi) (a + 0.044715 a^3)))."""

    notation = r"\operatorname{{GELU}}_{{\tanh}}({0})"
    nargs = 1

    def definition(self) -> sp.Expr:
        return self.args[0] / 2 * (1 + sp.tanh(tanh_argument(self.args[0])))


ACTIVATIONS = {
    "silu": (Silu(a), a * Sigmoid(a)),
    "gelu": (Gelu(a), a * NormalCdf(a)),
    "gelu_tanh": (TanhGelu(a), a * Sigmoid(2 * tanh_argument(a))),
    "relu": (sp.Max(a, 0), PositivePart(a)),
    "exp": (sp.exp(a), sp.exp(a)),
}
"""Each activation by the name that callers use: its definition, and the stable form that is emitted."""

GELU_FLOOR, TANH_GELU_FLOOR, SILU_FLOOR = (sp.Rational(k, 10**9) for k in (169971208, 170040751, 278464543))
NINTH_DIGIT = sp.Rational(1, 10**9)
