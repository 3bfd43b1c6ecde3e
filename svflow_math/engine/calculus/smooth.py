"""Where an expression is smooth in a variable: shown by its parts, each away from its singular points.

The facts in force must hold throughout the range of the variable. At an end of the range, named by `at`, the same
conditions are asked of the values there and give continuity up to the end.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import unfold
from svflow_math.engine.calculus.normal_form import is_positive_form
from svflow_math.engine.calculus.signs import is_nonnegative, is_positive
from svflow_math.engine.record.entire import CosRoot
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.higher_derivative import HigherDerivativeField
from svflow_math.engine.record.slices import SliceIntegral
from svflow_math.engine.record.solution import Solution, state
from svflow_math.engine.record.terms import (
    Dot,
    FiniteSum,
    JacobianField,
    VectorAt,
    VectorField,
    VectorSymbol,
)

_FIELDS = (VectorField, JacobianField, HigherDerivativeField)
_ENTIRE = (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, Dot, CosRoot, *_FIELDS)
_ON_POSITIVE = (sp.log, sp.gamma, sp.loggamma)
_ON_OPEN_INTERVAL = (sp.acos, sp.asin, sp.atanh)


def is_smooth(e: Any, x: sp.Symbol, facts: Facts, at: Any = None) -> bool:
    """Whether e is shown to be smooth in x wherever the facts hold; with `at`, continuous where x has that value."""
    return _smooth(unfold(sp.sympify(e)), x, facts, {} if at is None else {x: sp.sympify(at)}, inside=at is None)


def is_smooth_around(e: Any, x: sp.Symbol, facts: Facts, value: Any) -> bool:
    """Whether e is shown to be smooth in x around a value, the facts given for that value."""
    return _smooth(unfold(sp.sympify(e)), x, facts, {x: sp.sympify(value)}, inside=True)


def _smooth(e: Any, x: Any, facts: Facts, end: dict[Any, Any], inside: bool) -> bool:
    """`inside` asks for derivatives of every order; without it continuity is enough."""
    if not e.has(x) or isinstance(e, sp.Symbol | VectorSymbol | VectorAt):
        return True
    if isinstance(e, FiniteSum):
        return _smooth(e.body, x, facts, end, inside)
    if isinstance(e, Solution):  # of a field that is smooth everywhere, near time zero: in time and start together
        field, *others = e.args
        begins = bool(end) and e.args[2].xreplace(end) == 0 and _smooth(field, state, Facts(), {}, True)
        return begins and all(_smooth(a, x, facts, end, inside) for a in others)
    if not all(_smooth(a, x, facts, end, inside) for a in e.args):
        return False
    if isinstance(e, SliceIntegral):  # the derivative passes under the integral, over a bounded range of heights
        return not e.args[2].has(x)
    if isinstance(e, (sp.Add, sp.Mul, *_ENTIRE)):
        return True
    values = [a.xreplace(end) for a in e.args]
    if isinstance(e, sp.Pow):
        return _power_is_smooth(values[0], values[1], facts, not inside)
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
    if not any(p.exp.is_Integer is not True for p in base.atoms(sp.Pow)) and is_positive_form(base, facts):
        return True
    return at_end and bool(exponent.is_positive) and is_nonnegative(base, facts)
