"""log C_d(|q| |k|) for all pairs of queries and keys: a function of log |q| + log |k|, interpolated in both.

With s and t the two logarithms, f(s + t) = log C_d(kappa) + kappa, kappa = e^(s + t), is replaced by its interpolant at
Chebyshev points of the first kind, in s and in t, head by head; a matrix of m values then gives all pairs by two matrix
products, in which a column more takes kappa = |q| |k| off again. f is analytic in |Im| < pi/2, since I_nu vanishes on
the imaginary axis only. On an interval of half-length h it is so within the Bernstein ellipse of parameter
rho = y + sqrt(1 + y^2), y = pi/(2 h), and the error falls as rho^-m: m is chosen to make rho^-m less than 1e-17, or
1e-10 where the values are rounded to float32. Pairs are evaluated one by one where that is no more work, or where norms
vanish.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from svflow_math.numerics.log_bessel import log_normalizer, log_scaled_normalizer

DIGITS = {4: 10, 8: 17}  # by item size
SHORTEST = 0.05  # least half-length of an interval: a single norm is one too
MARGIN = 3


class LogNormalizers:
    """The values for one block of heads: queries (..., n_q) and keys (..., n_k) by their norms, the scale included.

    Heads that share their keys have them once, along an axis of length one.

    `highest` bounds the values of a query from above, `sink` are those at key 0. Values of pairs have the dtype given,
    and so are less the `reference` of their query, which takes off the digits that they share.
    """

    def __init__(self, query_norms: NDArray, key_norms: NDArray, dim: int, dtype: np.dtype) -> None:
        self.key_norms = key_norms
        self._query_norms, self._dim, self._dtype = query_norms, dim, dtype
        self.sink = self.highest = self.reference = np.zeros(query_norms.shape)
        first, rest = key_norms[..., :1], key_norms[..., 1:]
        if rest.size:
            chosen = np.concatenate([first, rest.min(axis=-1, keepdims=True), self._middle(rest)], axis=-1)
            self.sink, self.highest, self.reference = np.moveaxis(self._direct(query_norms, chosen), -1, 0)
        elif first.size:
            self.sink = self._direct(query_norms, first)[..., 0]
        self._factors = self._interpolated(query_norms, rest)

    def tile(self, rows: slice, columns: slice, out: NDArray) -> NDArray:
        """Write log C_d less the reference of its query into `out`, for a block of queries and of keys after key 0."""
        if self._factors is None:
            values = self._direct(self._query_norms[..., rows], self.key_norms[..., columns])
            return np.subtract(values, self.reference[..., rows, None], out=out, casting="same_kind")
        keys = slice(columns.start - 1, columns.stop - 1)
        left, right = self._factors
        return np.matmul(left[..., rows, :], right[..., :, keys], out=out)

    @staticmethod
    def _middle(keys: NDArray) -> NDArray:
        return np.median(keys, axis=-1, keepdims=True)

    def _direct(self, queries: NDArray, keys: NDArray) -> NDArray:
        return np.asarray(log_normalizer(queries[..., :, None] * keys[..., None, :], self._dim))

    def _interpolated(self, queries: NDArray, keys: NDArray) -> tuple[NDArray, NDArray] | None:
        if not queries.size or not keys.size or queries.min() <= 0 or keys.min() <= 0:
            return None
        ends = [_interval(np.log(norms)) for norms in (queries, keys)]
        counts = [_points(float(half.max()), DIGITS[self._dtype.itemsize]) for _, half in ends]
        if counts[0] * counts[1] + counts[0] * keys.shape[-1] >= queries.shape[-1] * keys.shape[-1]:
            return None
        nodes = [
            middle[..., None] + half[..., None] * _chebyshev(m) for (middle, half), m in zip(ends, counts, strict=True)
        ]
        grid = np.asarray(log_scaled_normalizer(np.exp(nodes[0][..., :, None] + nodes[1][..., None, :]), self._dim))
        from_queries, from_keys = (
            _interpolation((np.log(norms) - middle[..., None]) / half[..., None], m)
            for norms, (middle, half), m in zip((queries, keys), ends, counts, strict=True)
        )
        middle = self._middle(keys)
        constant = self.reference + queries * middle  # the polynomials of the keys sum to one
        left = np.concatenate([np.matmul(from_queries, grid) - constant[..., None], -queries[..., None]], axis=-1)
        right = np.concatenate([from_keys, (keys - middle)[..., None]], axis=-1)
        return left.astype(self._dtype), np.ascontiguousarray(right.swapaxes(-1, -2), self._dtype)


def _interval(logs: NDArray) -> tuple[NDArray, NDArray]:
    """Middle and half-length of the range of each row."""
    low, high = logs.min(axis=-1), logs.max(axis=-1)
    return (low + high) / 2, np.maximum((high - low) / 2, SHORTEST)


def _points(half: float, digits: int) -> int:
    """How many points an interval needs."""
    return math.ceil(digits * math.log(10) / math.asinh(math.pi / 2 / half)) + MARGIN


def _chebyshev(m: int) -> NDArray:
    return np.cos((2 * np.arange(m) + 1) * (math.pi / (2 * m)))


def _interpolation(x: NDArray, m: int) -> NDArray:
    """The values at x in [-1, 1] of the m Lagrange polynomials, by their Chebyshev series, (..., n, m)."""
    order = np.arange(m)
    series = np.cos(order[:, None] * ((2 * order + 1) * (math.pi / (2 * m)))) * (2 / m)
    series[0] /= 2
    return np.matmul(np.polynomial.chebyshev.chebvander(np.clip(x, -1, 1), m - 1), series)
