"""Functions of a concentration and a dimension as text: the checks of the arguments around a special function."""

from __future__ import annotations

from svflow_math.engine.emit.docstring import docstring
from svflow_math.engine.emit.printer import Imports
from svflow_math.engine.record.emission import ConcentrationEmission
from svflow_math.engine.record.theorem import Theorem


def concentration_function(theorem: Theorem, emission: ConcentrationEmission, imports: Imports) -> str:
    """The public function; what it imports is added to `imports`."""
    array, result = imports.name("numpy.typing.ArrayLike"), imports.name("numpy.typing.NDArray")
    checked = imports.name("svflow_math.numerics.vmf_checks.of_concentration")
    module, _, name = emission.value.implementation.rpartition(".")
    return "\n".join(
        [
            f"def {emission.name}(kappa: {array}, dim: {array}) -> {result}:",
            docstring(theorem, emission),
            f"    return {checked}({imports.name(module)}.{name}, kappa, dim)",
        ]
    )
