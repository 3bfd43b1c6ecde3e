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
    if emission.option is not None:
        instead = _result(emission.option.returns, imports, spelled)
        body += [f"if {emission.option.parameter}:", f"    return {instead}"]
    for let in emission.lets:
        body.append(f"{_name(let.symbol)} = {array_source(let.value, imports, spelled)}")
        spelled[let.symbol] = _name(let.symbol)
    if emission.fields:
        values = ", ".join(array_source(field.program, imports, spelled) for field in emission.fields)
        body.append(f"return {emission.result}(*map(inputs.result, ({values})))")
    else:
        body.append(f"return {_result(emission.returns, imports, spelled)}")
    ignored = 'over="ignore", invalid="ignore", divide="ignore"'  # what overflows is for the result's check to report
    return "\n".join(
        [
            *_type_of_results(emission, imports, result),
            f"@{imports.numpy()}.errstate({ignored})",
            f"def {emission.name}({', '.join(emission.signature)}) -> {emission.result or result}:",
            docstring(theorem, emission),
            *(f"    {line}" for line in body),
            *after,
        ]
    )


def _result(returns: Any, imports: Imports, spelled: dict[Any, str]) -> str:
    """The checked result; several values stand side by side."""
    if not isinstance(returns, tuple):
        return f"inputs.result({array_source(returns, imports, spelled)})"
    values = ", ".join(array_source(value, imports, spelled) for value in returns)
    return f"inputs.result({imports.name('svflow_math.numerics.last_axis.side_by_side')}({values}))"


def _type_of_results(emission: ArrayEmission, imports: Imports, result: str) -> list[str]:
    if not emission.fields:
        return []
    base = imports.name("typing.NamedTuple")
    fields = [f"    {field.name}: {result}" for field in emission.fields]
    return [
        f"class {emission.result}({base}):",
        f'    """Results of {emission.name}, one array each."""',
        "",
        *fields,
        "",
        "",
    ]


def _name(symbol: Any) -> str:
    """The name of a number, or of a family by one of its members."""
    return symbol.name if symbol.is_Symbol else symbol.func.__name__


def _table(choices: Choices, table: str, imports: Imports, result: str) -> list[str]:
    lines = []
    parameters = ", ".join(f"{variable}: {result}" for variable in choices.variables)
    for name, (_, program) in choices.named.items():
        lines += ["", "", f"def _{name}({parameters}) -> {result}:"]
        lines.append(f"    return {array_source(program, imports)}")
    entries = ", ".join(f'"{name}": _{name}' for name in choices.named)
    return [*lines, "", "", f"{table} = {{{entries}}}"]
