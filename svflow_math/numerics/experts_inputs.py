"""What experts and feed-forward layers are given: points, weights of shape (out, in), biases, checked once."""

from __future__ import annotations

import operator
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import floats
from svflow_math.numerics.attention_inputs import largest_entry


@dataclass(frozen=True)
class Result:
    """The type of a result, and what messages call the function."""

    function: str
    dtype: np.dtype

    def result(self, values: NDArray) -> NDArray:
        """The values in the type of the result; raises ValueError where they are not finite."""
        narrowed = np.asarray(values).astype(self.dtype, copy=False)
        if not np.isfinite(narrowed).all():
            index = first(~np.isfinite(narrowed))
            raise ValueError(f"the result of {self.function} overflows at index {index}")
        return narrowed[()]


@dataclass(frozen=True)
class Gate(Result):
    """Logits of the experts, the largest of each row, and the experts that are kept and that share the mass."""

    logits: NDArray
    top: NDArray
    kept: NDArray | float
    counted: NDArray | float


@dataclass(frozen=True)
class Mixture(Result):
    """Gates and outputs of the experts."""

    gates: NDArray
    outputs: NDArray


@dataclass(frozen=True)
class Layer(Result):
    """What goes into the activations of the hidden units, the other factor of each, its output row, and a shift."""

    logits: NDArray
    factor: NDArray | float
    outputs: NDArray
    shift: NDArray | float


def gate_inputs(x: ArrayLike, weight: ArrayLike, bias: ArrayLike | None, top_k: int | None, renormalize: bool) -> Gate:
    """Check the arguments of a gate: x (..., d), weight (E, d), bias (E,), finite or -inf."""
    arrays, dtype = floats({"x": x, "weight": weight, "bias": bias})
    count = _rows("weight", arrays, "x")
    support = None
    if "bias" in arrays:
        _vector("bias", arrays, count, "expert", support=True)
        support = np.isneginf(arrays["bias"])
        if support.all():
            raise ValueError("bias must leave at least one expert, got -inf for all")
    logits = _affine("logit", arrays["x"], arrays["weight"], arrays.get("bias"), "expert")
    if not isinstance(renormalize, (bool, np.bool_)):
        raise TypeError(f"renormalize must be a bool, got {renormalize!r}")
    kept: NDArray | float = 1.0
    if top_k is not None:
        kept = largest("top_k", top_k, logits).astype(logits.dtype)
        if renormalize and operator.index(top_k) == 1:
            reason = "top_k=1 with renormalize=True gives weight 1 whatever the logits: the gate has no gradient"
            warnings.warn(reason, UserWarning, stacklevel=4)
    return Gate(
        "gate",
        dtype,
        logits=logits,
        top=logits.max(axis=-1, keepdims=True),
        kept=kept,
        counted=kept if renormalize else 1.0,
    )


def mixture_inputs(gates: ArrayLike, outputs: ArrayLike) -> Mixture:
    """Check gates (..., E) and the outputs (..., E, d) of the experts; leading axes broadcast."""
    arrays, dtype = floats({"gates": gates, "outputs": outputs})
    for name, least in (("gates", 1), ("outputs", 2)):
        if arrays[name].ndim < least:
            raise ValueError(f"{name} must have at least {least} axes, got shape {arrays[name].shape}")
        largest_entry(name, arrays[name])
    shapes = {name: array.shape for name, array in arrays.items()}
    if not shapes["gates"][-1] == shapes["outputs"][-2] > 0 or shapes["outputs"][-1] < 2:
        raise ValueError(f"gates (..., E) and outputs (..., E, d), d >= 2, must fit, got shapes {shapes}")
    try:
        lead = np.broadcast_shapes(shapes["gates"][:-1], shapes["outputs"][:-2])
    except ValueError:
        raise ValueError(f"leading axes of gates and outputs do not broadcast: {shapes}") from None
    spread = np.broadcast_to(arrays["gates"], (*lead, shapes["gates"][-1]))
    # With two axes the outputs would be taken for rows that all gates share, which is what they are then.
    return Mixture("mixture_of_experts", dtype, gates=spread, outputs=arrays["outputs"])


def feed_forward_inputs(
    x: ArrayLike,
    w_in: ArrayLike,
    w_out: ArrayLike,
    w_gate: ArrayLike | None,
    b_in: ArrayLike | None,
    b_out: ArrayLike | None,
) -> Layer:
    """Check the arguments of a layer: x (..., d), w_in and w_gate (m, d), w_out (d_out, m), and the two biases."""
    named = {"x": x, "w_in": w_in, "w_out": w_out, "w_gate": w_gate, "b_in": b_in, "b_out": b_out}
    arrays, dtype = floats(named)
    width = _rows("w_in", arrays, "x")
    if arrays["w_out"].ndim != 2 or arrays["w_out"].shape[-1] != width:
        raise ValueError(f"w_out must have shape (d_out, {width}), got shape {arrays['w_out'].shape}")
    largest_entry("w_out", arrays["w_out"])
    if "b_in" in arrays:
        _vector("b_in", arrays, width, "hidden unit")
    if "b_out" in arrays:
        _vector("b_out", arrays, arrays["w_out"].shape[0], "output")
    linear = _affine("input", arrays["x"], arrays["w_in"], arrays.get("b_in"), "hidden unit")
    gated = "w_gate" in arrays
    if gated and _rows("w_gate", arrays, "x") != width:
        raise ValueError(f"w_gate must have {width} rows as w_in has, got shape {arrays['w_gate'].shape}")
    return Layer(
        "feed_forward",
        dtype,
        logits=_affine("gate", arrays["x"], arrays["w_gate"], None, "hidden unit") if gated else linear,
        factor=linear if gated else 1.0,
        outputs=arrays["w_out"].T,
        shift=arrays.get("b_out", 0.0),
    )


def largest(name: str, count: Any, scores: NDArray) -> NDArray:
    """A mask of the `count` largest scores of each row; of equal ones those that come first."""
    try:
        number = operator.index(count)
    except TypeError:
        raise TypeError(f"{name} must be an integer, got {count!r}") from None
    if isinstance(count, bool):
        raise TypeError(f"{name} must be an integer, got {count!r}")
    if not 1 <= number <= scores.shape[-1]:
        raise ValueError(f"{name} must be between 1 and the {scores.shape[-1]} experts, got {count!r}")
    order = np.argsort(-scores, axis=-1, kind="stable")[..., :number]
    mask = np.zeros(scores.shape, bool)
    np.put_along_axis(mask, order, True, axis=-1)
    return mask


def first(bad: NDArray) -> tuple[int, ...]:
    """The first index that is True."""
    return tuple(map(int, np.argwhere(bad)[0])) if bad.ndim else ()


def _rows(name: str, arrays: dict[str, NDArray], points: str) -> int:
    """The number of rows of a weight that fits the points."""
    weight, x = arrays[name], arrays[points]
    if not x.ndim or x.shape[-1] < 2:
        raise ValueError(f"{points} must have a last axis of d >= 2, got shape {x.shape}")
    if weight.ndim != 2 or weight.shape[-1] != x.shape[-1] or not weight.shape[0]:
        raise ValueError(f"{name} must have shape (out, {x.shape[-1]}), got shape {weight.shape}")
    largest_entry(name, weight)
    largest_entry(points, x)
    return weight.shape[0]


def _vector(name: str, arrays: dict[str, NDArray], size: int, each: str, support: bool = False) -> None:
    if arrays[name].shape != (size,):
        raise ValueError(f"{name} must have shape ({size},), one number for each {each}, got {arrays[name].shape}")
    largest_entry(name, arrays[name], support=support)


def _affine(what: str, x: NDArray, weight: NDArray, bias: NDArray | None, each: str) -> NDArray:
    """<w_z, x> + b_z for each row, (..., out); raises ValueError where it overflows."""
    values = x @ weight.T
    outside: Any = False
    if bias is not None:
        values = values + bias
        outside = np.isneginf(bias)
        values = np.where(outside, -np.inf, values)
    bad = ~(np.isfinite(values) | outside)
    if bad.any():
        *row, unit = first(bad)
        raise ValueError(f"the {what} of {each} {unit} overflows at index {tuple(row)}")
    return values
