"""Polynomials with rational coefficients, lowest power first, and their largest values on [0, 1], exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm

Polynomial = Sequence[Fraction]

_SLACK = Fraction(1, 64)


def added(a: Polynomial, b: Polynomial) -> list[Fraction]:
    """a + b."""
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    return [x + shorter[i] if i < len(shorter) else x for i, x in enumerate(longer)]


def multiplied(a: Polynomial, b: Polynomial) -> list[Fraction]:
    """a b."""
    product = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def scaled(a: Polynomial, c: Fraction | int) -> list[Fraction]:
    """c a."""
    return [c * x for x in a]


def euler(a: Polynomial) -> list[Fraction]:
    """x a'(x)."""
    return [i * x for i, x in enumerate(a)]


def largest_value(a: Polynomial) -> Fraction:
    """An upper bound of |a| on [0, 1], above its largest value by a factor of at most 65/64.

    A polynomial lies between the smallest and the largest of its Bernstein coefficients, the first and last of which
    are its values at the ends; intervals are halved until the coefficients are no larger than values met.
    """
    n = len(a) - 1
    bernstein = [
        sum((a[j] * Fraction(comb(i, j), comb(n, j)) for j in range(i + 1)), Fraction(0)) for i in range(n + 1)
    ]
    common = 1
    for b in bernstein:
        common = lcm(common, b.denominator)
    open_pieces = [(0, [int(b * common) for b in bernstein])]  # (halvings, coefficients times common 2^(n halvings))
    met, bound = Fraction(0), Fraction(0)
    while open_pieces:
        depth, piece = open_pieces.pop()
        unit = common << (n * depth)
        met = max(met, Fraction(max(abs(piece[0]), abs(piece[-1])), unit))
        above = Fraction(max(map(abs, piece)), unit)
        if above <= met * (1 + _SLACK):
            bound = max(bound, above)
        else:
            open_pieces += [(depth + 1, half) for half in _halves(piece)]
    return max(bound, met)


def _halves(piece: list[int]) -> tuple[list[int], list[int]]:
    """Bernstein coefficients on the two halves of the interval, times 2^n."""
    n = len(piece) - 1
    left, right, row = [piece[0] << n], [piece[-1] << n], piece
    for k in range(1, n + 1):
        row = [x + y for x, y in pairwise(row)]
        left.append(row[0] << (n - k))
        right.append(row[-1] << (n - k))
    return left, right[::-1]
