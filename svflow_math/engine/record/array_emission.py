"""Functions of arrays with axes of their own: families of vectors and numbers, each index an axis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from svflow_math.engine.record.emission import Emission, Let
from svflow_math.engine.record.terms import Defined, Dot, FiniteSum, VectorAt


@dataclass(frozen=True)
class Variant:
    """What the function returns instead where an option is set."""

    option: str
    value: Any
    returns: Any


@dataclass(frozen=True, kw_only=True)
class ArrayEmission(Emission):
    """A program on whole arrays, after the numeric function `checked` has checked the arguments.

    A member of a family stands for the array of all members, its free indices for the axes; a tuple of values for an
    array with one more axis. `names` calls families and symbols by the names of the parameters, and each variant
    is chosen by a parameter. `halves` are families that stand for the first or the second half of the rows of an array.
    """

    checked: str
    names: Mapping[Any, str]
    defaults: Mapping[str, str] = field(default_factory=dict)
    lets: tuple[Let, ...] = ()
    returns: Any
    variants: tuple[Variant, ...] = ()
    halves: Mapping[Any, int] = field(default_factory=dict)

    @property
    def program(self) -> Any:
        """The emitted program as one expression in the arguments, or one for each value."""
        return self._unfolded(self.returns)

    def equalities(self) -> list[tuple[Any, Any]]:
        """Each program with the value that it must equal."""
        pairs = [(self.program, self.value), *((self._unfolded(v.returns), v.value) for v in self.variants)]
        return [
            each
            for program, value in pairs
            for each in (zip(program, value, strict=True) if isinstance(value, tuple) else [(program, value)])
        ]

    def called(self, argument: Any) -> str:
        """The name of the parameter that gives an argument."""
        return self.names[family_of(argument)]

    def _unfolded(self, returns: Any) -> Any:
        if isinstance(returns, tuple):
            return tuple(map(self._unfolded, returns))
        result = sp.sympify(returns)
        for let in reversed(self.lets):
            result = result.xreplace(let.definitions())
        return result


def family_of(argument: Any) -> Any:
    """The symbol by which a point knows an argument: that of its family, or the argument itself."""
    if isinstance(argument, VectorAt):
        return argument.args[0]
    is_number = isinstance(argument, sp.core.function.AppliedUndef)
    return sp.Symbol(argument.func.__name__) if is_number else argument


class LawCentred(Defined):
    """A family of numbers less its mean under a law: a_l - sum_m g_m a_m."""

    implementation = "svflow_math.numerics.law_centred.law_centred"
    notation = r"{1} - \operatorname{{E}}_{{{0}}} {1}"
    nargs = 2

    def definition(self) -> sp.Expr:
        gate, number = self.args
        return number - FiniteSum(gate.args[-1], gate * number)


class Pairings(Defined):
    """<delta, E_l> for all l, up to one number for all."""

    implementation = "svflow_math.numerics.law_centred.pairings"
    notation = r"\langle {1}, {2} \rangle"
    nargs = 3

    def definition(self) -> sp.Expr:
        _, vector, member = self.args
        return Dot(vector, member) - sp.Symbol("s_0", real=True)


class ProductGapQuotient(Defined):
    """(a b - c d)/e, and 0 where e = 0."""

    implementation = "svflow_math.numerics.product_gap.product_gap_quotient"
    notation = r"\frac{{{0} {1} - {2} {3}}}{{{4}}}"
    nargs = 5

    def definition(self) -> sp.Expr:
        a, b, c, e, divisor = self.args
        return (a * b - c * e) / divisor


class RowProducts(Defined):
    """<u_i, v_j> for all i and j."""

    implementation = "svflow_math.numerics.row_products.row_products"
    notation = r"\langle {0}, {1} \rangle"
    nargs = 2

    def definition(self) -> sp.Expr:
        return Dot(*self.args)


class PlaneProducts(Defined):
    """<u, v> + <u', v'>, for the two rows of each plane; the second row of each is half the rows further on."""

    implementation = "svflow_math.numerics.row_products.plane_products"
    notation = r"\langle {0}, {1} \rangle + \langle {2}, {3} \rangle"
    nargs = 4

    @property
    def printed(self) -> tuple[Any, ...]:
        """The rows of one array hold both."""
        return self.args[:2]

    def definition(self) -> sp.Expr:
        u, v, other_u, other_v = self.args
        return Dot(u, v) + Dot(other_u, other_v)
