"""Rules for orders and limits: a power taken out, a squeeze, the order of the derivative."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import differential
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rules.integrals import Reduced
from svflow_math.engine.calculus.signs import is_positive
from svflow_math.engine.calculus.smooth import is_smooth
from svflow_math.engine.record.claim import Bound, Limit, OrderOf
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Between, Hypothesis, Positive
from svflow_math.engine.record.step import Goal, NotShown, Step


def is_bounded(e: Any, variable: sp.Symbol, facts: Facts) -> bool:
    """Whether e is shown to stay bounded as the variable falls to zero."""
    if variable not in e.free_symbols or e == variable or getattr(e, "ceiling", None) is not None:
        return True
    if isinstance(e, sp.Add | sp.Mul):
        return all(is_bounded(a, variable, facts) for a in e.args)
    if isinstance(e, sp.Pow) and e.exp.is_Integer:
        return is_bounded(e.base, variable, facts) if e.exp > 0 else _has_positive_limit(e.base, variable, facts)
    return False


def _has_positive_limit(e: Any, variable: sp.Symbol, facts: Facts) -> bool:
    """Whether e is a positive constant plus multiples, with bounded factors, of the variable."""
    if isinstance(e, sp.Mul):
        return all(_has_positive_limit(a, variable, facts) for a in e.args)
    if isinstance(e, sp.Pow) and e.exp.is_Integer and e.exp > 0:
        return _has_positive_limit(e.base, variable, facts)
    constant = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(e)):
        if variable not in term.free_symbols:
            constant += term
        elif not is_bounded(term / variable, variable, facts):
            return False
    return is_positive(constant, facts)


def near_the_limit(claim: OrderOf | Limit, hypotheses: tuple[Hypothesis, ...]) -> None:
    """Raise NotShown where a hypothesis on the variable of an order or a limit need not hold near the limit."""
    v, to = claim.variable, sp.sympify(claim.to if isinstance(claim, Limit) else 0)  # met from above where finite

    def holds_near(h: Hypothesis) -> bool:
        if isinstance(h, Between):
            return h.symbol == v and bool((to - h.low).is_nonnegative) and bool((h.high - to).is_positive)
        if isinstance(h, Reduced):
            return h.kappa == v and bool(to.is_extended_nonnegative)
        if not isinstance(h, Positive):  # or Nonnegative
            return False
        gap = h.expression - v
        return bool(gap.is_number and (gap.is_real if to == sp.oo else (to + gap).is_nonnegative))

    for h in hypotheses:
        if any(sp.sympify(e).has(v) for e in h.subjects()) and not holds_near(h):
            raise NotShown(f"{h.latex()} need not hold near the limit")


@dataclass(frozen=True)
class Factored(Step):
    """The expression is the power of the small variable times a factor that stays bounded."""

    factor: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim, facts = goal.claim, goal.facts
        if not isinstance(claim, OrderOf):
            raise NotShown("a power is taken out to show an order")
        near_the_limit(claim, goal.hypotheses)
        if not is_identity(claim.expression, claim.variable**claim.order * self.factor, facts):
            raise NotShown("the expression is not the power times the factor")
        if not is_bounded(sp.sympify(self.factor), claim.variable, facts):
            raise NotShown(f"{self.factor} is not shown to stay bounded")
        return []


@dataclass(frozen=True)
class Squeeze(Step):
    """What lies between two expressions has the order, or the limit, that both have."""

    lower: Any
    upper: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, OrderOf | Limit):
            raise NotShown("only orders and limits are squeezed")
        near_the_limit(claim, goal.hypotheses)
        bounds = [Bound(self.lower, claim.expression), Bound(claim.expression, self.upper)]
        ends = [replace(claim, expression=sp.sympify(e)) for e in (self.lower, self.upper)]
        return [goal.with_claim(c) for c in (*bounds, *ends)]


@dataclass(frozen=True)
class OrderOfDerivative(Step):
    """What vanishes at zero and has a derivative of order n - 1 is of order n."""

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, OrderOf) or claim.order < 1:
            raise NotShown("only orders are raised by integration")
        near_the_limit(claim, goal.hypotheses)
        if not is_smooth(claim.expression, claim.variable, goal.facts, at=0):
            raise NotShown("the expression is not known to be continuous at zero")
        if not is_identity(claim.expression.xreplace({claim.variable: sp.S.Zero}), 0, goal.facts):
            raise NotShown("the expression does not vanish at zero")
        slope = differential(claim.expression, claim.variable, sp.S.One)
        return [goal.with_claim(replace(claim, expression=slope, order=claim.order - 1))]


@dataclass(frozen=True)
class LimitOfOrder(Step):
    """A limit holds where the gap to it is of first order in h; at infinity h is one over the variable."""

    h: sp.Symbol

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Limit) or claim.to not in (0, sp.oo):
            raise NotShown("only limits at zero and at infinity are shown by orders")
        if not self.h.is_positive or any(self.h in sp.sympify(e).free_symbols for e in claim.terms()):
            raise NotShown(f"{self.h} is not a new positive symbol")
        near = 1 / self.h if claim.to == sp.oo else self.h
        expression = sp.sympify(claim.expression).xreplace({claim.variable: near})
        return [goal.with_claim(OrderOf(expression - claim.value, self.h, 1))]


@dataclass(frozen=True)
class ProductOfLimits(Step):
    """The limit of a product is the product of the limits: one factor and its limit, not zero, are split off."""

    factor: Any
    value: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim, facts = goal.claim, goal.facts
        if not isinstance(claim, Limit):
            raise NotShown("only limits are split into factors")
        near_the_limit(claim, goal.hypotheses)
        if any(sp.sympify(e).has(claim.variable) for e in (self.value, claim.value)):
            raise NotShown(f"a limit depends on {claim.variable}")
        late = facts + Facts(positive=(claim.variable,) if claim.to == sp.oo else ())
        if not (is_positive(sp.sympify(self.factor), late) and is_positive(sp.sympify(self.value), facts)):
            raise NotShown(f"{self.factor} and {self.value} are not known to be positive")
        first = replace(claim, expression=self.factor, value=self.value)
        rest = replace(claim, expression=claim.expression / self.factor, value=claim.value / self.value)
        return [goal.with_claim(first), goal.with_claim(rest)]
