"""Turns of planes as text: the coordinates of every plane and its angle, from the positions, then joined again."""

from __future__ import annotations

from svflow_math.engine.emit.docstring import docstring
from svflow_math.engine.emit.printer import Imports, source
from svflow_math.engine.record.emission import RotaryEmission
from svflow_math.engine.record.theorem import Theorem


def rotary_function(theorem: Theorem, emission: RotaryEmission, imports: Imports) -> str:
    """The public function; what it imports is added to `imports`."""
    array, result = imports.name("numpy.typing.ArrayLike"), imports.name("numpy.typing.NDArray")
    planes = imports.name("svflow_math.numerics.rotary.rotary_planes")
    join = imports.name("svflow_math.numerics.rotary.join_planes")
    names = ", ".join(str(a) for a in emission.args)
    turned = ", ".join(source(c, imports) for c in emission.coordinates)
    return "\n".join(
        [
            f"def {emission.name}(x: {array}, positions: {array}, base: float = 10000.0) -> {result}:",
            docstring(theorem, emission),
            f"    {names}, dtype = {planes}(x, positions, base)",
            *(f"    {let.symbol} = {source(let.value, imports)}" for let in emission.lets),
            f"    return {join}({turned}, dtype)",
        ]
    )
