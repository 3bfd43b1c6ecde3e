"""Named primitives of programs on whole arrays: laws less their means, products of rows, a difference of products."""

from __future__ import annotations

from typing import Any

import sympy as sp

from svflow_math.engine.record.terms import Defined, Dot, FiniteSum


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
