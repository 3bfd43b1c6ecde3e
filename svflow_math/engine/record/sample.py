"""Admissible points: every symbol of a theorem drawn at random, then made to satisfy the hypotheses.

A theorem whose hypotheses admit no point found here fails: a statement about nothing is no theorem.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Any

import mpmath
import sympy as sp
from mpmath import mpf

from svflow_math.engine.record import terms
from svflow_math.engine.record.evaluate import SmoothField, Undefined
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.scope import Scope

DIMENSIONS = (2, 3, 5, 17, 64)
_ATTEMPTS = 200


class NoAdmissiblePoint(RuntimeError):
    """The hypotheses admit none of the points drawn."""


def sample(expressions: Iterable[Any], hypotheses: Iterable[Hypothesis], dim: int, random: Random) -> dict[Any, Any]:
    """A point of dimension `dim` at which every hypothesis holds. Raises NoAdmissiblePoint."""
    hypotheses = tuple(hypotheses)
    symbols = symbols_of((*expressions, *(s for h in hypotheses for s in h.subjects())))
    for _ in range(_ATTEMPTS):
        point = drawn(symbols, dim, random)
        try:
            for hypothesis in hypotheses:
                point = hypothesis.admit(point, random)
            at = Scope(point)
            if all(hypothesis.holds(at) for hypothesis in hypotheses):
                return point
        except (Undefined, ZeroDivisionError):
            continue
    raise NoAdmissiblePoint(f"no admissible point of dimension {dim} in {_ATTEMPTS} draws")


def completed(witness: Mapping[Any, Any], expressions: Iterable[Any], random: Random, dim: int) -> dict[Any, Any]:
    """A witness as a point: what it names is taken, vectors padded with zeros to `dim`, the rest drawn."""
    sizes = {key: int(value) for key, value in witness.items() if isinstance(key, sp.Symbol) and key.is_integer}
    point = drawn(symbols_of(expressions), dim, random, sizes)
    for key, value in witness.items():
        point[key] = _padded(value, dim) if isinstance(key, terms.VectorSymbol) else _numbers(value)
    return point


def _padded(value: Any, dim: int) -> Any:
    if value and isinstance(value[0], list | tuple):
        return [_padded(v, dim) for v in value]
    return [_numbers(v) for v in value] + [mpf(0)] * (dim - len(value))


def _numbers(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_numbers(v) for v in value]
    if isinstance(value, sp.Basic):
        return mpf(sp.N(value, mpmath.mp.dps + 5))
    return mpf(value) if not callable(value) else value


def symbols_of(expressions: Iterable[Any]) -> tuple[Any, ...]:
    """Symbols, families and fields in the expressions, in an order that does not depend on hashing."""
    return _symbols_of(tuple(expressions))


@lru_cache(maxsize=1_000)
def _symbols_of(expressions: tuple[Any, ...]) -> tuple[Any, ...]:
    found: set[Any] = set()
    for e in expressions:
        e = sp.sympify(e)
        for node in sp.preorder_traversal(e):
            if isinstance(node, terms.FiniteSum):
                found.add(node.index.over)
            if isinstance(node, terms.VectorAt | terms.MapAt | sp.core.function.AppliedUndef):
                found.add(node)
                found |= {i.over for i in node.args if isinstance(i, terms.Index)}
        found |= e.free_symbols
        found |= {FieldName(node) for node in e.atoms(terms.ScalarField, terms.GradientField, terms.HessianField)}
        found |= {FieldName(node) for node in e.atoms(terms.VectorField, terms.JacobianField)}
    families = {node.args[0] for node in found if isinstance(node, terms.VectorAt | terms.MapAt)}
    fields = {node.name for node in found if isinstance(node, FieldName)}
    return tuple(sorted((f for f in found if f not in families and f not in fields), key=_order))


class FieldName:
    """The name of an unknown function or vector field, or of a family of functions; told apart by whether scalar."""

    def __init__(self, node: Any) -> None:
        self.name, *self.indices = node.args[0].args or (node.args[0],)
        self.scalar = isinstance(node, terms.ScalarField | terms.GradientField | terms.HessianField)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FieldName) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


def _order(s: Any) -> tuple:
    """Sizes first, since families need them."""
    if isinstance(s, FieldName):
        return (3, s.name.name)
    if isinstance(s, terms.VectorAt | terms.MapAt | sp.core.function.AppliedUndef):
        return (2, str(s))
    return (1 if isinstance(s, terms.Index) else 0, str(s))


def drawn(
    symbols: Iterable[Any], dim: int, random: Random, sizes: Mapping[Any, int] = MappingProxyType({})
) -> dict[Any, Any]:
    """A value for every symbol, whatever the hypotheses; those of `sizes` are given."""
    point: dict[Any, Any] = {terms.d: mpf(dim)} | {s: mpf(size) for s, size in sizes.items()}
    for s in symbols:
        if s in point:
            continue
        if isinstance(s, FieldName):
            rows = 1 if s.scalar else dim
            point[s.name] = _family(s.indices, point, lambda s=s, rows=rows: _field(dim, rows, s.scalar, random))
        elif isinstance(s, terms.VectorAt):
            point.setdefault(s.args[0], _family(s.args[1:], point, lambda: _vector(dim, random)))
        elif isinstance(s, terms.MapAt):
            point.setdefault(s.args[0], _family(s.args[1:], point, lambda: _matrix(dim, False, random)))
        elif isinstance(s, sp.core.function.AppliedUndef):
            point.setdefault(sp.Symbol(s.func.__name__), _family(s.args, point, lambda s=s: _number(s, random)))
        elif isinstance(s, terms.Index):
            point.setdefault(s.over, mpf(random.randint(1, 5)))
            point[s] = mpf(random.randrange(int(point[s.over])))
        elif isinstance(s, terms.VectorSymbol):
            point[s] = _vector(dim, random)
        elif isinstance(s, terms.LinearMap):
            point[s] = _matrix(dim, s.symmetric, random)
        else:
            point[s] = _number(s, random)
    return point


def _family(indices: Any, point: Mapping[Any, Any], member: Any) -> Any:
    if not indices:
        return member()
    size = int(point[indices[0].over]) if isinstance(indices[0], terms.Index) else int(indices[0]) + 1
    return [_family(indices[1:], point, member) for _ in range(size)]


def _field(dim: int, rows: int, scalar: bool, random: Random) -> SmoothField:
    return SmoothField([_field_row(dim, random, k) for k in range(rows)], scalar)


def _field_row(dim: int, random: Random, component: int) -> tuple:
    """One component of a field; those beyond the sixth are affine, so that a field of 64 components is cheap."""
    wave = _few(dim, random) if component < 6 else {}
    return (wave, _normal(random), _few(dim, random), _normal(random))


def _few(dim: int, random: Random) -> dict[int, mpf]:
    """A vector by its nonzero coordinates, at most three."""
    return {i: _normal(random) for i in sorted(random.sample(range(dim), min(dim, 3)))}


def _normal(random: Random) -> mpf:
    return mpf(random.gauss(0, 1))


def _vector(dim: int, random: Random) -> list[mpf]:
    scale = mpf(2) ** random.randint(-2, 2) / mpmath.sqrt(dim)
    return [scale * _normal(random) for _ in range(dim)]


def _matrix(dim: int, symmetric: bool, random: Random) -> list[list[mpf]]:
    rows = [_vector(dim, random) for _ in range(dim)]
    return [[rows[max(i, j)][min(i, j)] if symmetric else rows[i][j] for j in range(dim)] for i in range(dim)]


def _number(s: Any, random: Random) -> mpf:
    if s.is_integer:
        return mpf(random.randint(1, 5))
    if s.is_positive or s.is_nonnegative:
        return mpmath.exp(_normal(random))
    return 2 * _normal(random)
