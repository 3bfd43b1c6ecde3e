"""Debye's expansion in polar form, and how far it is shown to reach.

With w = sqrt(nu^2 + kappa^2), p = nu/w and D = kappa d/dkappa, kappa A + nu = w - (1 - p^2) sum_k S_k(p^2) / w^k. The
residual of the Riccati equation gives the S_k one after the other, each from those before; the sum of D_k / w^k, with
(k + 2j) D_{k,j} = S_{k,j}, is what they integrate to. BOUNDS says for which w, and how sharply, the sum of ORDER + 1
terms is shown to hold: the numerics switch by these numbers.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

import sympy as sp

from derivations.vmf.operations import kappa
from svflow_math.engine.calculus.rational import scaled
from svflow_math.engine.calculus.rules.riccati import following
from svflow_math.engine.record.polar_sum import PolarSum, Rows
from svflow_math.engine.record.terms import d

ORDER = 18
"""The last k kept. The switch point follows from it: 28, below nu = 31 of dimension 64."""


class Reach(NamedTuple):
    """From the radius on, sum_k S_k / w^k is within bound / w^(ORDER + 1), and D of it within drift / w^(ORDER + 1)."""

    radius: int
    bound: int
    drift: int


EVERY_ORDER = Reach(radius=28, bound=126 * 10**9, drift=2700 * 10**9)
"""For every nu >= 0, where w is at least the radius."""

HIGH_ORDERS = Reach(radius=19, bound=155 * 10**9, drift=3150 * 10**9)
"""For every kappa >= 0, where nu is at least the radius."""


@cache
def slope_rows(order: int) -> Rows:
    """S_0 .. S_order: S_0 = 1/2, 2 S_{k+1} = -2x S_k + (1-x) (k S_k + 2x S_k' + sum_{a+b=k} S_a S_b)."""
    rows: Rows = ((Fraction(1, 2),),)
    for k in range(order):
        rows = (*rows, tuple(scaled(following(rows, k), Fraction(1, 2))))
    return rows


@cache
def log_rows(order: int) -> Rows:
    """D_0 = 0 and D_1 .. D_order: D_{k,j} = S_{k,j} / (k + 2j)."""
    slopes = slope_rows(order)[1:]
    return (
        (Fraction(0),),
        *(tuple(c / (k + 2 * j) for j, c in enumerate(row)) for k, row in enumerate(slopes, start=1)),
    )


class DebyeSlope(PolarSum):
    """The sum of S_k(p^2) / w^k for k = 0 .. order."""

    notation = r"\sum_{{k=0}}^{{{0}}} S_k {1}^{{-k}}"

    @property
    def rows(self) -> Rows:
        return slope_rows(int(self.args[2]))


class DebyeLog(PolarSum):
    """The sum of D_k(p^2) / w^k for k = 1 .. order."""

    notation = r"\sum_{{k=1}}^{{{0}}} D_k {1}^{{-k}}"
    along = DebyeSlope

    @property
    def rows(self) -> Rows:
        return log_rows(int(self.args[2]))


nu = d / 2 - 1
w = sp.sqrt(nu**2 + kappa**2)
