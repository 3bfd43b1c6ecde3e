"""The operations of the chapter, and what its programs share: names of inner products, words of docstrings."""

from __future__ import annotations

import mpmath
import sympy as sp

from svflow_math.engine.record.terms import Defined, Dot, Normalize, VectorSymbol, d

na, nf, ns, scale, size, near, far, c, ue = sp.symbols("na nf ns scale size near far c ue", real=True)
total, scaled, normed, stretched, direction = (VectorSymbol(name) for name in ("w", "s", "n", "g", "u"))

STREAM = "The residual stream, shape (..., d)."
UPDATE = "What the block adds to it, shape (..., d); leading axes broadcast."
GAIN = "Gains by component, shape (..., d) or (d,); None for ones."
EPSILON = "A number >= 0 that is added to the mean square; broadcasts with the leading axes."


def direction_of_ones(dim: int) -> list[mpmath.mpf]:
    """The unit vector with equal entries."""
    return [1 / mpmath.sqrt(dim)] * dim


class InverseProjective(Defined):
    """y / <x, y> - x: the tangent vector at x that the projective retraction sends to y."""

    vector = True
    notation = r"R_{{{0}}}^{{-1}}\left({1}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        base, target = self.args
        return target / Dot(base, target) - base


class Rms(Defined):
    """y / sqrt(|y|^2 / d + epsilon): the normalising layer RMSNorm without gains."""

    vector = True
    notation = r"\operatorname{{rms}}_{{{1}}}\left({0}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        y, epsilon = self.args
        return y / sp.sqrt(Dot(y, y) / d + epsilon)


class Mean(Defined):
    """The mean of the entries of y: <1, y> / d, where the vector of ones is sqrt(d) e for a unit vector e."""

    notation = r"\operatorname{{mean}}\left({1}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        e, y = self.args
        return Dot(sp.sqrt(d) * e, y) / d


class LayerNorm(Defined):
    """(y - m 1) / sqrt(|y|^2 / d - m^2 + epsilon), m the mean of the entries: LayerNorm without gains and biases."""

    vector = True
    notation = r"\operatorname{{LayerNorm}}_{{{2}}}\left({1}\right)"
    nargs = 3

    def definition(self) -> sp.Expr:
        e, y, epsilon = self.args
        mean = Mean(e, y)
        return (y - mean * sp.sqrt(d) * e) / sp.sqrt(Dot(y, y) / d - mean**2 + epsilon)


class NormalizedStep(Defined):
    """N(x + alpha (y - x)): one block of a normalised transformer."""

    vector = True
    notation = r"N\left({0} + {2} ({1} - {0})\right)"
    nargs = 3

    def definition(self) -> sp.Expr:
        x, y, alpha = self.args
        return Normalize(x + alpha * (y - x))


class StepAngle(Defined):
    """atan2(alpha sin(theta), 1 - alpha (1 - cos(theta))): the angle by which a normalised step turns."""

    notation = r"\varphi\left({0}, {1}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        alpha, theta = self.args
        return sp.atan2(alpha * sp.sin(theta), 1 - alpha * (1 - sp.cos(theta)))
