"""Soft capping of logits."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def soft_cap(logits: NDArray, cap: float) -> NDArray:
    """cap tanh(logits/cap); the limit cap = inf is the identity."""
    return logits if cap == math.inf else cap * np.tanh(logits / cap)
