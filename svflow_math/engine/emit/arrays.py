"""Functions of whole arrays as text: the checks of the parameters, then the program in what they hand over."""

from __future__ import annotations

from typing import Any

from svflow_math.engine.emit.docstring import docstring
from svflow_math.engine.emit.printer import Imports, array_source
from svflow_math.engine.record.emission import ArrayEmission, Choices
from svflow_math.engine.record.theorem import Theorem


def array_function(theorem: Theorem, emission: ArrayEmission, imports: Imports) -> str:
    """The public function and the functions that a parameter chooses from; imports are added to `imports`."""
    imports.name("numpy.typing.ArrayLike")
    result = imports.name("numpy.typing.NDArray")
    spelled: dict[Any, str] = dict(emission.spelled)
    body = [f"inputs = {imports.name(emission.inputs)}({', '.join(f'{name}={name}' for name in emission.parameters)})"]
    after = []
    if emission.choices is not None:
        choices, table = emission.choices, f"_{emission.choices.parameter.upper()}S"
        chosen = f"{imports.name('svflow_math.numerics.checks.chosen')}("
        chosen += f'"{choices.parameter}", {choices.parameter}, {table})'
        body.append(f"{_name(choices.symbol)} = {chosen}({choices.at})")
        spelled[choices.symbol] = _name(choices.symbol)
        after = _table(choices, table, imports, result)
    for let in emission.lets:
        body.append(f"{_name(let.symbol)} = {array_source(let.value, imports, spelled)}")
        spelled[let.symbol] = _name(let.symbol)
    body.append(f"return inputs.result({array_source(emission.returns, imports, spelled)})")
    ignored = 'over="ignore", invalid="ignore", divide="ignore"'  # what overflows is for the result's check to report
    return "\n".join(
        [
            f"@{imports.numpy()}.errstate({ignored})",
            f"def {emission.name}({', '.join(emission.signature)}) -> {result}:",
            docstring(theorem, emission),
            *(f"    {line}" for line in body),
            *after,
        ]
    )


def _name(symbol: Any) -> str:
    """The name of a number, or of a family by one of its members."""
    return symbol.name if symbol.is_Symbol else symbol.func.__name__


def _table(choices: Choices, table: str, imports: Imports, result: str) -> list[str]:
    lines = []
    for name, (_, program) in choices.named.items():
        lines += ["", "", f"def _{name}({choices.variable}: {result}) -> {result}:"]
        lines.append(f"    return {array_source(program, imports)}")
    entries = ", ".join(f'"{name}": _{name}' for name in choices.named)
    return [*lines, "", "", f"{table} = {{{entries}}}"]
