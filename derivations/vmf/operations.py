"""The operations of the chapter: areas, the normaliser, and the mean resultant length, each defined by slices."""

from __future__ import annotations

from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import Defined, Dot, VectorSymbol, d

kappa = sp.Symbol("kappa", nonnegative=True)
rho = sp.Symbol("rho", nonnegative=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
h = sp.Symbol("h", positive=True)
gain = sp.Symbol("epsilon", nonnegative=True)
r = sp.Symbol("r", positive=True)
mu, omega, eta = VectorSymbol("mu"), VectorSymbol("omega"), VectorSymbol("eta")
level = sp.Symbol("t", real=True)
rate = sp.Symbol("tau", real=True)

ONE_DIMENSION = (
    "for d = 1 the sphere is two points, not slices to integrate over; Bessel's functions still obey the claim"
)
"""Why d >= 2 is stated where the claim holds for d = 1 as well."""

kappa_1, kappa_2 = sp.symbols("kappa_1 kappa_2", nonnegative=True)
nu, w = sp.symbols("nu w", positive=True)
j, terms = sp.symbols("j M", integer=True, nonnegative=True)
mu_1, mu_2 = VectorSymbol("mu_1"), VectorSymbol("mu_2")
b = (d - 1) / sp.Integer(2)

SLICE = level * mu + sp.sqrt(1 - level**2) * omega
"""The point at height t over the point omega of the equator."""


class SphereArea(Defined):
    """|S^(n-1)| = 2 pi^(n/2) / Gamma(n/2), the area of the unit sphere of R^n."""

    notation = r"|S^{{{0}-1}}|"
    nargs = 1

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[0].is_positive else None

    def definition(self) -> sp.Expr:
        (n,) = self.args
        return 2 * sp.pi ** (n / 2) / sp.gamma(n / 2)


class OfConcentration(Defined):
    """A function of kappa in dimension n; n is the dimension d of the chapter where it is not given."""

    def __new__(cls, concentration: Any, dim: Any = d) -> Any:
        return super().__new__(cls, sp.sympify(concentration), sp.sympify(dim))


class Normalizer(OfConcentration):
    """C_n(kappa): the density C e^(kappa <mu, x>) has integral one over S^(n-1)."""

    notation = r"C_{{{1}}}\left({0}\right)"

    def _eval_is_positive(self) -> bool:
        return True

    def definition(self) -> sp.Expr:
        concentration, n = self.args
        return 1 / (SphereArea(n - 1) * SliceIntegral(1, concentration, n))

    @staticmethod
    def numeric(concentration: Any, n: Any) -> Any:
        order, size = n / 2 - 1, abs(concentration)
        if size == 0:
            return mpmath.gamma(n / 2) / (2 * mpmath.pi ** (n / 2))
        return size**order / ((2 * mpmath.pi) ** (n / 2) * mpmath.besseli(order, size))


class LogNormalizer(OfConcentration):
    """log C_n(kappa), which stays a number where C_n(kappa) underflows."""

    implementation = "svflow_math.numerics.log_bessel.log_normalizer"
    notation = r"\log C_{{{1}}}\left({0}\right)"

    def definition(self) -> sp.Expr:
        return sp.log(Normalizer(*self.args))


class MeanResultantLength(OfConcentration):
    """A_n(kappa) = E <mu, x>, the mean of the height; between -1 and 1, and not negative for kappa >= 0."""

    ceiling = 1
    notation = r"A_{{{1}}}\left({0}\right)"

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.args[0].is_nonnegative else None

    def definition(self) -> sp.Expr:
        concentration, n = self.args
        return SliceIntegral(height, concentration, n) / SliceIntegral(1, concentration, n)

    @staticmethod
    def numeric(concentration: Any, n: Any) -> Any:
        order, size = n / 2 - 1, abs(concentration)
        if size == 0:
            return mpmath.mpf(0)
        return mpmath.sign(concentration) * mpmath.besseli(order + 1, size) / mpmath.besseli(order, size)


class Density(Defined):
    """The von Mises-Fisher density C_d(kappa) e^(kappa <mu, x>) at x, for the mean direction mu."""

    notation = r"\mathrm{{vMF}}\left({0};\, {1}, {2}\right)"
    nargs = 3

    def _eval_is_positive(self) -> bool:
        return True

    def definition(self) -> sp.Expr:
        x, direction, concentration = self.args
        return Normalizer(concentration) * sp.exp(concentration * Dot(direction, x))


class Divergence(Defined):
    """KL(mu_1, kappa_1 | mu_2, kappa_2) as a function of kappa_1, kappa_2 and <mu_1, mu_2>."""

    notation = r"\operatorname{{KL}}\left({0}, {1}; {2}\right)"
    nargs = 3

    def definition(self) -> sp.Expr:
        first, second, cosine = self.args
        logs = sp.log(Normalizer(first)) - sp.log(Normalizer(second))
        return logs + MeanResultantLength(first) * (first - second * cosine)
