"""Signs by structure: what is a sum, product, power or finite sum of nonnegative parts is nonnegative.

Parts are decided by SymPy's assumptions on symbols and by the facts of the hypotheses, matched up to the names of
indices; nothing is guessed, and 'not shown' is an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import differential
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import Defined, Dot, FiniteSum, Index, apart


def is_nonnegative(e: Any, facts: Facts) -> bool:
    """Whether e >= 0 is shown."""
    return _shown_as_it_stands_or_factored(sp.sympify(e), facts, strict=False)


def is_positive(e: Any, facts: Facts) -> bool:
    """Whether e > 0 is shown."""
    return _shown_as_it_stands_or_factored(sp.sympify(e), facts, strict=True)


def _shown_as_it_stands_or_factored(e: Any, facts: Facts, strict: bool) -> bool:
    return _shown(e, facts, strict) or _shown(sp.factor(sp.together(e)), facts, strict)


def _shown(e: Any, facts: Facts, strict: bool) -> bool:
    key = (e, strict)
    if key not in facts.decided:
        facts.decided[key] = _decided(e, facts, strict)
    return facts.decided[key]


def _decided(e: Any, facts: Facts, strict: bool) -> bool:
    if e in facts.fixed:
        return _shown(sp.sympify(facts.fixed[e]), facts, strict)
    known = facts.positive if strict else facts.positive + facts.nonnegative
    if (e.is_positive if strict else e.is_nonnegative) or any(matches(fact, e) for fact in known):
        return True
    if isinstance(e, sp.Add | sp.Symbol) and _exceeds_multiple_of_fact(e, facts, strict):
        return True
    if isinstance(e, sp.Add):
        if _is_gap_of_monotone(e, facts, strict):
            return True
        parts = [_shown(a, facts, strict=False) for a in e.args]
        if all(parts) and (not strict or any(_shown(a, facts, strict=True) for a in e.args)):
            return True
        if _exceeds_known(e, facts, strict):
            return True
        factored = sp.factor(e)
        return isinstance(factored, sp.Mul) and _shown(factored, facts, strict)
    if isinstance(e, sp.Mul):
        if all(_shown(a, facts, strict) for a in e.args) or _pairs_of_negatives(e, facts, strict):
            return True
        if _is_odd_of_negative(e, facts, strict):
            return True
        rest = None if strict else _without_known_product(e, facts)
        return rest is not None and _shown(rest, facts, strict)
    if isinstance(e, sp.Pow):
        if e.exp.is_Integer and e.exp % 2 == 0 and not strict:
            return True
        return _shown(e.base, facts, strict or bool(e.exp.is_negative))
    if isinstance(e, sp.exp):
        return True
    if isinstance(e, sp.tanh | sp.atan | sp.atan2):
        return _shown(e.args[0], facts, strict)
    if isinstance(e, sp.sin):
        return _shown(e.args[0], facts, strict) and _shown(sp.pi - e.args[0], facts, strict)
    if isinstance(e, sp.cos):
        return all(_shown(sp.pi / 2 + side, facts, strict) for side in (e.args[0], -e.args[0]))
    if isinstance(e, FiniteSum):
        return _shown(e.body, facts, strict=False) and (not strict or _is_mean_of_positive(e, facts))
    if isinstance(e, SliceIntegral):
        return _shown_on_slices(e.body, facts, strict)
    if isinstance(e, sp.gamma):
        return _shown(e.args[0], facts, strict=True)
    if isinstance(e, Dot) and e.args[0] == e.args[1]:
        return not strict
    if isinstance(e, Defined) and not e.vector:
        return _shown(e.definition(), facts, strict)
    if _is_law(e, facts):
        return not strict
    return False


def _exceeds_multiple_of_fact(e: Any, facts: Facts, strict: bool) -> bool:
    """Whether e is a positive multiple of a fact, plus a number that is not negative."""
    wanted = sp.expand(e).as_coefficients_dict()
    for fact in facts.positive + facts.nonnegative:
        given = sp.expand(fact).as_coefficients_dict()
        leading = next((m for m in given if not m.is_number), None)
        if leading is None or leading not in wanted or not wanted[leading] / given[leading] > 0:
            continue
        rest = sp.expand(e - wanted[leading] / given[leading] * fact)
        if rest.is_number and rest.is_nonnegative and (not strict or fact in facts.positive or rest.is_positive):
            return True
    return False


def _exceeds_known(e: sp.Add, facts: Facts, strict: bool) -> bool:
    """Whether e is a positive multiple of a known sum plus a shorter nonnegative rest; one of the two is positive."""
    coefficients = e.as_coefficients_dict()
    for fact in facts.positive + facts.nonnegative:
        for term, k in sp.sympify(fact).as_coefficients_dict().items() if isinstance(fact, sp.Add) else ():
            multiple = coefficients.get(term, sp.S.Zero) / k
            rest = e - multiple * fact
            shorter = multiple > 0 and len(sp.Add.make_args(rest)) < len(e.args)
            if shorter and _shown(rest, facts, strict=strict and fact not in facts.positive):
                return True
    return False


def _shown_on_slices(body: Any, facts: Facts, strict: bool) -> bool:
    """The sign of a function of the height: known for -1 < s < 1, but for isolated zeros of its square factors."""
    inside = facts + Facts(positive=(1 - height, 1 + height))
    for factor in sp.Mul.make_args(body):
        is_square = isinstance(factor, sp.Pow) and factor.exp.is_Integer and factor.exp > 0 and factor.exp % 2 == 0
        slope = differential(factor.base, height, sp.S.One) if is_square else sp.S.Zero
        if not (slope.is_number and slope != 0) and not _shown(factor, inside, strict):
            return False
    return True


def _without_known_product(e: Any, facts: Facts) -> Any:
    """The product without the factors of a fact that is a product; None where no fact is part of it."""
    for fact in facts.nonnegative:
        if isinstance(fact, sp.Mul):
            for renamed in _renamings(fact, e):
                if set(renamed.args) < set(e.args):
                    return sp.Mul(*(a for a in e.args if a not in renamed.args))
    return None


def _pairs_of_negatives(e: Any, facts: Facts, strict: bool) -> bool:
    """Two factors that are shown to be nonpositive, a sum by its terms with their signs changed."""
    flipped = [a for a in e.args if not _shown(a, facts, strict)]
    if len(flipped) != 2 or not all(isinstance(a, sp.Add) or a.is_Number for a in flipped):
        return False
    return all(_shown(sp.Add(*(-t for t in sp.Add.make_args(a))), facts, strict) for a in flipped)


def _is_odd_of_negative(e: sp.Mul, facts: Facts, strict: bool) -> bool:
    """-sin(t) r for t below zero, which is sin(-t) r; SymPy prefers the former."""
    number, rest = e.as_coeff_Mul()
    if not number.is_negative:
        return False
    for sine in sp.Mul.make_args(rest):
        if isinstance(sine, sp.sin) and all(_shown(a, facts, strict) for a in (-sine.args[0], sp.pi + sine.args[0])):
            return _shown(-number * rest / sine, facts, strict)
    return False


def _is_gap_of_monotone(e: Any, facts: Facts, strict: bool) -> bool:
    """exp(s) - 1, or 1 - A for an event A."""
    if len(e.args) != 2 or e.args[0] not in (1, -1):
        return False
    one, rest = e.args
    if one == -1 and isinstance(rest, sp.exp):
        return _shown(rest.args[0], facts, strict)
    if one == 1 and not strict and isinstance(-rest, sp.core.function.AppliedUndef):
        return (-rest).func.__name__ in facts.events
    return False


def _is_mean_of_positive(e: FiniteSum, facts: Facts) -> bool:
    """A sum of positive terms over a set that is not empty, or the mean of a positive family under a law."""
    if _shown(e.body, facts, strict=True):
        return True
    laws = [f for f in sp.Mul.make_args(e.body) if _sums_to_one(f, e.index, facts)]
    return bool(laws) and _shown(e.body / laws[0], facts, strict=True)


def _sums_to_one(e: Any, index: Index, facts: Facts) -> bool:
    named = isinstance(e, sp.core.function.AppliedUndef) and (e.func.__name__, index.over) in facts.laws
    return named and e.args[-1] == index and not any(a.has(index) for a in e.args[:-1])


def _is_law(e: Any, facts: Facts) -> bool:
    if not isinstance(e, sp.core.function.AppliedUndef):
        return False
    name = e.func.__name__
    return name in facts.events or any(name == law for law, _ in facts.laws)


def matches(fact: Any, e: Any) -> bool:
    """Whether e is the fact, for some renaming of the fact's free indices into those of e.

    A fact holds for all values of its indices, except those that name a chosen member.
    """
    wanted = sp.expand(e)
    return sp.expand(fact) == wanted or any(sp.expand(r) == wanted for r in _renamings(fact, e))


def _renamings(fact: Any, e: Any) -> Iterator[Any]:
    ours = sorted((s for s in fact.free_symbols if type(s) is Index), key=str)
    theirs = sorted((s for s in e.free_symbols if isinstance(s, Index)), key=str)
    for choice in product(theirs, repeat=len(ours)) if ours else ():
        if all(a.over == b.over for a, b in zip(ours, choice, strict=True)):
            yield apart(fact, *choice).xreplace(dict(zip(ours, choice, strict=True)))
