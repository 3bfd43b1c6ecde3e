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
from svflow_math.engine.record.polar_sum import PolarSum
from svflow_math.engine.record.primitives import Sinc
from svflow_math.engine.record.slices import SliceIntegral
from svflow_math.engine.record.terms import Apply, Defined, Dot, FiniteSum, VectorAt, VectorSymbol

_ENTIRE = (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, Dot)
_ON_POSITIVE = (sp.log, sp.gamma, sp.loggamma)
_ON_CLOSED_INTERVAL = (sp.acos, sp.asin)
_ON_OPEN_INTERVAL = (*_ON_CLOSED_INTERVAL, sp.atanh)


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
    if isinstance(e, PolarSum):  # its order does not vary, and w > 0
        return not any(a.has(x) for a in e.args[1:]) and is_positive(_square_of_w(e).xreplace(end), facts)
    if isinstance(e, SliceIntegral):  # the derivative passes under the integral, over a bounded range of heights
        return not e.args[2].has(x)
    if isinstance(e, (sp.Add, sp.Mul, *_ENTIRE)):
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


def _square_of_w(e: PolarSum) -> Any:
    kappa, nu, _ = e.args
    return nu**2 + kappa**2


def _power_is_smooth(base: Any, exponent: Any, facts: Facts, at_end: bool) -> bool:
    if exponent.is_Integer and exponent >= 0:
        return True
    if is_positive(base, facts) or (exponent.is_Integer and is_positive(-base, facts)):
        return True
    return at_end and bool(exponent.is_positive) and is_nonnegative(base, facts)


def is_continuous_at(end: Any, e: Any, x: sp.Symbol, facts: Facts, near: Facts) -> bool:
    """Whether e is shown to have a value where x is at an end of its range, and to tend to it from within the range.

    `facts` hold at the end and `near` within the range, where e has values. Domains that are closed, of roots and of
    arccosines, cannot be left at the end; what is divided by must not vanish there.
    """
    e = sp.sympify(e)
    if not e.has(x) or isinstance(e, sp.Symbol | VectorSymbol | VectorAt):
        return True
    if isinstance(e, Defined) and not isinstance(e, Sinc):
        return is_continuous_at(end, e.definition(), x, facts, near)
    if not all(is_continuous_at(end, a, x, facts, near) for a in (e.args[1:] if isinstance(e, FiniteSum) else e.args)):
        return False
    if isinstance(e, (sp.Add, sp.Mul, FiniteSum, Apply, Sinc, sp.Abs, *_ENTIRE, *_ON_CLOSED_INTERVAL)):
        return True
    values = [a.xreplace({x: sp.sympify(end)}) for a in e.args]
    if isinstance(e, sp.Pow):
        base, exponent = values
        return not e.exp.has(x) and (bool(exponent.is_nonnegative) or _is_apart_from_zero(base, facts))
    if isinstance(e, _ON_POSITIVE):
        return is_positive(unfold(values[0]), facts)
    if isinstance(e, sp.atan2):  # in the upper half-plane the angle does not jump, but at its origin
        sine, cosine = (unfold(v) for v in values)
        turns = is_nonnegative(unfold(e.args[0]), near) and any(is_positive(c, facts) for c in (cosine, -cosine))
        return turns or any(is_positive(side, facts) for side in (sine, -sine, cosine))
    return False


def _is_apart_from_zero(e: Any, facts: Facts) -> bool:
    if isinstance(e, Sinc):  # the first zero of sin t / t is at pi
        angle = unfold(e.args[0])
        if isinstance(angle, sp.acos):
            return is_positive(1 + angle.args[0], facts)
        return is_nonnegative(angle, facts) and is_positive(sp.pi - angle, facts)
    return any(is_positive(side, facts) for side in (unfold(e), -unfold(e)))
