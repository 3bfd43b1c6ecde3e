"""The error atlas: errors of the von Mises-Fisher functions over dimension and concentration, against proved balls.

Beside each stands what the textbook formula makes of the same point with the Bessel functions of SciPy.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from flint import arb
from joblib import Parallel, delayed
from scipy.special import gammaln, ive

from svflow_math.engine.verify.vmf_oracle import error, exact, kl_divergence_equal_means
from svflow_math.gen import vmf

ATLAS = Path("build") / "atlas.json"

DIMENSIONS = (
    2, 3, 4, 5, 6, 8, 11, 16, 23, 32, 45, 57, 58, 64, 90, 128, 256, 576, 1024, 2048, 4096, 16_384, 65_536, 131_072,
    300_000,
)  # fmt: skip
CONCENTRATIONS = (
    0.0, 5e-324, *(10.0**k for k in (-300, -200, -100, -50, -20, -12)),
    *(float(f"{10 ** (k / 6):.6g}") for k in range(-48, 61)),
    *(10.0**k for k in (12, 16, 20, 50, 100, 200, 300)),
)  # fmt: skip


class Function(NamedTuple):
    """An emitted function: the textbook formula, the tolerance, and what it is relative to (`one` and d, or itself)."""

    name: str
    formula: Callable[[float, int], float]
    tolerance: float
    relative: bool


def _log_normalizer(kappa: float, dim: int) -> float:
    nu = dim / 2 - 1
    return nu * np.log(kappa) - (nu + 1) * np.log(2 * np.pi) - np.log(ive(nu, kappa)) - kappa


def _length(kappa: float, dim: int) -> float:
    return ive(dim / 2, kappa) / ive(dim / 2 - 1, kappa)


def _derivative(kappa: float, dim: int) -> float:
    length = _length(kappa, dim)
    return 1 - length**2 - (dim - 1) * length / kappa


def _entropy(kappa: float, dim: int) -> float:
    return -_log_normalizer(kappa, dim) - kappa * _length(kappa, dim)


def _kl_to_uniform(kappa: float, dim: int) -> float:
    uniform = gammaln(dim / 2) - np.log(2) - dim / 2 * np.log(np.pi)
    return _log_normalizer(kappa, dim) - uniform + kappa * _length(kappa, dim)


FUNCTIONS = (
    Function("log_normalizer", _log_normalizer, 1e-15, False),
    Function("entropy", _entropy, 2e-15, False),
    Function("mean_resultant_length", _length, 2e-15, True),
    Function("mean_resultant_length_complement", lambda kappa, dim: 1 - _length(kappa, dim), 1e-14, True),
    Function("mean_resultant_length_derivative", _derivative, 1e-14, True),
    Function("kl_to_uniform", _kl_to_uniform, 1e-12, True),
)


def atlas(jobs: int) -> dict[str, Any]:
    """The whole atlas: `ours` and `scipy` are errors by dimension, then concentration; null is no finite number."""
    rows = Parallel(n_jobs=jobs)(delayed(_row)(dim) for dim in DIMENSIONS)
    functions = []
    for i, function in enumerate(FUNCTIONS):
        ours, scipy, values = (np.array([row[i][k] for row in rows], dtype=object) for k in range(3))
        errors = ours.astype(float)
        at = np.unravel_index(int(np.argmax(np.where(np.isnan(errors), np.inf, errors))), errors.shape)
        kappa, dim = CONCENTRATIONS[at[1]], DIMENSIONS[at[0]]
        call = f"vmf.{function.name}({kappa!r}, {dim})"
        functions.append(
            {
                "function": function.name,
                "relative_to": "|value|" if function.relative else "max(1, |value|, d)",
                "tolerance": function.tolerance,
                "worst": {
                    "kappa": kappa,
                    "dim": dim,
                    "error": ours[at],
                    "exact": values[at],
                    "reproduce": f"python -c 'from svflow_math import vmf; print({call}, \"exact {values[at]}\")'",
                },
                "ours": ours.tolist(),
                "scipy": scipy.tolist(),
            }
        )
    return {"dims": DIMENSIONS, "kappas": CONCENTRATIONS, "functions": functions}


def failures(found: dict[str, Any]) -> list[str]:
    """What is worse than its tolerance, or no number at all, one line each."""
    return [
        f"{f['function']}: error {f['worst']['error']} at kappa={f['worst']['kappa']!r}, d={f['worst']['dim']}"
        for f in found["functions"]
        if f["worst"]["error"] is None or f["worst"]["error"] > f["tolerance"]
    ]


def _row(dim: int) -> list[tuple[list[float | None], list[float | None], list[str]]]:
    """For one dimension: errors of each function, of its textbook formula, and the exact values."""
    exacts = [_exact(kappa, dim) for kappa in CONCENTRATIONS]
    row = []
    with np.errstate(all="ignore"):
        for function, values in zip(FUNCTIONS, zip(*exacts, strict=True), strict=True):
            emitted = getattr(vmf, function.name)
            row.append(
                (
                    [_error(function, emitted(k, dim), v, dim) for k, v in zip(CONCENTRATIONS, values, strict=True)],
                    [
                        _error(function, function.formula(np.float64(k), dim), v, dim)
                        for k, v in zip(CONCENTRATIONS, values, strict=True)
                    ],
                    [value.str(20, radius=False) for value in values],
                )
            )
    return row


def _exact(kappa: float, dim: int) -> tuple[arb, ...]:
    value = exact(kappa, dim)
    divergence = kl_divergence_equal_means(kappa, 0.0, dim) if kappa else arb(0)
    return (*(getattr(value, name) for name in value._fields), divergence)


def _error(function: Function, value: Any, reference: arb, dim: int) -> float | None:
    """The error, relative as the function says; values below the smallest normal number count as that."""
    if not math.isfinite(value):
        return None
    size = abs(float(reference.mid()))
    scale = max(size, np.finfo(float).tiny) if function.relative else max(1.0, size, dim)
    return float(f"{abs(error(float(value), reference)) / scale:.3g}")
