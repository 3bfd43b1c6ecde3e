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
from svflow_math.engine.record.hypothesis import Hypothesis, Nonnegative, NonZero, NotAntipodal, Positive, Tangent, Unit
from svflow_math.engine.record.primitives import Centred, Rejection, Rescaled, Scaled
from svflow_math.engine.record.terms import Apply, Dot, LinearMap, Norm, VectorSymbol, d, is_vector, split
from svflow_math.engine.record.theorem import Theorem


def row_function(theorem: Theorem, emission: RowEmission, imports: Imports) -> str:
    """The public function and its kernel; what they import is added to `imports`."""
    vectors = [a for a in emission.args if _is_stored_as_vector(a)]
    scalars = [a for a in emission.args if not _is_stored_as_vector(a)]
    signature = ", ".join(_parameter(a, emission) for a in emission.args)
    returned = "vector" if is_vector(emission.returns) else "scalar"
    call = [f"_{emission.name}", f"vectors={{{_mapping(vectors, emission)}}}"]
    if scalars:
        call.append(f"scalars={{{_mapping(scalars, emission)}}}")
    if returned == "scalar":
        call.append('returns="scalar"')
    for name in ("rowwise", "Rows"):
        imports.name(f"svflow_math.numerics.driver.{name}")
    for name in ("ArrayLike", "NDArray"):
        imports.name(f"numpy.typing.{name}")
    kernel = ", ".join(f"{emission.called(a)}: NDArray{_or_none(a, emission)}" for a in (*vectors, *scalars))
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


def _is_stored_as_vector(argument: Any) -> bool:
    """Whether callers give an array with an axis of length d: a vector, or the diagonal of a linear map."""
    return is_vector(argument) or isinstance(argument, LinearMap)


def _or_none(argument: Any, emission: RowEmission) -> str:
    return " | None" if emission.defaults.get(argument, ...) is None else ""


def _parameter(argument: Any, emission: RowEmission) -> str:
    default = f" = {emission.defaults[argument]}" if argument in emission.defaults else ""
    return f"{emission.called(argument)}: ArrayLike{_or_none(argument, emission)}{default}"


def _mapping(arguments: list[Any], emission: RowEmission) -> str:
    return ", ".join(f'"{emission.called(a)}": {emission.called(a)}' for a in arguments)


class _Known:
    """What the lines so far have computed, and what messages call it."""

    def __init__(self, emission: RowEmission) -> None:
        self.emission = emission
        self.symbols: dict[Any, Any] = {a: a for a in emission.args}
        self.words: dict[Any, str] = {}

    def add(self, let: Let) -> None:
        key = let.value if let.means is None else let.means
        self.symbols[key] = let.symbol
        if let.words:
            self.words[key] = let.words

    def get(self, value: Any) -> Any:
        return self.symbols.get(value)

    def in_words(self, value: Any) -> str:
        return self.words.get(value) or _plain(value)

    def called(self, argument: Any) -> str:
        return self.emission.called(argument)


def _body(theorem: Theorem, emission: RowEmission, imports: Imports) -> list[str]:
    lines: list[str] = []
    known = _Known(emission)
    waiting = [h for h in theorem.hypotheses if _speaks_of(emission, h)]
    spelled = {d: f"{next(a for a in emission.args if is_vector(a))}.shape[-1]", **emission.names}
    text = partial(source, imports=imports, spelled=spelled)
    signs = [h.expression for h in waiting if isinstance(h, Nonnegative)]
    for a in emission.args:
        if a not in signs and not _is_checked(a, theorem, emission):
            lines.append(f'rows.{"nonnegative" if a.is_nonnegative else "finite"}("{known.called(a)}", {text(a)})')
    lines += _guards_of(waiting, known)
    for let in emission.lets:
        lines.append(_let(let, emission, text))
        if let.finite:
            lines.append(f'rows.finite("{let.words}", {let.symbol})')
        known.add(let)
        lines += _guards_of(waiting, known)
    if waiting:
        missing = "; ".join(h.latex() for h in waiting)
        raise ValueError(f"{emission.name} computes nothing from which these hypotheses are checked: {missing}")
    if is_vector(emission.returns):
        terms = [f"({text(c)}, {text(v)})" for c, v in map(split, sp.Add.make_args(emission.returns))]
        lines.append(f"return {', '.join(terms)}" if len(terms) > 1 else f"return ({terms[0]},)")
    else:
        lines.append(f"return {text(emission.returns)}")
    return _without_unread_names(lines)


def _guards_of(waiting: list[Hypothesis], known: _Known) -> list[str]:
    """The lines of the checks that can be made by now; their hypotheses wait no longer."""
    lines: list[str] = []
    for hypothesis in list(waiting):
        guard = _guard(hypothesis, known)
        if guard is not None:
            lines += guard
            waiting.remove(hypothesis)
    return lines


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
    symbols = {s for e in h.subjects() for s in sp.sympify(e).free_symbols} - {d, *emission.constants}
    return bool(symbols) and symbols <= set(emission.args)


def _is_checked(argument: Any, theorem: Theorem, emission: RowEmission) -> bool:
    """Whether a NaN or infinity in the argument is caught by what the program computes anyway."""
    if any(isinstance(h, Unit) and h.x == argument for h in theorem.hypotheses):
        return True
    measured = {let.value.args[0] for let in emission.lets if isinstance(let.value, Norm | Rescaled | Scaled)}
    passed_on = {let.symbol: _terms(let.value) for let in emission.lets if isinstance(let.symbol, VectorSymbol)}
    return any(argument == m or argument in passed_on.get(m, ()) for m in measured)


def _terms(vector: Any) -> list[Any]:
    """The vectors that a combination or a centred vector is made of."""
    if isinstance(vector, Centred):
        return [vector.args[1]]
    return [v for _, v in map(split, sp.Add.make_args(vector))]


def _let(let: Let, emission: RowEmission, text: Callable[[Any], str]) -> str:
    value = let.value
    if isinstance(value, Rescaled | Scaled):
        (vector,) = value.args
        words = _in_words(vector, emission)
        method = "direction" if isinstance(value, Rescaled) else "scaled"
        return f'{", ".join(map(str, let.symbol))} = rows.{method}("{words}", {vector})'
    if isinstance(value, Rejection):
        arguments = ", ".join(map(text, value.args))
        return f"{', '.join(map(str, let.symbol))} = rows.rejection({arguments})"
    if isinstance(value, Norm):
        (vector,) = value.args
        return f'{let.symbol} = rows.norm("{_in_words(vector, emission)}", {vector})'
    if isinstance(value, Apply):
        linear_map, vector = value.args
        return f"{let.symbol} = rows.hadamard({vector}, {text(linear_map)})"
    if isinstance(value, Centred):
        return f"{let.symbol} = rows.centre({value.args[1]})"
    if isinstance(let.symbol, VectorSymbol):
        terms = [f"({text(c)}, {v})" for c, v in map(split, sp.Add.make_args(value))]
        return f"{let.symbol} = rows.combine({', '.join(terms)})"
    return f"{let.symbol} = {text(value)}"


def _in_words(vector: Any, emission: RowEmission) -> str:
    """What messages call a vector: an argument by its name, an intermediate by its words or its definition."""
    return next((let.words or _plain(let.value) for let in emission.lets if let.symbol == vector), str(vector))


def _unit(h: Any, known: _Known) -> list[str] | None:
    square = known.get(Dot(h.x, h.x))
    return None if square is None else [f'rows.unit("{h.x}", {square})']


def _tangent(h: Any, known: _Known) -> list[str] | None:
    product, norm = known.get(Dot(h.at, h.v)), known.get(Norm(h.v))
    return None if product is None or norm is None else [f'rows.tangent("{h.v}", {product}, {norm})']


def _not_antipodal(h: Any, known: _Known) -> list[str] | None:
    parts = next(
        (s for value, s in known.symbols.items() if isinstance(value, Rejection) and value.args[:2] == (h.x, h.y)), None
    )
    return None if parts is None else [f'rows.not_antipodal("{h.y}", {parts[3]}, {parts[2]})']


def _positive(h: Any, known: _Known) -> list[str] | None:
    value = known.get(h.expression)
    if value is None:
        return None
    blamed = [a for a in known.emission.args if a in h.expression.free_symbols and is_vector(a)][-1]
    return [f'rows.positive("{known.called(blamed)}", "{known.in_words(h.expression)}", {value})']


def _nonnegative(h: Any, known: _Known) -> list[str] | None:
    value = known.get(h.expression)
    return None if value is None else [f'rows.nonnegative("{known.called(value)}", {known.called(value)})']


def _nonzero(h: Any, known: _Known) -> list[str] | None:
    """Rescaling refuses the zero vector."""
    return [] if Rescaled(known.get(h.expression) or h.expression) in known.symbols else None


def _plain(expression: Any) -> str:
    """An expression in the words of an error message, <x, a> for an inner product."""
    text = str(expression.replace(Dot, lambda p, q: sp.Symbol(f"<{q}, {p}>" if str(q) == "x" else f"<{p}, {q}>")))
    one, rest = text.split(" + ")[-1], text.rsplit(" + ", 1)[0]
    return f"1 + {rest}" if one == "1" else text


_GUARDS: dict[type, Callable[[Any, _Known], list[str] | None]] = {
    Unit: _unit,
    NonZero: _nonzero,
    Tangent: _tangent,
    NotAntipodal: _not_antipodal,
    Nonnegative: _nonnegative,
    Positive: _positive,
}


def _guard(hypothesis: Hypothesis, known: _Known) -> list[str] | None:
    guard = _GUARDS.get(type(hypothesis))
    return None if guard is None else guard(hypothesis, known)
