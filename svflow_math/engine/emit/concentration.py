"""Functions of a concentration and a dimension as text: the checks of the arguments around a special function."""

from __future__ import annotations

from svflow_math.engine.emit.docstring import docstring
from svflow_math.engine.emit.printer import Imports, source
from svflow_math.engine.record.emission import ConcentrationEmission
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem


def concentration_function(theorem: Theorem, emission: ConcentrationEmission, imports: Imports) -> str:
    """The public function and, where its value is not one node of both, a kernel; imports are added to `imports`."""
    array, result = imports.name("numpy.typing.ArrayLike"), imports.name("numpy.typing.NDArray")
    checked = imports.name("svflow_math.numerics.vmf_checks.of_concentration")
    is_node = emission.value.args == (*emission.args, d)
    kernel = imports.name(emission.value.implementation) if is_node else f"_{emission.name}"
    lines = [
        f"def {emission.name}(kappa: {array}, dim: {array}) -> {result}:",
        docstring(theorem, emission),
        f"    return {checked}({kernel}, kappa, dim)",
    ]
    if not is_node:
        types = [imports.name(f"svflow_math.numerics.vmf_types.{t}") for t in ("Concentrations", "Dimensions", "Value")]
        (kappa,) = emission.args
        lines += [
            "",
            "",
            f"def {kernel}(kappa: {types[0]}, dim: {types[1]}) -> {types[2]}:",
            f"    return {source(emission.value, imports, {d: 'dim', kappa: 'kappa'})}",
        ]
    return "\n".join(lines)
