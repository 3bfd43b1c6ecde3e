"""Where an expression is smooth in a variable: shown by its parts, each away from its singular points.

The facts in force must hold throughout the range of the variable. At an end of the range, named by `at`, the same
conditions are asked of the values there and give continuity up to the end.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import unfold
from svflow_math.engine.calculus.signs import is_nonnegative, is_positive
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.slices import SliceIntegral
from svflow_math.engine.record.terms import (
    Dot,
    FiniteSum,
    GradientField,
    HessianField,
    ScalarField,
    VectorAt,
    VectorSymbol,
)

_ENTIRE = (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, Dot)
_UNKNOWN = (ScalarField, GradientField, HessianField)  # smooth by what they stand for, at every point
_ON_POSITIVE = (sp.log, sp.gamma, sp.loggamma)
_ON_OPEN_INTERVAL = (sp.acos, sp.asin, sp.atanh)


def is_smooth(e: Any, x: sp.Symbol, facts: Facts, at: Any = None) -> bool:
    """Whether e is shown to be smooth in x wherever the facts hold; with `at`, continuous where x has that value."""
    return _smooth(unfold(sp.sympify(e)), x, facts, {} if at is None else {x: sp.sympify(at)})


def _smooth(e: Any, x: sp.Symbol, facts: Facts, end: dict[Any, Any]) -> bool:
    if not e.has(x) or isinstance(e, sp.Symbol | VectorSymbol | VectorAt):
        return True
    if isinstance(e, FiniteSum):
        return _smooth(e.body, x, facts, end)
    if not all(_smooth(a, x, facts, end) for a in e.args):
        return False
    if isinstance(e, SliceIntegral):  # the derivative passes under the integral, over a bounded range of heights
        return not e.args[2].has(x)
    if isinstance(e, (sp.Add, sp.Mul, *_ENTIRE, *_UNKNOWN)):
        return True
    values = [a.xreplace(end) for a in e.args]
    if isinstance(e, sp.Pow):
        return _power_is_smooth(values[0], values[1], facts, bool(end))
    if isinstance(e, _ON_POSITIVE):
        return is_positive(values[0], facts)
    if isinstance(e, _ON_OPEN_INTERVAL):
        return is_positive(1 - values[0], facts) and is_positive(1 + values[0], facts)
    if isinstance(e, sp.atan2):  # away from the half-line where the angle jumps
        return any(is_positive(side, facts) for side in (values[0], -values[0], values[1]))
    return False


def _power_is_smooth(base: Any, exponent: Any, facts: Facts, at_end: bool) -> bool:
    if exponent.is_Integer and exponent >= 0:
        return True
    if is_positive(base, facts) or (exponent.is_Integer and is_positive(-base, facts)):
        return True
    return at_end and bool(exponent.is_positive) and is_nonnegative(base, facts)
