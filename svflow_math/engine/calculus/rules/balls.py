"""Rules that compute: inequalities between numbers, and between functions of one number, by ball arithmetic.

A ball holds every value that an expression takes; a comparison of balls that holds, holds for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import flint
import sympy as sp

from svflow_math.engine.calculus.derivative import unfold
from svflow_math.engine.calculus.rules.algebra import speaks_of
from svflow_math.engine.calculus.signs import is_nonnegative
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.primitives import NormalCdf
from svflow_math.engine.record.step import Goal, NotShown, Step

_BITS = 128
_HALVINGS = 40
_FUNCTIONS = {sp.exp: flint.arb.exp, sp.tanh: flint.arb.tanh, sp.erf: flint.arb.erf, sp.log: flint.arb.log}


def enclosure(e: Any, at: dict[Any, Any]) -> Any:
    """A ball that holds the values of an expression at symbols in balls; raises NotShown for what is not smooth."""
    e = sp.sympify(e)
    if e in at:
        return at[e]
    if isinstance(e, sp.Rational):
        return flint.arb(int(e.p)) / int(e.q)
    if e == sp.pi:
        return flint.arb.pi()
    if e == sp.E:
        return flint.arb(1).exp()
    if isinstance(e, sp.Add | sp.Mul):
        total = flint.arb(0 if isinstance(e, sp.Add) else 1)
        for part in e.args:
            value = enclosure(part, at)
            total = total + value if isinstance(e, sp.Add) else total * value
        return total
    if isinstance(e, sp.Pow) and e.exp.is_Integer:
        return enclosure(e.base, at) ** int(e.exp)
    if isinstance(e, sp.Pow) and (2 * e.exp).is_Integer:  # a root of a ball that holds zero has no value
        return enclosure(e.base, at).sqrt() ** int(2 * e.exp)
    if e.func in _FUNCTIONS:
        return _FUNCTIONS[e.func](enclosure(e.args[0], at))
    raise NotShown(f"no ball is known to hold {e}")


def _gap(goal: Goal) -> Any:
    if not isinstance(goal.claim, Bound):
        raise NotShown("ball arithmetic shows bounds")
    return unfold(sp.sympify(goal.claim.rhs) - sp.sympify(goal.claim.lhs))


@dataclass(frozen=True)
class Computed(Step):
    """A bound between two numbers, computed in ball arithmetic."""

    def apply(self, goal: Goal) -> list[Goal]:
        gap = _gap(goal)
        if gap.free_symbols:
            raise NotShown(f"{gap} is not one number")
        with flint.ctx.workprec(_BITS):
            if not enclosure(gap, {}) > 0:
                raise NotShown("the balls of the two numbers meet")
        return []


@dataclass(frozen=True)
class ComputedBetween(Step):
    """The bound is computed in ball arithmetic between two numbers; left is where the variable lies beyond them."""

    variable: sp.Symbol
    low: sp.Rational
    high: sp.Rational
    beyond: sp.Symbol  # how far beyond

    def apply(self, goal: Goal) -> list[Goal]:
        t, gap = self.variable, _gap(goal)
        if t != sp.Symbol(t.name, real=True) or gap.free_symbols - {t}:
            raise NotShown(f"{gap} is not a function of one real number")
        if any(sp.sympify(e).has(t) for h in goal.hypotheses for e in h.subjects()):
            raise NotShown(f"a hypothesis on {t} need not hold beyond the two numbers")
        if speaks_of(goal, self.beyond) or self.beyond != sp.Symbol(self.beyond.name, nonnegative=True):
            raise NotShown(f"{self.beyond} does not stand for every number that is not negative")
        low, high = sp.Rational(self.low), sp.Rational(self.high)
        if not low < high:
            raise NotShown(f"{low} is not below {high}")
        with flint.ctx.workprec(_BITS):
            _show_positive(gap, sp.diff(gap, t), t, low, high, _HALVINGS)
        sides = (goal.claim.lhs, goal.claim.rhs) if isinstance(goal.claim, Bound) else ()
        ends = (low - self.beyond, high + self.beyond)
        tails = [[sp.sympify(side).xreplace({t: end}) for side in sides] for end in ends]
        return [goal.with_claim(replace(goal.claim, lhs=left, rhs=right)) for left, right in tails]


def _show_positive(gap: Any, slope: Any, t: sp.Symbol, low: Any, high: Any, halvings: int) -> None:
    """Raise NotShown unless gap > 0 on [low, high], by value or by mean value, halved where neither shows it."""
    middle, radius = (low + high) / 2, (high - low) / 2
    centre = enclosure(middle, {})
    width = enclosure(radius, {})
    interval = centre + width * flint.arb(0, 1)
    if enclosure(gap, {t: interval}) > 0:
        return
    if enclosure(gap, {t: centre}) - abs(enclosure(slope, {t: interval})) * width > 0:
        return
    if halvings == 0:
        raise NotShown(f"the bound is not shown near {middle}")
    _show_positive(gap, slope, t, low, middle, halvings - 1)
    _show_positive(gap, slope, t, middle, high, halvings - 1)


@dataclass(frozen=True)
class NormalTail(Step):
    """The tail of the normal law: Phi(t) <= e^(-t^2/2)/2 for t <= 0."""

    t: Any

    def apply(self, goal: Goal) -> list[Goal]:
        if not is_nonnegative(-self.t, goal.facts):
            raise NotShown(f"{self.t} is not known to be at most zero")
        return [goal.given(Nonnegative(sp.exp(-(self.t**2) / 2) / 2 - NormalCdf(self.t)))]
