"""Named stable primitives as nodes: one name, one meaning here, one implementation in `svflow_math.numerics`.

A stable program is written in these nodes. Each has the definition that the calculus proves with; `implementation`
names the numeric function that the printer calls, which differs from the definition by rounding only.
"""

from __future__ import annotations

from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record.evaluate import Undefined
from svflow_math.engine.record.terms import Defined, Dot, Norm, Term


class Sinc(Defined):
    """sin t / t, with the value 1 at t = 0."""

    implementation = "svflow_math.numerics.primitives.sinc"
    notation = r"\operatorname{{sinc}}\left({0}\right)"
    nargs = 1

    def definition(self) -> sp.Expr:
        return sp.sin(self.args[0]) / self.args[0]

    @staticmethod
    def numeric(angle: Any) -> Any:
        return mpmath.sinc(angle)


class _Ratio(Defined):
    """a / b, and a third argument for the program where it finds b = 0."""

    implementation = "svflow_math.numerics.primitives.quotient"
    notation = r"\frac{{{0}}}{{{1}}}"
    nargs = 3

    def definition(self) -> sp.Expr:
        return self.args[0] / self.args[1]


class Quotient(_Ratio):
    """a / b, with the value of a limit where b = 0."""

    @staticmethod
    def numeric(a: Any, b: Any, limit: Any) -> Any:
        return limit if b == 0 else a / b


class PositiveQuotient(_Ratio):
    """a / b for b > 0, with a value put in where rounding leaves nothing of b."""

    @staticmethod
    def numeric(a: Any, b: Any, _: Any) -> Any:
        if b <= 0:
            raise Undefined(f"the denominator {mpmath.nstr(b, 6)} is not positive")
        return a / b


class Cathetus(Defined):
    """The leg sqrt(h^2 - a^2) of a right triangle, from its hypotenuse and its other leg."""

    implementation = "svflow_math.numerics.primitives.cathetus"
    notation = r"\sqrt{{{0}^2 - {1}^2}}"
    nargs = 2

    def definition(self) -> sp.Expr:
        return sp.sqrt(self.args[0] ** 2 - self.args[1] ** 2)


class OnePlusCosine(Defined):
    """1 + c, given the cosine c and the sine of an angle in [0, pi]."""

    implementation = "svflow_math.numerics.primitives.one_plus_cosine"
    notation = r"1 + {0}"
    nargs = 2

    def definition(self) -> sp.Expr:
        return 1 + self.args[0]


class ReciprocalNorm(Defined):
    """1 / sqrt(q) for q = <x, x>."""

    implementation = "svflow_math.numerics.primitives.reciprocal_norm"
    notation = r"\frac{{1}}{{\sqrt{{{0}}}}}"
    nargs = 1

    def definition(self) -> sp.Expr:
        return 1 / sp.sqrt(self.args[0])


class Hypot(Defined):
    """sqrt(a^2 + b^2), free of overflow."""

    implementation = "numpy.hypot"
    notation = r"\sqrt{{{0}^2 + {1}^2}}"
    nargs = 2

    def definition(self) -> sp.Expr:
        return sp.sqrt(self.args[0] ** 2 + self.args[1] ** 2)


class NearAntipode(Term):
    """1 for a cosine below -1/2, else 0: a choice between forms; what is proved with it holds for every number."""

    implementation = "svflow_math.numerics.primitives.near_antipode"
    nargs = 1

    @staticmethod
    def numeric(cosine: Any) -> Any:
        return mpmath.mpf(cosine < mpmath.mpf("-0.5"))


class Several(Term):
    """A node of which one call computes several values, named together; `components` defines them."""

    def components(self) -> tuple[Any, ...]:
        raise NotImplementedError


class Rejection(Several):
    """(e, <x, e>, |P_x y|, <x, y>/|x|) with e = y - lambda x; P_x y = e - x <x, e>/<x, x> holds for every lambda."""

    nargs = 5  # x, y and their inner products xx, yy, xy

    def components(self) -> tuple[Any, ...]:
        x, y, xx, yy, xy = self.args
        e = y - sp.Symbol("lambda", real=True) * x
        return e, Dot(x, e), sp.sqrt(yy - xy**2 / xx), xy / sp.sqrt(xx)


SCALE = sp.Symbol("lambda_y", positive=True)


class Rescaled(Several):
    """(lambda y, |lambda y|) for a nonzero y and some lambda > 0: a norm that neither overflows nor underflows."""

    nargs = 1

    def components(self) -> tuple[Any, ...]:
        multiple = SCALE * self.args[0]
        return multiple, Norm(multiple)


class Scaled(Several):
    """(lambda y, |lambda y|, lambda) for some lambda > 0, of any y; the norm neither overflows nor underflows."""

    nargs = 1

    def components(self) -> tuple[Any, ...]:
        multiple = SCALE * self.args[0]
        return multiple, Norm(multiple), SCALE


class Centred(Defined):
    """y less the mean of its entries: y - <e, y> e for the direction e of the ones."""

    vector = True
    notation = r"{1} - \operatorname{{mean}}\left({1}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        e, y = self.args
        return y - Dot(e, y) * e

    def _sympystr(self, printer: Any) -> str:
        return "{0} - mean({0})".format(printer._print(self.args[1]))


class ScaledInner(Defined):
    """tau <q, k>: the logit of a query and a key."""

    attribute = "pairs.scaled_inner"
    notation = r"{0} \langle {1}, {2} \rangle"
    nargs = 3

    def definition(self) -> sp.Expr:
        tau, q, k = self.args
        return tau * Dot(q, k)


class ScaledQueryNorm(Defined):
    """tau |q|."""

    attribute = "pairs.scaled_query_norm"
    notation = r"{0} |{1}|"
    nargs = 2

    def definition(self) -> sp.Expr:
        tau, q = self.args
        return tau * Norm(q)


class KeyNorm(Defined):
    """|k|."""

    attribute = "pairs.key_norm"
    notation = r"|{0}|"
    nargs = 1

    def definition(self) -> sp.Expr:
        return Norm(self.args[0])


class SoftCap(Defined):
    """The logit, bounded by a smooth cap where one is asked for; without a cap it is the logit itself."""

    implementation = "svflow_math.numerics.soft_cap.soft_cap"
    notation = r"{0}"
    nargs = 2

    def definition(self) -> sp.Expr:
        return self.args[0]


class KlOfTilt(Defined):
    """log((e^Delta - 1)/Delta) - 1 + Delta/(e^Delta - 1), with the value 0 at Delta = 0."""

    implementation = "svflow_math.numerics.tilt.kl_bound"
    notation = r"B_{{\mathrm{{KL}}}}\left({0}\right)"
    nargs = 1

    def definition(self) -> sp.Expr:
        (delta,) = self.args
        slope = (sp.exp(delta) - 1) / delta
        return sp.log(slope) - 1 + 1 / slope


class DivergenceTerm(Defined):
    """a log(a/b) - a + b, with the value b where a = 0."""

    implementation = "svflow_math.numerics.divergence_term.divergence_term"
    notation = r"\operatorname{{kl}}({0}, {1})"
    nargs = 2

    def definition(self) -> sp.Expr:
        a, b = self.args
        return a * sp.log(a / b) - a + b


class MidpointDivergence(Defined):
    """Half of a log(a/m) + b log(b/m) for the midpoint m of a and b, with the value 0 where both are 0."""

    implementation = "svflow_math.numerics.midpoint_divergence.midpoint_divergence"
    notation = r"\operatorname{{js}}({0}, {1})"
    nargs = 2

    def definition(self) -> sp.Expr:
        a, b = self.args
        middle = (a + b) / 2
        return (a * sp.log(a / middle) + b * sp.log(b / middle)) / 2


class Sigmoid(Defined):
    """1/(1 + e^-t)."""

    implementation = "svflow_math.numerics.activations.sigmoid"
    notation = r"\sigma({0})"
    nargs = 1

    def _eval_is_positive(self) -> bool:
        return True

    def definition(self) -> sp.Expr:
        return 1 / (1 + sp.exp(-self.args[0]))


class PositivePart(Defined):
    """max(t, 0)."""

    implementation = "svflow_math.numerics.activations.positive_part"
    notation = r"{0}_+"
    nargs = 1

    def definition(self) -> sp.Expr:
        return sp.Max(self.args[0], 0)


class NormalCdf(Defined):
    """The standard normal law's mass below t."""

    implementation = "svflow_math.numerics.activations.normal_cdf"
    notation = r"\Phi({0})"
    nargs = 1

    def _eval_is_positive(self) -> bool:
        return True

    def definition(self) -> sp.Expr:
        return (1 + sp.erf(self.args[0] / sp.sqrt(2))) / 2

    @staticmethod
    def numeric(t: Any) -> Any:
        return mpmath.ncdf(t)


class RowLogit(Defined):
    """<w, x> + b: what a row and a bias make of a point."""

    attribute = "inputs.logits"
    notation = r"\langle {1}, {0} \rangle + {2}"
    nargs = 3

    def definition(self) -> sp.Expr:
        x, row, bias = self.args
        return Dot(x, row) + bias


class RowFactor(RowLogit):
    """<w, x> + b, where it multiplies what another row has chosen."""

    attribute = "inputs.factor"


class LogRemainder(Defined):
    """x - log(1 + x), given x and 1 + x."""

    implementation = "svflow_math.numerics.log1p_remainder.log1p_remainder"
    notation = r"{0} - \log\left({1}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        return self.args[0] - sp.log(self.args[1])
