"""Functions of states and a mixture as text: two formulas, handed to the driver that broadcasts, blocks and sums."""

from __future__ import annotations

from svflow_math.engine.emit.docstring import docstring
from svflow_math.engine.emit.printer import Imports, source
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.terms import d, is_vector
from svflow_math.engine.record.theorem import Theorem

_DRIVER = "svflow_math.numerics.mixture"


def mixture_function(theorem: Theorem, emission: MixtureEmission, imports: Imports) -> str:
    """The public function; what it imports is added to `imports`."""
    array, result = imports.name("numpy.typing.ArrayLike"), imports.name("numpy.typing.NDArray")
    components, states, driver = (imports.name(f"{_DRIVER}.{name}") for name in ("Components", "States", "over_states"))
    parameters = [f"{name}: {array}" for name in ("x", "means", "kappas")]
    parameters += [f"h: {array}"] if emission.step is not None else []
    parameters += [f"posterior: {array}"] if emission.given == "required" else []
    parameters += [f"log_prior: {array} | None = None"]
    parameters += [f"posterior: {array} | None = None"] if emission.given == "optional" else []
    passed = ["log_prior=log_prior", *(["posterior=posterior"] if emission.given else [])]
    passed += ["h=h"] if emission.step is not None else []
    passed += ["vectors=True"] if is_vector(emission.returns) else []
    passed += ["supported=True"] if emission.supported else []
    weight, law = emission.log_weight, emission.law
    spelled = {d: "states.dim", weight.symbol: "states.log_weight"}
    if emission.step is not None:
        spelled[emission.step] = "states.h"
    if law is not None:
        spelled[law] = "states.posterior" if emission.given == "required" else "law"
    of_component = {d: "components.dim", emission.args[2]: "components.kappas"}
    lines = []
    if emission.exact is not None:
        exact = source(emission.exact, imports, spelled)
        optional = " if states.posterior is None else states.posterior" if emission.given else ""
        lines += [f"law = {exact}{optional}"]
    return "\n".join(
        [
            f"def {emission.name}({', '.join(parameters)}) -> {result}:",
            docstring(theorem, emission),
            "",
            f"    def log_weight(components: {components}) -> {result}:",
            f"        return {source(weight.value, imports, of_component)}",
            "",
            f"    def value(states: {states}) -> {result}:",
            *(f"        {line}" for line in lines),
            f"        return {source(emission.returns, imports, spelled)}",
            "",
            f"    return {driver}(log_weight, value, x, means, kappas, {', '.join(passed)})",
        ]
    )
