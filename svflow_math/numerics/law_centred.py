"""Numbers less their mean under a law, without cancellation where one weight is nearly all of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def law_centred(gates: NDArray, values: NDArray) -> NDArray:
    """Return values - sum_l gates_l values_l along the last axis, for gates that sum to one.

    Values are taken relative to that of the largest gate, which is then zero: where it is nearly the mean, nothing is
    subtracted from it but what the other gates add.
    """
    relative = values - np.take_along_axis(values, _largest(gates), axis=-1)
    return relative - np.vecdot(gates, relative)[..., None]


def pairings(gates: NDArray, delta: NDArray, experts: NDArray) -> NDArray:
    """Return <delta, E_l> up to one number for all l: relative to the expert with the largest gate."""
    leading = np.take_along_axis(experts, _largest(gates)[..., None], axis=-2)
    return np.vecdot(experts - leading, delta[..., None, :])


def _largest(gates: NDArray) -> NDArray:
    return gates.argmax(axis=-1)[..., None]
