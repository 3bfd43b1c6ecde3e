"""What attention is given: queries, keys, values, a log prior and its support, checked once and broadcast as views."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import DOUBLE, any_array, floats, real_array


@dataclass(frozen=True)
class Heads:
    """Checked inputs. Every array is a view that has the common leading axes."""

    scaled_query: NDArray  # scale * q, (..., n_q, d)
    key: NDArray  # (..., n_k, d)
    value: NDArray | None  # (..., n_k, d_v), times 2**-value_exponent
    log_prior: NDArray | None  # (..., n_q, n_k), finite or -inf
    support: NDArray | None  # (..., n_q, n_k), boolean
    reach: int | None  # causal: query i sees the keys j <= i + reach
    softcap: float  # inf = none
    dtype: np.dtype  # of results
    may_overflow: bool  # no bound on the entries excludes an infinite logit
    value_exponent: int

    @property
    def batch(self) -> tuple[int, ...]:
        return self.scaled_query.shape[:-2]

    @property
    def queries(self) -> int:
        return self.scaled_query.shape[-2]

    @property
    def keys(self) -> int:
        return self.key.shape[-2]

    @property
    def dim(self) -> int:
        return self.scaled_query.shape[-1]

    @cached_property
    def scaled_query_norm(self) -> NDArray:
        """scale |q_i|, shape (..., n_q)."""
        return row_norms(self.scaled_query)

    @cached_property
    def key_norm(self) -> NDArray:
        """|k_j|, shape (..., n_k)."""
        return row_norms(self.key)


def attention_inputs(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike | None = None,
    *,
    scale: float | None = None,
    mask: ArrayLike | None = None,
    causal: bool = False,
    softcap: float | None = None,
    precise: bool = False,
    **log_prior: ArrayLike | None,
) -> Heads:
    """Check the arguments of an attention function.

    Parameters
    ----------
    q, k, v
        Queries (..., n_q, d), keys (..., n_k, d) and values (..., n_k, d_v); leading axes broadcast.
    scale
        Positive; None means 1/sqrt(d).
    mask
        Boolean, broadcasts to (..., n_q, n_k); True = may attend.
    causal
        Query i sees the keys j <= i + n_k - n_q.
    softcap
        Positive; None means no cap.
    precise
        Work in float64 whatever the dtype of the result, and have concentrations scale |q_i| |k_j| that are finite.
    **log_prior
        The log prior under its public name (bias or log_prior); broadcasts to (..., n_q, n_k).

    Raises
    ------
    ValueError, TypeError
        Naming the argument: wrong shapes or dtypes, NaN, infinite entries (but -inf in the log prior).
    """
    arrays, dtype = floats({"q": q, "k": k, "v": v, **log_prior}, precise)
    for name in ("q", "k", "v"):
        if name in arrays and arrays[name].ndim < 2:
            raise ValueError(f"{name} must have at least two axes, got shape {arrays[name].shape}")
    query, key, value = arrays["q"], arrays["k"], arrays.get("v")
    n_q, dim = query.shape[-2:]
    n_k = key.shape[-2]
    if key.shape[-1] != dim or dim < 2:
        raise ValueError(f"q and k must share a last axis of d >= 2, got shapes {query.shape} and {key.shape}")
    if value is not None and value.shape[-2] != n_k:
        raise ValueError(f"v must have one row for each of the {n_k} keys, got shape {value.shape}")

    if not isinstance(causal, bool | np.bool_):
        raise TypeError(f"causal must be True or False, got {causal!r}")
    scale = 1 / math.sqrt(dim) if scale is None else positive("scale", scale)
    norms = {"q": norm_bound("q", query), "k": norm_bound("k", key)}
    bound = scale * norms["q"] * norms["k"]  # of concentrations and logits
    limit = float(np.finfo(key.dtype).max)
    if precise and not bound < limit:
        raise ValueError(f"a concentration {scale} |q_i| |k_j| overflows: the norms are bounded by {norms}")
    prior, support = None, None
    for name in log_prior.keys() & arrays.keys():
        bound += largest_entry(name, arrays[name], support=True)
        prior = _pairwise(name, arrays[name], n_q, n_k)
    if mask is not None:
        support = any_array("mask", mask)
        if support.dtype != np.bool_:
            raise TypeError(f"mask must be boolean (True = may attend), got dtype {support.dtype}")
        support = _pairwise("mask", support, n_q, n_k)
    shapes = {name: array.shape[:-2] for name, array in (*arrays.items(), ("mask", support)) if array is not None}
    try:
        batch = np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise ValueError(f"leading axes do not broadcast: {shapes}") from None

    exponent = 0
    if value is not None and norm_bound("v", value) > limit / max(n_k, 1):
        exponent = n_k.bit_length()
        value = np.ldexp(value, -exponent)

    with np.errstate(over="ignore", invalid="ignore"):  # infinite logits are the driver's to report
        scaled_query = query * scale

    def view(array: NDArray) -> NDArray:
        return np.broadcast_to(array, batch + array.shape[-2:])

    return Heads(
        scaled_query=view(scaled_query),
        key=view(key),
        value=None if value is None else view(value),
        log_prior=None if prior is None else view(prior),
        support=None if support is None else view(support),
        reach=n_k - n_q if causal else None,
        softcap=math.inf if softcap is None else positive("softcap", softcap),
        dtype=dtype,
        may_overflow=not 4 * bound < limit,  # 4: room for the vMF normaliser, |log C_d(kappa)| <= 2 kappa far out
        value_exponent=exponent,
    )


def smoothing_inputs(
    x: ArrayLike, points: ArrayLike, posteriors: ArrayLike, kappa: float
) -> tuple[Heads, tuple[int, ...]]:
    """Check the arguments of a kernel-smoothed posterior; also the shape of the result.

    The points x (..., d) become the queries, points (n, d) the keys, the distributions posteriors (n, K) the values and
    kappa >= 0 the scale.
    """
    arrays, dtype = floats({"x": x, "points": points, "posteriors": posteriors})
    tolerance = 1e-6 if dtype == DOUBLE else 1e-3
    for name in ("points", "posteriors"):
        if arrays[name].ndim != 2:
            raise ValueError(f"{name} must have two axes, got shape {arrays[name].shape}")
    if not arrays["x"].ndim:
        raise ValueError("x must have a last axis of d >= 2, got a scalar")
    shapes = {name: array.shape for name, array in arrays.items()}
    if not shapes["x"][-1] == shapes["points"][-1] >= 2:
        raise ValueError(f"x and points must share a last axis of d >= 2, got shapes {shapes}")
    if shapes["posteriors"][0] != shapes["points"][0]:
        raise ValueError(f"posteriors must have one row for each point, got shapes {shapes}")
    for name in ("x", "points"):
        largest_entry(name, arrays[name])
        with np.errstate(over="ignore"):
            norm = row_norms(arrays[name])
        _require_rows(name, norm, abs(norm - 1) <= tolerance, "have norm 1")
        arrays[name] = arrays[name] / norm[..., None]
    largest_entry("posteriors", arrays["posteriors"])
    with np.errstate(over="ignore"):
        mass = arrays["posteriors"].sum(axis=-1)
    distribution = (abs(mass - 1) <= tolerance) & (arrays["posteriors"] >= 0).all(axis=-1)
    _require_rows("posteriors", mass, distribution, "be distributions: entries >= 0 of sum 1")
    concentration = real("kappa", kappa)
    if not 0 <= concentration < math.inf:
        raise ValueError(f"kappa must be finite and >= 0, got {kappa!r}")
    rows = arrays["x"].reshape(-1, arrays["x"].shape[-1])
    heads = attention_inputs(rows, arrays["points"], arrays["posteriors"], scale=concentration or 1.0)
    shape = (*arrays["x"].shape[:-1], arrays["posteriors"].shape[-1])
    if not concentration:
        heads = replace(heads, scaled_query=np.zeros_like(heads.scaled_query))
    return replace(heads, dtype=dtype), shape


def positive(name: str, value: float) -> float:
    """A finite number > 0, as a float."""
    number = real(name, value)
    if not 0 < number < math.inf:
        raise ValueError(f"{name} must be positive and finite, got {value!r}")
    return number


def real(name: str, value: float) -> float:
    """One real number, as a float."""
    number = real_array(name, value)
    if number.ndim:
        raise ValueError(f"{name} must be one number, got shape {number.shape}")
    return float(number)


def largest_entry(name: str, array: NDArray, support: bool = False) -> float:
    """The largest finite |entry|. Raises ValueError on NaN and infinities; support allows -inf."""
    if not array.size:
        return 0.0
    low, high = float(array.min()), float(array.max())
    if support and low == -math.inf:
        low = float(np.min(array, where=array > -np.inf, initial=0.0))
    largest = max(-low, high)
    if not largest < math.inf:
        bad = np.isnan(array) | (array == np.inf) if support else ~np.isfinite(array)
        index = tuple(map(int, np.argwhere(bad)[0]))
        allowed = "finite or -inf" if support else "finite"
        raise ValueError(f"{name} must be {allowed}, got {array[index]} at index {index}")
    return largest


def norm_bound(name: str, array: NDArray) -> float:
    """No less than the norm of a row, up to rounding. Raises ValueError on NaN and infinities.

    One pass, by the norm of the whole array: where its square is finite every entry is, and a bound needs no more.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        square = float(np.vdot(array, array))
    if square < math.inf:
        return math.sqrt(square + array.size * float(np.finfo(array.dtype).tiny))  # squares may have vanished
    return largest_entry(name, array) * math.sqrt(array.shape[-1])


def row_norms(array: NDArray) -> NDArray:
    """Euclidean norms along the last axis, scaled so that no square overflows or vanishes."""
    largest = np.abs(array).max(axis=-1, initial=0.0, keepdims=True)
    unit = np.where(largest > 0, largest, 1.0)
    return (unit * np.linalg.norm(array / unit, axis=-1, keepdims=True))[..., 0]


def _pairwise(name: str, array: NDArray, n_q: int, n_k: int) -> NDArray:
    array = np.atleast_2d(array)
    try:
        return np.broadcast_to(array, (*array.shape[:-2], n_q, n_k))
    except ValueError:
        raise ValueError(f"{name} must broadcast to (..., {n_q}, {n_k}), got shape {array.shape}") from None


def _require_rows(name: str, figure: NDArray, good: NDArray, law: str) -> None:
    if not good.all():
        index = tuple(map(int, np.argwhere(~good)[0]))
        raise ValueError(f"{name} must {law}; at index {index} the value is {figure[index]}")
