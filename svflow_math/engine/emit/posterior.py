"""Laws over keys as text: a log likelihood of a tile of (query, key) pairs, handed to the driver that normalises.

Beside them the smoothing of values over points of the sphere, and bounds from the range of the key norms.
"""

from __future__ import annotations

import sympy as sp

from svflow_math.engine.emit.docstring import docstring
from svflow_math.engine.emit.printer import Imports, source
from svflow_math.engine.record.emission import BoundsEmission, PosteriorEmission, SmoothingEmission
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

SOFTCAP = sp.Symbol("softcap", positive=True)  # the argument that bounds the logits

_DRIVER = "svflow_math.numerics.attention_tiles"


def posterior_function(theorem: Theorem, emission: PosteriorEmission, imports: Imports) -> str:
    """The public function; what it imports is added to `imports`."""
    array, result = imports.name("numpy.typing.ArrayLike"), imports.name("numpy.typing.NDArray")
    pairs = imports.name(f"{_DRIVER}.Pairs")
    checked = imports.name("svflow_math.numerics.attention_inputs.attention_inputs")
    driver = imports.name(f"{_DRIVER}.{'posterior' if emission.values is None else 'posterior_mean'}")
    arrays = ["q", "k"] + ([] if emission.values is None else ["v"])
    options = {
        "scale": "float | None = None",
        emission.prior: f"{array} | None = None",
        "mask": f"{array} | None = None",
    }
    options["causal"] = "bool = False"
    if emission.softcap:
        options["softcap"] = "float | None = None"
    passed = [*arrays, *(f"{name}={name}" for name in options), *(["precise=True"] if emission.precise else [])]
    spelled = {d: "heads.dim", SOFTCAP: "heads.softcap"}
    signature = ", ".join([*(f"{a}: {array}" for a in arrays), "*", *(f"{k}: {v}" for k, v in options.items())])
    return "\n".join(
        [
            f"def {emission.name}({signature}) -> {result}:",
            docstring(theorem, emission),
            f"    heads = {checked}({', '.join(passed)})",
            "",
            f"    def log_likelihood(pairs: {pairs}) -> {result}:",
            *(f"        {let.symbol} = {source(let.value, imports, spelled)}" for let in emission.lets),
            f"        return {source(emission.log_likelihood, imports, spelled)}",
            "",
            f"    return {driver}(heads, log_likelihood)",
        ]
    )


def smoothing_function(theorem: Theorem, emission: SmoothingEmission, imports: Imports) -> str:
    """The public function of points, posteriors and a concentration."""
    array, result = imports.name("numpy.typing.ArrayLike"), imports.name("numpy.typing.NDArray")
    pairs, driver = imports.name(f"{_DRIVER}.Pairs"), imports.name(f"{_DRIVER}.posterior_mean")
    checked = imports.name("svflow_math.numerics.attention_inputs.smoothing_inputs")
    return "\n".join(
        [
            f"def {emission.name}(x: {array}, points: {array}, posteriors: {array}, kappa: float) -> {result}:",
            docstring(theorem, emission),
            f"    heads, shape = {checked}(x, points, posteriors, kappa)",
            "",
            f"    def log_likelihood(pairs: {pairs}) -> {result}:",
            f"        return {source(emission.log_kernel, imports)}",
            "",
            f"    return {driver}(heads, log_likelihood).reshape(shape)",
        ]
    )


def bounds_function(theorem: Theorem, emission: BoundsEmission, imports: Imports) -> str:
    """The named tuple of the bounds, and the public function."""
    array, result = imports.name("numpy.typing.ArrayLike"), imports.name("numpy.typing.NDArray")
    base = imports.name("typing.NamedTuple")
    checked = imports.name("svflow_math.numerics.attention_inputs.attention_inputs")
    extremes = imports.name(f"{_DRIVER}.key_norm_range")
    spelled = {d: "heads.dim"}
    gap = source(emission.gap, imports, spelled)
    bounds = [source(bound, imports) for _, bound in emission.fields]
    options = f"*, scale: float | None = None, mask: {array} | None = None, causal: bool = False"
    return "\n".join(
        [
            f"class {emission.result}({base}):",
            '    """How far softmax weights can be from the exact posterior, per query: each (..., n_q)."""',
            "",
            *(f"    {name}: {result}" for name, _ in emission.fields),
            "",
            "",
            f"def {emission.name}(q: {array}, k: {array}, {options}) -> {emission.result}:",
            docstring(theorem, emission),
            f"    heads = {checked}(q, k, scale=scale, mask=mask, causal=causal, precise=True)",
            f"    lowest, highest = {extremes}(heads)",
            f"    {emission.lowest} = heads.scaled_query_norm * lowest",
            f"    {emission.highest} = heads.scaled_query_norm * highest",
            f"    {emission.range} = {imports.numpy()}.maximum({gap}, 0)  # rounding may order equal values either way",
            f"    bounds = ({', '.join(bounds)})",
            f"    return {emission.result}(*(bound.astype(heads.dtype) for bound in bounds))",
        ]
    )
