"""Types of the von Mises-Fisher kernels, which serve Python floats and arrays with one text."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Concentrations = float | Array
Dimensions = int | NDArray[np.integer]
Value = Any
"""A float, or an array of float64; an operation on two of them is whichever it has to be."""
