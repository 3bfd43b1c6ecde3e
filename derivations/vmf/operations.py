"""The operations of the chapter: areas, the normaliser, and the mean resultant length, each defined by slices."""

from __future__ import annotations

from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record.emission import Docs, Let
from svflow_math.engine.record.primitives import OnePlusCosine, Rejection
from svflow_math.engine.record.slices import SliceIntegral, SliceMean, height
from svflow_math.engine.record.terms import Defined, Dot, VectorSymbol, d

kappa = sp.Symbol("kappa", nonnegative=True)
rho = sp.Symbol("rho", nonnegative=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
h = sp.Symbol("h", positive=True)
gain = sp.Symbol("epsilon", nonnegative=True)
q = sp.Symbol("q", nonnegative=True)
mu, omega, eta = VectorSymbol("mu"), VectorSymbol("omega"), VectorSymbol("eta")
level = sp.Symbol("t", real=True)
rate = sp.Symbol("tau", real=True)

ONE_DIMENSION = (
    "for d = 1 the sphere is two points, not slices to integrate over; Bessel's functions still obey the claim"
)
"""Why d >= 2 is stated where the claim holds for d = 1 as well."""

kappa_1, kappa_2 = sp.symbols("kappa1 kappa2", nonnegative=True)
nu, w = sp.symbols("nu w", positive=True)
j, terms = sp.symbols("j M", integer=True, nonnegative=True)
mu_1, mu_2 = VectorSymbol("mu1"), VectorSymbol("mu2")
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


class LogScaledNormalizer(OfConcentration):
    """log(C_n(kappa) e^kappa), the log density at the mean direction: it grows as log kappa only."""

    implementation = "svflow_math.numerics.log_bessel.log_scaled_normalizer"
    notation = r"\log\left(C_{{{1}}}\left({0}\right) e^{{{0}}}\right)"

    def definition(self) -> sp.Expr:
        return sp.log(Normalizer(*self.args)) + self.args[0]


class MeanResultantLength(OfConcentration):
    """A_n(kappa) = E <mu, x>, the mean of the height; between -1 and 1, and not negative for kappa >= 0."""

    ceiling = 1
    implementation = "svflow_math.numerics.bessel_ratio.mean_resultant_length"
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


class MeanResultantLengthComplement(OfConcentration):
    """1 - A_n(kappa), which keeps its digits where A_n(kappa) rounds to 1."""

    implementation = "svflow_math.numerics.bessel_ratio.mean_resultant_length_complement"
    notation = r"\left(1 - A_{{{1}}}\left({0}\right)\right)"

    def definition(self) -> sp.Expr:
        return 1 - MeanResultantLength(*self.args)


class MeanResultantLengthDerivative(OfConcentration):
    """A_n'(kappa), the variance of the height."""

    implementation = "svflow_math.numerics.bessel_ratio.mean_resultant_length_derivative"
    notation = r"A_{{{1}}}'\left({0}\right)"

    def definition(self) -> sp.Expr:
        concentration, n = self.args
        return SliceMean((height - MeanResultantLength(*self.args)) ** 2, concentration, n)

    @staticmethod
    def numeric(concentration: Any, n: Any) -> Any:
        if concentration == 0:
            return 1 / n
        with mpmath.workdps(mpmath.mp.dps + 10 + 2 * max(0, int(abs(mpmath.log10(concentration))))):
            length = MeanResultantLength.numeric(concentration, n)
            return 1 - length**2 - (n - 1) * length / concentration


class Entropy(OfConcentration):
    """H = -log C_n(kappa) - kappa A_n(kappa), the differential entropy of the law."""

    implementation = "svflow_math.numerics.vmf_entropy.entropy"
    notation = r"H_{{{1}}}\left({0}\right)"

    def definition(self) -> sp.Expr:
        return -sp.log(Normalizer(*self.args)) - self.args[0] * MeanResultantLength(*self.args)


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


class DivergenceOfEqualMeans(Defined):
    """KL between two laws with one mean direction, which keeps its digits where the concentrations are close."""

    implementation = "svflow_math.numerics.vmf_divergence.kl_equal_means"
    notation = r"\operatorname{{KL}}\left({0}, {1}\right)"

    def __new__(cls, first: Any, second: Any, dim: Any = d) -> Any:
        return super().__new__(cls, sp.sympify(first), sp.sympify(second), sp.sympify(dim))

    def definition(self) -> sp.Expr:
        first, second, n = self.args
        logs = sp.log(Normalizer(first, n)) - sp.log(Normalizer(second, n))
        return logs + MeanResultantLength(first, n) * (first - second)


xx, mm, xm, xe = sp.symbols("xx mm xm xe", real=True)
cosine, sine, versine = sp.symbols("cosine sine versine", real=True)
nm = sp.Symbol("nm", positive=True)
residual = VectorSymbol("e")


def pair(first: VectorSymbol, second: VectorSymbol) -> tuple[Let, ...]:
    """The inner products of two unit vectors, and what of the second is orthogonal to the first."""
    return (
        Let(xx, Dot(first, first)),
        Let(mm, Dot(second, second)),
        Let(xm, Dot(first, second)),
        Let((residual, xe, sine, cosine), Rejection(first, second, xx, mm, xm)),
        Let(nm, sp.sqrt(mm)),
    )


VERSINE = Let(versine, OnePlusCosine(-cosine / nm, sine / nm))
"""1 - <x, y> for the directions x, y of two vectors, by the squared sine where the difference would cancel."""

CONCENTRATION = "Concentrations, at least 0 and finite, any shape."
DIRECTIONS = "Mean directions, shape (..., d), of norm 1; they stand for their directions."
LEADING = "Concentrations, at least 0 and finite; their shape broadcasts with the leading axes."
POINTS = "Points of the sphere, shape (..., d), of norm 1; they stand for their directions."
REFUSED = "If a vector is not of norm 1, a concentration is negative or not finite, or shapes do not broadcast."


def words(summary: str, returns: str, example: str, notes: str = "") -> Docs:
    """The docstring of a function of a concentration and a dimension."""
    return Docs(
        summary=summary,
        parameters={
            "kappa": CONCENTRATION,
            "dim": "Dimensions d of the ambient space, integers from 2 on; broadcasts with kappa.",
        },
        returns=f"{returns}, in the shape of the broadcast arguments.",
        raises="If kappa is negative or not finite, dim is not an integer from 2 on, or shapes do not broadcast.",
        example=example,
        notes=notes,
    )
