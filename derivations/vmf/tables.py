"""Coefficients of the von Mises-Fisher chapter, derived in exact rationals.

Statement   With w = sqrt(nu^2 + kappa^2) and p = nu / w,
                log I_nu(kappa) = w + nu log(kappa / (nu + w)) - log(2 pi w) / 2 + sum_{k>=1} D_k(p^2) / w^k.
Form        Debye's expansion written in w, so that nothing is divided by nu, which is 0 on the circle, and of the
            logarithm, so that the normaliser, the mean resultant length and its derivative are linear in the same
            coefficients. Where it is used is chosen by the remainder that the records on it show.
Sources     DLMF 10.41.3; DLMF 10.40.1 (p = 0: Hankel's expansion)
"""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath

from derivations.vmf.debye import EVERY_ORDER, HIGH_ORDERS, ORDER, log_rows

HIGH_BITS = 21
"""Bits of the high part of log 2: its product with nu and a binary exponent is exact for dim below 2^27."""

TOLERANCE = Fraction(1, 2**54)
"""Largest remainder allowed in sum_k S_k / w^k, which begins with 1/2: a quarter of an ulp of that."""


def switch_point() -> int:
    """Smallest integer w from which the remainder of sum_k S_k(p^2) / w^k is shown to be within TOLERANCE."""
    w = EVERY_ORDER.radius
    while EVERY_ORDER.bound > TOLERANCE * w ** (ORDER + 1):
        w += 1
    return w


def climb_steps(dim: int) -> int:
    """Fewest steps up in dimension after which the expansion serves every kappa below the switch point.

    Going down one step multiplies an error of A by A_d^2 (the derivative of kappa / (d + kappa A_{d+2})). On each piece
    of the kappa axis the remainder at the top, times these factors, must be within TOLERANCE of A and of 1 - A, and
    within an ulp of A'; A_d is enclosed by Amos' bounds, and A' >= (d - 1) (A / kappa)^2 / 2, A' <= A / kappa. At the
    top nu must be so high that the remainder is shown for every kappa; from there on the terms S_k / w^k are no larger
    together than the 1/2 that they stand beside, and their rounding does not count either.
    """
    nu = dim / 2 - 1
    end = math.sqrt(switch_point() ** 2 - nu**2)
    pieces = [(i / 2, min((i + 1) / 2, end)) for i in range(math.ceil(2 * end))]
    steps = max(1, HIGH_ORDERS.radius - int(nu))
    while not all(_climb_suffices(dim, steps, lower, upper) for lower, upper in pieces):
        steps += 1
    return steps


def module_text() -> str:
    """The text of svflow_math/tables/debye.py."""
    steps = tuple(climb_steps(dim) for dim in range(2, 2 * switch_point() + 2))
    rows = []
    for k, polynomial in enumerate(log_rows(ORDER)[1:], start=1):
        body = "".join(f"        {float(coefficient)!r},\n" for coefficient in polynomial)
        rows.append(f"    (  # D_{k}\n{body}    ),\n")
    return (
        '"""Logarithmic Debye polynomials D_k of the modified Bessel function, in powers of p^2 = nu^2 / w^2.\n\n'
        "log I_nu(kappa) = w + nu log(kappa / (nu + w)) - log(2 pi w) / 2 + sum_k D_k(p^2) / w^k,  "
        "w^2 = nu^2 + kappa^2.\n"
        "Emitted from derivations/vmf/tables.py; the recurrence is in derivations/vmf/debye.py. Each value is the\n"
        "rational, rounded once.\n"
        '"""\n\n'
        f"SWITCH_POINT = {float(switch_point())!r}\n"
        '"""The expansion is used for w from here on: what is left out is shown not to reach the last bit there."""\n\n'
        f"CLIMB_STEPS = (\n{_wrapped(steps)})\n"
        '"""CLIMB_STEPS[dim - 2]: steps up in dimension, by two each, that bring every kappa below the switch\n'
        'point to the expansion."""\n\n'
        f"LOG_DEBYE: tuple[tuple[float, ...], ...] = (\n{''.join(rows)})\n"
        '"""LOG_DEBYE[k - 1][j] is the coefficient of p^(2j) in D_k."""\n'
    )


def _wrapped(numbers: tuple[int, ...], width: int = 20) -> str:
    lines = (numbers[i : i + width] for i in range(0, len(numbers), width))
    return "".join(f"    {', '.join(map(str, line))},\n" for line in lines)


def _climb_suffices(dim: int, steps: int, lower: float, upper: float) -> bool:
    square = (dim / 2 - 1 + steps) ** 2 + lower**2
    bounds = [_amos(dim + 2 * j, upper, (dim + 2 * j - 1) / 2) for j in range(steps)]
    error = HIGH_ORDERS.bound * square ** (-(ORDER + 3) / 2) * math.prod((upper * b) ** 2 for b in bounds)  # A / kappa
    growth = 1 + HIGH_ORDERS.drift / HIGH_ORDERS.bound + 2 * steps  # from the error of A / kappa to that of A'
    least = _amos(dim, upper, (dim + 1) / 2)
    tolerance = float(TOLERANCE)
    return (
        error <= tolerance * least
        and error * upper <= tolerance * (1 - upper * bounds[0])
        and error * growth <= 4 * tolerance * (dim - 1) / 2 * least**2
    )


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
