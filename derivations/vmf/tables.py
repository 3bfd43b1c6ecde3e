"""Coefficients of the von Mises-Fisher chapter, derived in exact rationals.

Statement   With w = sqrt(nu^2 + kappa^2) and p = nu / w,
                log I_nu(kappa) = w + nu log(kappa / (nu + w)) - log(2 pi w) / 2 + sum_{k>=1} D_k(p^2) / w^k,
            where p^k U_k(p^2) = u_k(p) are Debye's polynomials and sum_k D_k y^k = log(sum_k U_k y^k).
Form        u_k(p) / nu^k = U_k(p^2) / w^k: written in w nothing is divided by nu, which is 0 on the circle. The
            logarithm is taken here, once and exactly, so that the normaliser, the mean resultant length and its
            derivative are linear in the same coefficients.
Sources     DLMF 10.41.3 and 10.41.9 (recurrence of u_k); DLMF 10.40.1 (p = 0: Hankel's expansion)
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import mpmath

Polynomial = list[Fraction]

ORDER = 18
"""Terms kept. The switch point follows from it; 18 puts it at w = 28, below nu = 31 of dimension 64."""

HIGH_BITS = 21
"""Bits of the high part of log 2: its product with nu and a binary exponent is exact for dim below 2^27."""

TOLERANCE = Fraction(1, 2**54)
"""Largest remainder allowed in sum_k k D_k / w^k, which stands beside 1/2: a quarter of an ulp of that."""


def debye_polynomials(order: int) -> list[Polynomial]:
    """U_0 .. U_order by u_{k+1} = p^2 (1 - p^2) u_k' / 2 + int_0^p (1 - 5 t^2) u_k(t) dt / 8, in powers of p^2."""
    polynomials = [[Fraction(1)]]
    for k in range(order):
        following = [Fraction(0)] * (k + 2)
        for j, coefficient in enumerate(polynomials[-1]):
            power = k + 2 * j
            following[j] += coefficient * (Fraction(power, 2) + Fraction(1, 8 * (power + 1)))
            following[j + 1] -= coefficient * (Fraction(power, 2) + Fraction(5, 8 * (power + 3)))
        polynomials.append(following)
    return polynomials


@cache
def log_debye_polynomials(order: int) -> list[Polynomial]:
    """D_0 = 0, D_1 .. D_order from k U_k = sum_{j<=k} j D_j U_{k-j}, in powers of p^2."""
    debye = debye_polynomials(order)
    logarithms: list[Polynomial] = [[Fraction(0)]]
    for k in range(1, order + 1):
        current = list(debye[k])
        for j in range(1, k):
            for i, product in enumerate(_multiply(logarithms[j], debye[k - j])):
                current[i] -= Fraction(j, k) * product
        logarithms.append(current)
    return logarithms


def largest_value(polynomial: Polynomial, pieces: int = 64) -> Fraction:
    """An upper bound of |polynomial| on [0, 1]: the largest Bernstein coefficient over equal pieces, exact."""
    return max(
        max(abs(c) for c in _bernstein(_restrict(polynomial, Fraction(i, pieces), Fraction(1, pieces))))
        for i in range(pieces)
    )


@cache
def largest_omitted(order: int) -> Fraction:
    """A bound of w^k times the first omitted term k D_k(p^2) / w^k, k = order + 1, over all p."""
    return (order + 1) * largest_value(log_debye_polynomials(order + 1)[order + 1])


def switch_point(order: int = ORDER) -> int:
    """Smallest integer w at which twice the first omitted term of sum_k k D_k(p^2) / w^k is within TOLERANCE.

    The terms are largest at p = 0, where they have one sign and each is about k / (2 w) times the last: from w = k on,
    the omitted ones down to the smallest, at k = 2 w, come to less than twice the first, and what is beyond is of the
    size of the smallest, exp(-2 w). This is the asymptotics of Hankel's coefficients, not a proof for finite w: the
    tests compare the remainder with the bound in ball arithmetic.
    """
    w = order + 1
    while 2 * largest_omitted(order) > TOLERANCE * w ** (order + 1):
        w += 1
    return w


def climb_steps(dim: int) -> int:
    """Fewest steps up in dimension after which the expansion serves every kappa below the switch point.

    Going down one step multiplies an error of A by A_d^2 (the derivative of kappa / (d + kappa A_{d+2})). On each piece
    of the kappa axis the remainder at the top, times these factors, must be within TOLERANCE of A and of 1 - A, and
    within an ulp of A'; A_d is enclosed by Amos' bounds, and A' >= (d - 1) (A / kappa)^2 / 2, A' <= A / kappa. The
    factor 2 in the remainder covers the rounding of these floats. The order reached must also be so high that the terms
    k D_k / w^k are no larger together than the 1/2 that they stand beside: then their rounding does not count either.
    """
    nu, k, omitted = dim / 2 - 1, ORDER + 1, 2.0 * float(largest_omitted(ORDER))
    end = math.sqrt(switch_point() ** 2 - nu**2)
    pieces = [(i / 2, min((i + 1) / 2, end)) for i in range(math.ceil(2 * end))]
    steps = max(1, _least_order() - int(nu))
    while not all(_climb_suffices(dim, steps, lower, upper, k, omitted) for lower, upper in pieces):
        steps += 1
    return steps


def module_text() -> str:
    """The text of svflow_math/tables/debye.py."""
    steps = tuple(climb_steps(dim) for dim in range(2, 2 * switch_point() + 2))
    rows = []
    for k, polynomial in enumerate(log_debye_polynomials(ORDER)[1:], start=1):
        body = "".join(f"        {float(coefficient)!r},\n" for coefficient in polynomial)
        rows.append(f"    (  # D_{k}\n{body}    ),\n")
    return (
        '"""Logarithmic Debye polynomials D_k of the modified Bessel function, in powers of p^2 = nu^2 / w^2.\n\n'
        "log I_nu(kappa) = w + nu log(kappa / (nu + w)) - log(2 pi w) / 2 + sum_k D_k(p^2) / w^k,  "
        "w^2 = nu^2 + kappa^2.\n"
        "Emitted from derivations/vmf/tables.py, where the recurrence is; each value is the rational, rounded once.\n"
        '"""\n\n'
        f"SWITCH_POINT = {float(switch_point())!r}\n"
        '"""The expansion is used for w at or above this: there the terms omitted do not reach the last bit."""\n\n'
        f"CLIMB_STEPS = (\n{_wrapped(steps)})\n"
        '"""CLIMB_STEPS[dim - 2]: steps up in dimension, by two each, that bring every kappa below the switch\n'
        'point to the expansion."""\n\n'
        f"LOG_DEBYE: tuple[tuple[float, ...], ...] = (\n{''.join(rows)})\n"
        '"""LOG_DEBYE[k - 1][j] is the coefficient of p^(2j) in D_k."""\n'
    )


def _wrapped(numbers: tuple[int, ...], width: int = 20) -> str:
    lines = (numbers[i : i + width] for i in range(0, len(numbers), width))
    return "".join(f"    {', '.join(map(str, line))},\n" for line in lines)


def _climb_suffices(dim: int, steps: int, lower: float, upper: float, k: int, omitted: float) -> bool:
    square = (dim / 2 - 1 + steps) ** 2 + lower**2
    bounds = [_amos(dim + 2 * j, upper, (dim + 2 * j - 1) / 2) for j in range(steps)]
    error = omitted * square ** (-k / 2 - 1) * math.prod((upper * b) ** 2 for b in bounds)  # of A / kappa
    least = _amos(dim, upper, (dim + 1) / 2)
    tolerance = float(TOLERANCE)
    return (
        error <= tolerance * least
        and error * upper <= tolerance * (1 - upper * bounds[0])
        and error * (1 + k + 2 * steps) <= 4 * tolerance * (dim - 1) / 2 * least**2
    )


@cache
def _least_order() -> int:
    """The smallest integer w, as in `switch_point`, with sum_k k |D_k| / w^k, by coefficients, at most 1/2."""
    polynomials = log_debye_polynomials(ORDER)
    w = ORDER + 1
    while sum(k * sum(map(abs, p)) / Fraction(w) ** k for k, p in enumerate(polynomials)) > Fraction(1, 2):
        w += 1
    return w


def _amos(dim: int, kappa: float, shift: float) -> float:
    """Amos' bound of A_d / kappa: upper for shift (d - 1) / 2, lower for (d + 1) / 2."""
    return 1 / ((dim - 1) / 2 + math.sqrt(kappa**2 + shift**2))


def logarithms_text() -> str:
    """The text of svflow_math/tables/logarithms.py."""
    with mpmath.workdps(60):
        log_2, log_two_pi = mpmath.log(2), mpmath.log(2 * mpmath.pi)
        high = math.floor(log_2 * 2**HIGH_BITS)
        low = float(log_2 - mpmath.mpf(high) / 2**HIGH_BITS)
        difference = float(3 * log_2 - log_two_pi)
    return (
        '"""Logarithms of 2 and of 2 pi, split so that their largest part can be multiplied without rounding.\n\n'
        "Emitted from derivations/vmf/tables.py; each value is the exact one, rounded once.\n"
        '"""\n\n'
        f"LOG_2_HIGH = {high} / 2**{HIGH_BITS}\n"
        f"LOG_2_LOW = {low!r}\n"
        '"""log 2 = LOG_2_HIGH + LOG_2_LOW."""\n\n'
        f"LOG_TWO_PI = {float(log_two_pi)!r}\n"
        f"THREE_LOG_2_LESS_LOG_TWO_PI = {difference!r}\n"
    )


TABLES = {"debye.py": module_text, "logarithms.py": logarithms_text}
"""The text of each file of svflow_math/tables that this chapter derives."""


def _multiply(a: Polynomial, b: Polynomial) -> Polynomial:
    product = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def _restrict(polynomial: Polynomial, start: Fraction, width: Fraction) -> Polynomial:
    """Coefficients in s of polynomial(start + width s)."""
    result = [Fraction(0)]
    for coefficient in reversed(polynomial):
        result = _multiply(result, [start, width])
        result[0] += coefficient
    return result[: len(polynomial)]


def _bernstein(polynomial: Polynomial) -> Polynomial:
    """Bernstein coefficients on [0, 1]; the polynomial lies between the smallest and the largest of them."""
    n = len(polynomial) - 1
    table = []
    for i in range(n + 1):
        total, ratio = Fraction(0), Fraction(1)
        for j in range(i + 1):
            total += ratio * polynomial[j]
            if j < i:
                ratio *= Fraction(i - j, n - j)
        table.append(total)
    return table
