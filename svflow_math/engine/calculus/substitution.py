"""Substitution into statements: symbols, whole families, and the names of indices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import sympy as sp

from svflow_math.engine.record.claim import Claim
from svflow_math.engine.record.determinant import Determinant
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.infinite_sum import InfiniteSum, RangeSum
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.solution import Solution, state
from svflow_math.engine.record.sphere_mean import SphereIntegral, SphereMean
from svflow_math.engine.record.sphere_mean import point as sphere_point
from svflow_math.engine.record.step import NotShown
from svflow_math.engine.record.terms import Differential, Gradient, Index, Trace, VectorAt, apart


def substitute(e: Any, mapping: Mapping[Any, Any]) -> Any:
    """The expression with symbols and families replaced at once.

    A key `w[j]` stands for the whole family: every member `w[i]` becomes the value with j replaced by i. A key that is
    an index renames it, also where it is bound, together with its set; values are written with the new name. Raises
    NotShown where a variable of a derivative, a trace or an integral would be replaced or captured.
    """
    e = sp.sympify(e)
    renames = {k: v for k, v in mapping.items() if isinstance(k, Index)}
    families = {k.xreplace(renames): sp.sympify(v) for k, v in mapping.items() if _is_member(k)}
    symbols = {k: sp.sympify(v) for k, v in mapping.items() if k not in renames and not _is_member(k)}
    e = apart(e, *renames.values()).xreplace(renames) if renames else e
    return _replaced(apart(e, *families.values(), *symbols.values()), families, symbols)


def variable_of(e: Any) -> Any:
    """The variable that a derivative, trace, mean, series or solution binds in its first argument; None for others."""
    if isinstance(e, Differential | Gradient | Trace | Determinant | InfiniteSum | RangeSum):
        return e.args[1]
    if isinstance(e, SphereMean | SphereIntegral):
        return sphere_point
    if isinstance(e, Solution):
        return state
    return height if isinstance(e, SliceIntegral) else None


def replace_equal(e: Any, mapping: Mapping[Any, Any], hypotheses: tuple[Hypothesis, ...]) -> Any:
    """The expression with terms replaced by others that equal them where the hypotheses hold.

    A hypothesis on a variable does not hold around its value, or for its bound values: under a derivative, a trace or
    an integral in such a variable nothing is replaced.
    """
    limited = {s for h in hypotheses for subject in h.subjects() for s in sp.sympify(subject).free_symbols}

    def change(e: Any) -> Any:
        if e in mapping:
            return mapping[e]
        if not e.args or isinstance(e, VectorAt):
            return e
        kept = 1 if variable_of(e) in limited else 0
        return e.func(*e.args[:kept], *(change(a) for a in e.args[kept:]))

    return change(sp.sympify(e))


def _is_member(key: Any) -> bool:
    return isinstance(key, sp.core.function.AppliedUndef | VectorAt) and any(isinstance(i, Index) for i in key.args)


def _replaced(e: Any, families: Mapping[Any, Any], symbols: Mapping[Any, Any]) -> Any:
    if e in symbols:
        return symbols[e]
    for member, value in families.items():
        found = _indices_of(e, member)
        if found is not None:
            return apart(value, *found).xreplace(dict(zip(_indices_of(member, member) or (), found, strict=True)))
    if not e.args or isinstance(e, VectorAt):
        return e
    _keep_bound_variable(e, families, symbols)
    return e.func(*(_replaced(a, families, symbols) for a in e.args))


def _keep_bound_variable(e: Any, families: Mapping[Any, Any], symbols: Mapping[Any, Any]) -> None:
    variable = variable_of(e)
    if variable is None:
        return
    renamed = symbols.get(variable, variable)
    is_renaming = isinstance(e, Differential | Gradient) and type(renamed) is type(variable) and not e.has(renamed)
    others = [*families.values(), *(value for key, value in symbols.items() if key != variable and e.args[0].has(key))]
    if any(value.has(variable) for value in others) or (renamed != variable and not is_renaming):
        raise NotShown(f"{variable} is bound in {e}")


def _indices_of(e: Any, member: Any) -> tuple[Any, ...] | None:
    if isinstance(member, VectorAt):
        same = isinstance(e, VectorAt) and e.args[0] == member.args[0]
        return e.args[1:] if same else None
    return e.args if e.func == member.func else None


def substituted(record: Any, mapping: Mapping[Any, Any]) -> Any:
    """A hypothesis or claim with the substitution made in every expression that it holds."""
    changes: dict[str, Any] = {}
    for f in fields(record):
        value = getattr(record, f.name)
        if isinstance(value, sp.Basic):
            changes[f.name] = substitute(value, mapping)
        elif isinstance(value, Claim | Hypothesis):
            changes[f.name] = substituted(value, mapping)
    return replace(record, **changes)
