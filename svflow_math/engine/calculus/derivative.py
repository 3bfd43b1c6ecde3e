"""Definitions unfolded, directional derivatives taken, gradients and traces read off.

Every derivative of a statement is directional: D_x f [u] is structural and needs no coordinates, the gradient is
the vector paired with u in it, and the trace of u -> L(u) is read off from the terms <u, a> b, c u and A u.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

import sympy as sp

from svflow_math.engine.record import terms
from svflow_math.engine.record.higher_derivative import HigherDerivativeField
from svflow_math.engine.record.solution import Solution, state
from svflow_math.engine.record.terms import (
    Adjoint,
    Apply,
    Defined,
    Differential,
    Dot,
    FiniteSum,
    Gradient,
    GradientField,
    HessianField,
    JacobianField,
    ScalarField,
    Trace,
    VectorField,
    VectorSymbol,
    apart,
    is_vector,
    split,
)


def unfold(expression: Any, *names: type) -> Any:
    """Replace defined operations (all, or only those named) by their definitions, innermost first."""
    if not getattr(expression, "args", ()):
        return expression
    rebuilt = expression.func(*(unfold(a, *names) for a in expression.args))
    if isinstance(rebuilt, Defined) and (not names or isinstance(rebuilt, names)):
        return unfold(rebuilt.definition(), *names)
    return rebuilt


def derive(expression: Any) -> Any:
    """Carry out every derivative, gradient and trace, innermost first."""
    if not getattr(expression, "args", ()):
        return expression
    e = expression.func(*(derive(a) for a in expression.args))
    if isinstance(e, Differential):
        return differential(*e.args)
    if isinstance(e, Gradient):
        return gradient(*e.args)
    if isinstance(e, Trace):
        return trace(*e.args)
    return e


def differential(f: Any, x: Any, u: Any) -> Any:
    """D_x f [u] for an expression f in the vector or number x."""
    if f == x:
        return u
    if not f.has(x):
        return sp.S.Zero
    if isinstance(f, Dot):
        a, b = f.args
        return _pair(differential(a, x, u), b) + _pair(a, differential(b, x, u))
    if isinstance(f, sp.Add):
        return sp.Add(*(differential(a, x, u) for a in f.args))
    if isinstance(f, sp.Mul):
        return sp.Add(
            *(sp.Mul(*f.args[:i], differential(a, x, u), *f.args[i + 1 :]) for i, a in enumerate(f.args) if a.has(x))
        )
    if isinstance(f, FiniteSum):
        f = apart(f, u)
        return FiniteSum(f.index, differential(f.body, x, u))
    if isinstance(f, Apply):
        return _apply(f.args[0], differential(f.args[1], x, u))
    if isinstance(f, HessianField) and not f.args[1].has(x):
        moved = differential(f.args[-1], x, u)
        return sp.S.Zero if moved == 0 else f.func(*f.args[:-1], moved)
    if isinstance(f, JacobianField | HigherDerivativeField):
        return _of_derivative(f, x, u)
    if isinstance(f, Solution):
        return _of_solution(f, x, u)
    if isinstance(f, ScalarField):
        return _pair(GradientField(*f.args), differential(f.args[1], x, u))
    if isinstance(f, GradientField):
        return HessianField(*f.args, differential(f.args[1], x, u))
    if isinstance(f, VectorField):
        return JacobianField(*f.args, differential(f.args[1], x, u))
    if isinstance(f, Defined):
        return differential(f.definition(), x, u)
    if hasattr(f, "differentiated"):  # a term that binds a symbol
        return f.differentiated(lambda part: differential(part, x, u)) if x in f.free_symbols else sp.S.Zero
    if isinstance(f, terms.Term) and not hasattr(f, "fdiff_rule"):
        raise NotImplementedError(f"no rule for the derivative of {f}")
    return _chain(f, x, u)


def _chain(f: Any, x: Any, u: Any) -> Any:
    """A function of numbers, by SymPy's own scalar derivative in each argument."""
    total = sp.S.Zero
    for i, argument in enumerate(f.args):
        if argument.has(x):
            partial = (
                f.fdiff_rule(i) if isinstance(f, terms.Term)
                else _slope(f.func, f.args[:i], f.args[i + 1 :]).xreplace({_SLOT: argument})
            )  # fmt: skip
            total += partial * differential(argument, x, u)
    return total


_SLOT = sp.Dummy(real=True)


@lru_cache(maxsize=10_000)
def _slope(function: Any, before: tuple[Any, ...], after: tuple[Any, ...]) -> Any:
    """The derivative of a function of numbers in one argument, for which the slot stands."""
    return sp.diff(function(*before, _SLOT, *after), _SLOT)


def _of_derivative(f: Any, x: Any, u: Any) -> Any:
    """The derivative of D^k w(point)[u_1, ..., u_k]: one order more where the point moves, and each u_i by itself."""
    field, point, *directions = f.args
    total = HigherDerivativeField(field, point, *directions, differential(point, x, u))
    for i, direction in enumerate(directions):
        moved = differential(direction, x, u)
        total += sp.S.Zero if moved == 0 else f.func(field, point, *directions[:i], moved, *directions[i + 1 :])
    return total


_VARIATION = VectorSymbol("_variation")


def _of_solution(f: Any, x: Any, u: Any) -> Any:
    """The derivative of a solution in its time, by the equation that it solves, in its start, and in directions."""
    field, start, time, *directions = f.args
    if field.has(x):
        raise NotImplementedError(f"no rule for the derivative of {f} in a parameter of the field")
    rate, moved = differential(time, x, u), differential(start, x, u)
    total = sp.S.Zero if moved == 0 else f.func(field, start, time, *directions, moved)
    if rate != 0:
        if len(directions) > 1:
            raise NotImplementedError("second derivatives in the start are not followed in time")
        velocity = differential(field, state, _VARIATION) if directions else field
        total += rate * velocity.xreplace({state: Solution(field, start, time), _VARIATION: f})
    for i, direction in enumerate(directions):
        turned = differential(direction, x, u)
        if turned != 0:
            total += f.func(field, start, time, *directions[:i], turned, *directions[i + 1 :])
    return total


def _pair(a: Any, b: Any) -> Any:
    return sp.S.Zero if a == 0 or b == 0 else Dot(a, b)


def _apply(linear_map: Any, v: Any) -> Any:
    return sp.S.Zero if v == 0 else Apply(linear_map, v)


def vector_terms(v: Any) -> list[tuple[Any, Any]]:
    """A vector as a list of (number, vector that is not a sum), linear maps and sums spread over their arguments."""
    v = sp.expand_mul(v)
    if v == 0:
        return []
    pairs: list[tuple[Any, Any]] = []
    for term in sp.Add.make_args(v):
        c, w = split(term)
        if isinstance(w, sp.Add):
            pairs += [(c * k, atom) for k, atom in vector_terms(w)]
        elif isinstance(w, Apply | HessianField | JacobianField):
            pairs += [(c * k * m, atom) for k, inner in vector_terms(w.args[-1]) for m, atom in _images(w, inner)]
        elif isinstance(w, HigherDerivativeField):
            for chosen in product(*map(vector_terms, w.args[2:])):
                pairs.append((c * sp.Mul(*(k for k, _ in chosen)), w.func(*w.args[:2], *(atom for _, atom in chosen))))
        elif isinstance(w, FiniteSum) and not _is_atom(w.body):
            inner = vector_terms(w.body)
            pairs += [(c, FiniteSum(w.index, k * atom)) for k, atom in inner]
        else:
            pairs.append((c, w))
    return pairs


def _images(w: Any, inner: Any) -> list[tuple[Any, Any]]:
    """The linear map of w at a vector that is not a sum of vectors; a finite sum is left around the map."""
    if not isinstance(inner, FiniteSum):
        return [(sp.S.One, w.func(*w.args[:-1], inner))]
    inner = apart(inner, *w.args[:-1])
    return vector_terms(FiniteSum(inner.index, w.func(*w.args[:-1], inner.body)))


def _is_atom(v: Any) -> bool:
    if isinstance(v, Apply | HessianField | JacobianField):
        return _is_atom(v.args[-1])
    if isinstance(v, HigherDerivativeField):
        return all(map(_is_atom, v.args[2:]))
    if isinstance(v, sp.Mul):
        return not isinstance(split(v)[1], sp.Add) and not isinstance(split(v)[1], FiniteSum)
    return not isinstance(v, sp.Add)


def spread(expression: Any) -> Any:
    """Inner products of sums as sums of inner products, linear maps and finite sums moved out."""
    if not getattr(expression, "args", ()):
        return expression
    e = expression.func(*(spread(a) for a in expression.args))
    if not isinstance(e, Dot):
        return e
    total = sp.S.Zero
    for c, a in vector_terms(e.args[0]):
        for k, b in vector_terms(e.args[1]):
            total += c * k * _pair_atoms(a, b)
    return total


def _letters(v: Any) -> tuple[list[Any], Any]:
    """A vector as the maps applied to it, outermost first, and what they are applied to."""
    maps = []
    while isinstance(v, Apply):
        maps.append(v.args[0])
        v = v.args[1]
    return maps, v


def _moved_across(a: Any, b: Any) -> Any:
    """<A^T a, b> = <a, A b>: the one way of dividing the maps between the sides that leaves no adjoint outermost."""
    (left, first), (right, last) = _letters(a), _letters(b)
    if not any(isinstance(m, Adjoint) for m in (*left, *right)):
        return None
    between = [*(Adjoint(m) for m in reversed(left)), *right]
    readings = [(between, first, last), ([Adjoint(m) for m in reversed(between)], last, first)]
    found = []
    for word, start, end in readings:
        count = next((i for i, m in enumerate(word) if not (isinstance(m, Adjoint) or m.symmetric)), len(word))
        sides = (start, end)
        for m in word[:count]:
            sides = (Apply(Adjoint(m), sides[0]), sides[1])
        for m in reversed(word[count:]):
            sides = (sides[0], Apply(m, sides[1]))
        found.append(Dot(*sides))
    return min(found, key=sp.default_sort_key)


def _pair_atoms(a: Any, b: Any) -> Any:
    for v, w in ((a, b), (b, a)):
        if isinstance(v, FiniteSum):
            inner = apart(v, w)
            return FiniteSum(inner.index, spread(Dot(inner.body, w)))
        if isinstance(v, sp.Mul):
            c, atom = split(v)
            return c * _pair_atoms(atom, w)
    moved = _moved_across(a, b)
    if moved is not None:
        return moved
    for v, w in ((a, b), (b, a)):
        symmetric = isinstance(v, HessianField) or (isinstance(v, Apply) and v.args[0].symmetric)
        if symmetric:
            # <H v, w> = <v, H w>: one canonical side, by the order of the vectors moved
            inner, moved = v.args[-1], v.func(*v.args[:-1], w)
            if sp.default_sort_key(w) < sp.default_sort_key(inner) and not isinstance(w, type(v)):
                return Dot(inner, moved)
    return Dot(a, b)


def gradient(f: Any, x: Any) -> Any:
    """The vector g with <g, u> = D_x f [u] for every u."""
    u = VectorSymbol("_direction")
    total = sp.S.Zero
    for term in sp.Add.make_args(sp.expand_mul(spread(derive(differential(f, x, u))))):
        total += _paired_with(term, u)
    return total


def _paired_with(term: Any, u: Any) -> Any:
    if isinstance(term, FiniteSum):
        inner = sp.Add.make_args(sp.expand_mul(term.body))
        return sp.Add(*(FiniteSum(term.index, _paired_with(t, u)) for t in inner))
    factors = sp.Mul.make_args(term)
    for factor in factors:
        rest = sp.Mul(*(f for f in factors if f is not factor))
        if isinstance(factor, FiniteSum) and factor.has(u):
            return rest * _paired_with(factor, u)
        if isinstance(factor, Dot) and factor.has(u):
            a, b = factor.args
            if a == u or b == u:
                return rest * (b if a == u else a)
            for v, w in ((a, b), (b, a)):
                if isinstance(v, HessianField) and v.args[-1] == u:
                    return rest * v.func(*v.args[:-1], w)
                maps, inner = _letters(v)
                if inner == u:
                    for m in maps:
                        w = Apply(Adjoint(m), w)
                    return rest * w
    raise NotImplementedError(f"no gradient is read off from {term}")


def trace(body: Any, u: Any) -> Any:
    """The trace of u -> body: l(u) b with l linear has the trace l(b), c u has c d, and A u has tr A."""
    total = sp.S.Zero
    for c, v in vector_terms(sp.expand_mul(spread(body))):
        for coefficient in sp.Add.make_args(sp.expand_mul(c)):
            total += _trace_of_term(coefficient, v, u)
    return total


def _trace_of_term(c: Any, v: Any, u: Any) -> Any:
    if not v.has(u):
        slope = differential(c, u, v)
        if slope.has(u) or sp.expand(spread(differential(c, u, u)) - spread(c)) != 0:
            raise NotImplementedError(f"{c} is not linear in {u}")
        return spread(slope)
    if c.has(u):
        raise NotImplementedError(f"{c * v} is not linear in {u}")
    if v == u:
        return c * terms.d
    if isinstance(v, FiniteSum):
        return c * FiniteSum(v.index, trace(v.body, u))
    if isinstance(v, Apply | HessianField | JacobianField) and v.args[-1] == u:
        return c * Trace(v, u)
    raise NotImplementedError(f"no trace is read off from {c * v}")


def pair_with(v: Any, test: Any) -> Any:
    """<test, v>: two vectors are equal if and only if their pairings with a generic vector are."""
    if not (v == 0 or is_vector(v)):
        raise TypeError(f"{v} is not a vector")
    return _pair(test, v)
