"""Canonical form of a finite sum of one monomial: nested sums flattened, indices renamed, laws summed to one."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import sympy as sp

from svflow_math.engine.record.terms import FiniteSum, Index


class _Canonical(Index):
    """An index that only canonical forms bind: of a class of its own, no index of a statement is the same."""

    __slots__ = ()


def canonical_block(
    index: Index, body: Any, laws: tuple[tuple[str, Any], ...] = (), events: tuple[str, ...] = ()
) -> Any:
    """The sum over `index` of a monomial, as nested sums in canonical order (or what is left when laws sum to one).

    A family named in `laws` sums to one over its last index; a family named in `events` has values 0 and 1.
    """
    indices, factors = _flatten([index], body)
    factors = _idempotent(factors, events)
    indices, factors = _sum_laws(indices, factors, laws)
    if not indices:
        return sp.Mul(*factors)
    return _smallest(indices, sp.Mul(*factors))


def _flatten(indices: list[Any], body: Any) -> tuple[list[Any], list[Any]]:
    factors: list[Any] = []
    for factor in sp.Mul.make_args(body):
        base, power = (factor.base, factor.exp) if isinstance(factor, sp.Pow) else (factor, sp.S.One)
        if isinstance(base, FiniteSum) and power.is_Integer and power > 0 and base.free_symbols & set(indices):
            for _ in range(int(power)):
                fresh = base.index
                while fresh in indices or any(f.has(fresh) for f in factors) or body.has(fresh):
                    fresh = fresh.renamed(1)
                indices, inner = _flatten([*indices, fresh], base.body.xreplace({base.index: fresh}))
                factors += inner
        else:
            factors.append(factor)
    return indices, factors


def _idempotent(factors: list[Any], events: tuple[str, ...]) -> list[Any]:
    return [f.base if isinstance(f, sp.Pow) and _name(f.base) in events and f.exp.is_positive else f for f in factors]


def _name(e: Any) -> str:
    return e.func.__name__ if isinstance(e, sp.core.function.AppliedUndef) else ""


def _sum_laws(indices: list[Any], factors: list[Any], laws: tuple[tuple[str, Any], ...]) -> Any:
    for i in list(indices):
        holding = [f for f in factors if i in f.free_symbols]
        if len(holding) == 1 and (_name(holding[0]), i.over) in laws and _is_last_only(i, holding[0].args):
            indices = [k for k in indices if k != i]
            factors = [f for f in factors if f is not holding[0]]
    return indices, factors


def _is_last_only(i: Any, arguments: tuple[Any, ...]) -> bool:
    return arguments[-1] == i and not any(a.has(i) for a in arguments[:-1])


def _smallest(indices: list[Any], body: Any) -> FiniteSum:
    """Among all orders of the indices, the renaming with the smallest printed form.

    The names, which no statement uses, are counted from the sums within, so that none is captured.
    """
    inner = sum(1 for node in sp.preorder_traversal(body) if isinstance(node, FiniteSum))
    best: tuple[str, FiniteSum] | None = None
    for order in permutations(indices):
        names = [_Canonical(f"#{inner + position}", i.over) for position, i in enumerate(order)]
        block = body.xreplace(dict(zip(order, names, strict=True)))
        for name in reversed(names):
            block = FiniteSum(name, block)
        text = sp.srepr(block)
        if best is None or text < best[0]:
            best = (text, block)
    assert best is not None
    return best[1]
