"""Rules for orders and limits: a power taken out, a squeeze, the order of the derivative."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import differential, unfold
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rules.integrals import Reduced, integrable
from svflow_math.engine.calculus.rules.integrals import is_smooth as is_continuous
from svflow_math.engine.calculus.signs import is_positive
from svflow_math.engine.calculus.smooth import is_smooth
from svflow_math.engine.calculus.substitution import variable_of
from svflow_math.engine.record.claim import Bound, Limit, OrderOf
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Between, Hypothesis, Positive
from svflow_math.engine.record.polar_sum import FarOut, PolarSum
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import d


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
    v = claim.variable
    falls = isinstance(claim, OrderOf) or claim.to == 0

    def holds_near(h: Hypothesis) -> bool:
        if isinstance(h, Between):
            return falls and h.symbol == v and h.low == 0 and bool(sp.sympify(h.high).is_positive)
        if isinstance(h, Reduced):
            return h.kappa == v
        if not isinstance(h, Positive):  # or Nonnegative
            return False
        gap = h.expression - v
        return gap == 0 if falls else bool(gap.is_number)

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


@dataclass(frozen=True)
class SumOfLimits(Step):
    """The limit of a sum is the sum of the limits: one term and its limit are split off."""

    term: Any
    value: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Limit):
            raise NotShown("only limits are split into terms")
        near_the_limit(claim, goal.hypotheses)
        if any(sp.sympify(e).has(claim.variable) for e in (self.value, claim.value)):
            raise NotShown(f"a limit depends on {claim.variable}")
        first = replace(claim, expression=sp.sympify(self.term), value=sp.sympify(self.value))
        rest = replace(claim, expression=claim.expression - self.term, value=claim.value - self.value)
        return [goal.with_claim(first), goal.with_claim(rest)]


@dataclass(frozen=True)
class LogarithmOfLimit(Step):
    """log f tends to log c where f tends to c > 0: the goal becomes that limit."""

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Limit) or not isinstance(claim.expression, sp.log):
            raise NotShown("the claim is not the limit of one logarithm")
        inside, value = claim.expression.args[0], sp.exp(claim.value)
        return [goal.with_claim(replace(claim, expression=inside, value=value))]


@dataclass(frozen=True)
class LimitAtTheEnd(Step):
    """An integral over slices is in the end that at s = 1: e^-k k^((n-1)/2) int f -> 2^((n-3)/2) Gamma((n-1)/2) f(1).

    Watson's lemma: with s = 1 - u/k the integrand is dominated by a multiple of u^((n-3)/2) e^(-u) for u <= k, and the
    rest, s < 0, is of the order e^(-k). The rest of the expression is a smooth function of that product alone.
    """

    body: Any
    dim: Any = d

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Limit) or claim.to != sp.oo:
            raise NotShown("the claim is not a limit at infinity")
        near_the_limit(claim, goal.hypotheses)
        integrable(self.dim, goal.facts)
        kappa, body = claim.variable, sp.sympify(self.body)
        if any(sp.sympify(e).has(kappa) for e in (body, self.dim, claim.value)) or not is_continuous(body):
            raise NotShown(f"{body} is not known to be one continuous function of the height")
        end, power = body.xreplace({height: sp.S.One}), (self.dim - 1) / sp.Integer(2)
        if not is_positive(end, goal.facts):
            raise NotShown(f"{end} is not known to be positive")
        product = sp.Dummy("product", positive=True)
        integral = SliceIntegral(body, kappa, self.dim)
        whole = unfold(claim.expression)
        if any(variable_of(n) is not None and n != integral and n.has(integral) for n in sp.preorder_traversal(whole)):
            raise NotShown("the integral occurs where a variable is bound")
        expression = whole.xreplace({integral: product * sp.exp(kappa) * kappa ** (-power)})
        facts = goal.facts + Facts(positive=(kappa,))
        if not expression.has(product) or not is_identity(differential(expression, kappa, sp.S.One), 0, facts):
            raise NotShown(f"{kappa} does not cancel beside the integral of {body}")
        if not is_smooth(expression, product, facts):
            raise NotShown("the expression is not known to be smooth in the integral")
        limit = sp.Integer(2) ** (power - 1) * sp.gamma(power) * end
        if not is_identity(expression.xreplace({product: limit}), claim.value, facts):
            raise NotShown(f"the limit is not {claim.value}")
        return []


@dataclass(frozen=True)
class PolarLimit(Step):
    """A sum in polar form tends to its constant as kappa grows: w grows, and p stays between 0 and 1."""

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Limit) or claim.to != sp.oo or not isinstance(claim.expression, PolarSum):
            raise NotShown("the claim is not the limit of one sum in polar form at infinity")
        kappa, nu, order = claim.expression.args
        constant, *moving = claim.expression.rows[0]
        if kappa != claim.variable or (nu.has(kappa) or order.has(kappa)) or any(moving):
            raise NotShown(f"{claim.expression} is not known to have a constant beyond which all falls")
        if claim.value != sp.Rational(constant.numerator, constant.denominator):
            raise NotShown(f"the constant of {claim.expression} is {constant}")
        return []


@dataclass(frozen=True)
class FromInfinity(Step):
    """|f| <= g since f and g tend to zero at infinity and |f'| <= -g', with f' as stated: the goals are these three."""

    variable: sp.Symbol
    slope: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim, t = goal.claim, self.variable
        if not isinstance(claim, Bound) or claim.strict or not isinstance(claim.lhs, sp.Abs):
            raise NotShown("what is integrated from infinity bounds an absolute value, and may be attained")
        f, g = claim.lhs.args[0], sp.sympify(claim.rhs)
        if t.is_integer or not t.is_nonnegative:
            raise NotShown(f"{t} does not stand for every number beyond one that is not negative")
        about = [h for h in goal.hypotheses if any(sp.sympify(e).has(t) for e in h.subjects())]
        for h in about:
            holds_beyond = (isinstance(h, FarOut) and h.kappa == t and not sp.sympify(h.nu).has(t)) or (
                type(h) is Positive and sp.sympify(h.expression - t).is_number
            )
            if not holds_beyond:
                raise NotShown(f"{h.latex()} need not hold at every larger {t}")
        if not (is_smooth(f, t, goal.facts) and is_smooth(g, t, goal.facts)):
            raise NotShown("the sides are not known to be smooth")
        fixed = tuple(h for h in goal.hypotheses if h not in about)
        if not is_identity(differential(f, t, sp.S.One), self.slope, goal.facts):
            raise NotShown(f"{self.slope} is not shown to be the derivative")
        return [
            Goal(Limit(f, t, sp.oo, sp.S.Zero), fixed),
            Goal(Limit(g, t, sp.oo, sp.S.Zero), fixed),
            goal.with_claim(Bound(sp.Abs(self.slope), -differential(g, t, sp.S.One))),
        ]
