"""Programs on whole arrays as text: the checked arguments, a line for each intermediate, the variants, the result."""

from __future__ import annotations

from typing import Any

import sympy as sp

from svflow_math.engine.emit.docstring import docstring
from svflow_math.engine.emit.printer import Imports, source
from svflow_math.engine.record.array_emission import ArrayEmission, family_of
from svflow_math.engine.record.terms import VectorAt
from svflow_math.engine.record.theorem import Theorem

_CHECKS = "svflow_math.numerics.stability_inputs"


def array_function(theorem: Theorem, emission: ArrayEmission, imports: Imports) -> str:
    """The public function; what it imports is added to `imports`."""
    array, result = imports.name("numpy.typing.ArrayLike"), imports.name("numpy.typing.NDArray")
    names = list(dict.fromkeys(emission.called(a) for a in emission.args))
    options = [variant.option for variant in emission.variants]
    signature = [f"{n}: {array}{_default(n, emission)}" for n in names] + [f"{o}: bool = False" for o in options]
    checked, rounded = imports.name(emission.checked), imports.name(f"{_CHECKS}.rounded")
    lines = [
        f'@{imports.numpy()}.errstate(all="ignore")',  # what overflows on the way is refused at the end
        f"def {emission.name}({', '.join(signature)}) -> {result}:",
        docstring(theorem, emission),
        f"    {', '.join(names)}, dtype = {checked}({', '.join([*names, *options])})",
    ]
    for variant in emission.variants:
        lines += [
            f"    if {variant.option}:",
            f"        return {rounded}({_text(variant.returns, emission, imports)}, dtype)",
        ]
    lines += [f"    {let.symbol.func.__name__ if let.symbol.args else let.symbol} = "
              f"{_text(let.value, emission, imports)}" for let in emission.lets]  # fmt: skip
    return "\n".join([*lines, f"    return {rounded}({_text(emission.returns, emission, imports)}, dtype)"])


def _default(name: str, emission: ArrayEmission) -> str:
    return f" = {emission.defaults[name]}" if name in emission.defaults else ""


def _text(expression: Any, emission: ArrayEmission, imports: Imports) -> str:
    if isinstance(expression, tuple):
        stacked = imports.name(f"{_CHECKS}.side_by_side")
        return f"{stacked}({', '.join(_text(e, emission, imports) for e in expression)})"
    expression = sp.sympify(expression)
    members = expression.atoms(VectorAt, sp.core.function.AppliedUndef)
    spelled = {m: emission.names.get(family_of(m), str(family_of(m))) for m in members}
    return source(expression, imports, {**emission.names, **spelled})
