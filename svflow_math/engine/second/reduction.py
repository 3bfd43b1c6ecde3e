"""Equalities decided modulo the ideal: the difference of the sides reduces to zero, or nothing is decided."""

from __future__ import annotations

from itertools import product
from typing import Any

import sympy as sp
from flint.utils.flint_exceptions import DomainError

from svflow_math.engine.record import terms
from svflow_math.engine.record.obligation import Obligation
from svflow_math.engine.second.polynomials import Gram
from svflow_math.engine.second.reading import Reading
from svflow_math.engine.second.tree import Node, Tree, Unread


def reduces(obligation: Obligation) -> str:
    """The empty text where the difference of the sides is zero modulo the ideal, or else why that is not known."""
    tree, facts = Tree(), obligation.facts
    try:
        left, right = tree.read(obligation.lhs, obligation.rhs)
        if left is right:
            return ""
        products = [(*tree.read(*e.args), _whole(value)) for e, value in facts.fixed.items()]
        signs = [_read(tree, e) for e in facts.positive]
        over = sorted({i.over for i in tree.indices} | {size for _, size in facts.laws}, key=str)
        space = Gram(facts, {size: 2 + k % 2 for k, size in enumerate(over)})
        reading = Reading(space)
        for a, b, value in products:
            space.fix(reading(a), reading(b), value)
        for node in signs:
            _learn(space, reading, node)
        free = sorted((v for v in left.free | right.free if isinstance(v, terms.Index)), key=str)
        for chosen in product(*(range(space.size(i)) for i in free)):
            values = dict(zip(free, chosen, strict=True))
            if not _is_zero(space, *(reading.all_under(values, side) for side in (left, right))):
                return "a remainder is left"
    except (Unread, ZeroDivisionError, DomainError, NotImplementedError) as reason:
        return str(reason) or type(reason).__name__
    return ""


def _is_zero(space: Gram, left: Any, right: Any) -> bool:
    if isinstance(left, dict) or isinstance(right, dict):
        gaps = list(space.add([_vector(left), space.scale(-1, _vector(right))]).values())
    else:
        gaps = [left - right]
    return all(map(_vanishes, gaps))


def _vanishes(number: Any) -> bool:
    return number == 0 if isinstance(number, int) else number.above == 0


def _vector(value: Any) -> dict[Any, Any]:
    """A vector; the number zero beside one is the vector zero."""
    if isinstance(value, dict):
        return value
    if not _vanishes(value):
        raise Unread("a vector beside a number")
    return {}


def _whole(value: Any) -> int:
    if not sp.sympify(value).is_Integer:
        raise Unread(f"an inner product of the value {value}")
    return int(value)


def _read(tree: Tree, expression: Any) -> Node | None:
    try:
        return tree.read(expression)[0]
    except Unread:
        return None


def _learn(space: Gram, reading: Reading, node: Node | None) -> None:
    """Signs that cannot be read are not known."""
    try:
        if node is not None and not any(isinstance(v, terms.Index) for v in node.free):
            space.know_positive(reading(node))
    except (Unread, ZeroDivisionError):
        return
