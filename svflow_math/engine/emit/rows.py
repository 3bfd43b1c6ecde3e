"""Row-wise programs as text: inner products first, each hypothesis checked as soon as its quantities are there."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from svflow_math.engine.emit.docstring import docstring
from svflow_math.engine.emit.printer import Imports, source
from svflow_math.engine.record.emission import Let, RowEmission
from svflow_math.engine.record.hypothesis import Hypothesis, NonZero, NotAntipodal, Positive, Tangent, Unit
from svflow_math.engine.record.primitives import Rejection, Rescaled
from svflow_math.engine.record.terms import Dot, Norm, VectorSymbol, d, is_vector, split
from svflow_math.engine.record.theorem import Theorem


def row_function(theorem: Theorem, emission: RowEmission, imports: Imports) -> str:
    """The public function and its kernel; what they import is added to `imports`."""
    vectors = [a for a in emission.args if is_vector(a)]
    scalars = [a for a in emission.args if not is_vector(a)]
    signature = ", ".join(f"{a}: ArrayLike" for a in emission.args)
    returned = "vector" if is_vector(emission.returns) else "scalar"
    call = [f"_{emission.name}", f"vectors={{{_mapping(vectors)}}}"]
    if scalars:
        call.append(f"scalars={{{_mapping(scalars)}}}")
    if returned == "scalar":
        call.append('returns="scalar"')
    for name in ("rowwise", "Rows"):
        imports.name(f"svflow_math.numerics.driver.{name}")
    for name in ("ArrayLike", "NDArray"):
        imports.name(f"numpy.typing.{name}")
    kernel = ", ".join(f"{a}: NDArray" for a in (*vectors, *scalars))
    body = _body(theorem, emission, imports)
    result = "NDArray" if returned == "scalar" else imports.name("svflow_math.numerics.driver.Terms")
    return "\n".join(
        [
            f"def {emission.name}({signature}) -> NDArray:",
            docstring(theorem, emission),
            f"    return rowwise({', '.join(call)})",
            "",
            "",
            f"def _{emission.name}(rows: Rows, {kernel}) -> {result}:",
            *(f"    {line}" for line in body),
        ]
    )


def _mapping(arguments: list[Any]) -> str:
    return ", ".join(f'"{a}": {a}' for a in arguments)


def _body(theorem: Theorem, emission: RowEmission, imports: Imports) -> list[str]:
    lines: list[str] = []
    known: dict[Any, Any] = {}
    waiting = [h for h in theorem.hypotheses if _speaks_of(emission, h)]
    spelled = {d: f"{next(a for a in emission.args if is_vector(a))}.shape[-1]"}
    text = partial(source, imports=imports, spelled=spelled)
    for a in emission.args:
        if not _is_checked(a, theorem, emission):
            lines.append(f'rows.{"nonnegative" if a.is_nonnegative else "finite"}("{a}", {a})')
    for let in emission.lets:
        lines.append(_let(let, emission, text))
        known[let.value if let.means is None else let.means] = let.symbol
        for hypothesis in list(waiting):
            guard = _guard(hypothesis, known)
            if guard is not None:
                lines += guard
                waiting.remove(hypothesis)
    if waiting:
        missing = "; ".join(h.latex() for h in waiting)
        raise ValueError(f"{emission.name} computes nothing from which these hypotheses are checked: {missing}")
    if is_vector(emission.returns):
        terms = [f"({text(c)}, {v})" for c, v in map(split, sp.Add.make_args(emission.returns))]
        lines.append(f"return {', '.join(terms)}" if len(terms) > 1 else f"return ({terms[0]},)")
    else:
        lines.append(f"return {text(emission.returns)}")
    return _without_unread_names(lines)


def _without_unread_names(lines: list[str]) -> list[str]:
    """A single name that no later line reads is not given, the call stands for what it refuses; others get a `_`."""
    kept = []
    for position, line in enumerate(lines):
        left, separator, call = line.partition(" = ")
        names = left.split(", ") if separator else []
        later = " ".join(lines[position + 1 :])
        read = [bool(re.search(rf"\b{name}\b", later)) for name in names]
        if any(read):
            left = ", ".join(name if used else f"_{name}" for name, used in zip(names, read, strict=True))
        kept.append(call if names and not any(read) else left + separator + call)
    return kept


def _speaks_of(emission: RowEmission, h: Hypothesis) -> bool:
    """Whether the hypothesis is about arguments of the function, not about what the statement alone needs."""
    symbols = {s for e in h.subjects() for s in sp.sympify(e).free_symbols}
    return symbols <= set(emission.args)


def _is_checked(argument: Any, theorem: Theorem, emission: RowEmission) -> bool:
    """Whether a NaN or infinity in the argument is caught by what the program computes anyway."""
    if any(isinstance(h, Unit) and h.x == argument for h in theorem.hypotheses):
        return True
    return any(let.value in (Norm(argument), Rescaled(argument)) for let in emission.lets)


def _let(let: Let, emission: RowEmission, text: Callable[[Any], str]) -> str:
    value = let.value
    if isinstance(value, Rescaled):
        (vector,) = value.args
        named = next((earlier.value for earlier in emission.lets if earlier.symbol == vector), vector)
        return f'{", ".join(map(str, let.symbol))} = rows.direction("{_plain(named)}", {vector})'
    if isinstance(value, Rejection):
        arguments = ", ".join(map(text, value.args))
        return f"{', '.join(map(str, let.symbol))} = rows.rejection({arguments})"
    if isinstance(value, Norm):
        return f'{let.symbol} = rows.norm("{value.args[0]}", {value.args[0]})'
    if isinstance(let.symbol, VectorSymbol):
        terms = [f"({text(c)}, {v})" for c, v in map(split, sp.Add.make_args(value))]
        return f"{let.symbol} = rows.combine({', '.join(terms)})"
    return f"{let.symbol} = {text(value)}"


def _unit(h: Any, known: dict[Any, Any]) -> list[str] | None:
    square = known.get(Dot(h.x, h.x))
    return None if square is None else [f'rows.unit("{h.x}", {square})']


def _tangent(h: Any, known: dict[Any, Any]) -> list[str] | None:
    product, norm = known.get(Dot(h.at, h.v)), known.get(Norm(h.v))
    return None if product is None or norm is None else [f'rows.tangent("{h.v}", {product}, {norm})']


def _not_antipodal(h: Any, known: dict[Any, Any]) -> list[str] | None:
    parts = next(
        (s for value, s in known.items() if isinstance(value, Rejection) and value.args[:2] == (h.x, h.y)), None
    )
    return None if parts is None else [f'rows.not_antipodal("{h.y}", {parts[3]}, {parts[2]})']


def _positive(h: Any, known: dict[Any, Any]) -> list[str] | None:
    value = known.get(h.expression)
    if value is None:
        return None
    blamed = sorted(map(str, h.expression.free_symbols - {VectorSymbol("x")}))[0]
    return [f'rows.positive("{blamed}", "{_plain(h.expression)}", {value})']


def _nonzero(h: Any, known: dict[Any, Any]) -> list[str] | None:
    return [] if Rescaled(h.expression) in known else None  # rescaling refuses the zero vector


def _plain(expression: Any) -> str:
    """An expression in the words of an error message, <x, a> for an inner product."""
    text = str(expression.replace(Dot, lambda p, q: sp.Symbol(f"<{q}, {p}>" if str(q) == "x" else f"<{p}, {q}>")))
    one, rest = text.split(" + ")[-1], text.rsplit(" + ", 1)[0]
    return f"1 + {rest}" if one == "1" else text


_GUARDS: dict[type, Callable[[Any, dict[Any, Any]], list[str] | None]] = {
    Unit: _unit,
    NonZero: _nonzero,
    Tangent: _tangent,
    NotAntipodal: _not_antipodal,
    Positive: _positive,
}


def _guard(hypothesis: Hypothesis, known: dict[Any, Any]) -> list[str] | None:
    guard = _GUARDS.get(type(hypothesis))
    return None if guard is None else guard(hypothesis, known)
