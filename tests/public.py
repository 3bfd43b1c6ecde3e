"""Every public function with valid arguments: the rows of the tables of refusals, and one for each other function."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from svflow_math import attention, euler, experts, metrics, retraction, vmf
from tests import (
    test_bad_input,
    test_bad_input_attention,
    test_bad_input_experts,
    test_bad_input_flow,
    test_bad_input_stability,
)
from tests.call import MODULES, Call
from tests.public_tools import TOOLS
from tests.test_bad_input import T, W, X

POINTS: dict[Any, tuple[str, ...]] = {
    test_bad_input_flow: ("x", "means"),
    attention.smoothed_posterior: ("x", "points"),
}
SUPPORT = ("bias", "log_prior", "log_probs")  # arguments that may be -inf


def _listed() -> Iterator[Call]:
    """The rows of the other tables."""
    tables = (test_bad_input, test_bad_input_attention, test_bad_input_experts, test_bad_input_flow)
    for module in (*tables, test_bad_input_stability):
        for row in module.ROWS:
            whole = row.function if isinstance(row.function, partial) else partial(row.function)
            yield Call(
                whole.func,
                {name: np.asarray(array, np.float64) for name, array in row.arguments.items()},
                dict(whole.keywords),
                next(iter(row.arguments)),
                points=getattr(row, "points", POINTS.get(module, POINTS.get(row.function, ()))),
                tangents=getattr(row, "tangents", ()),
            )


Q, K, MASK = test_bad_input_attention.Q, test_bad_input_attention.K, test_bad_input_attention.MASK
BIAS = test_bad_input_attention.BIAS
GATES = np.array([[[0.5, 0.25, 0.25, 0.0], [0.0, 0.0, 0.5, 0.5], [0.25, 0.5, 0.125, 0.125]]])
SIX = np.array([0.5, 0.25, 0.0, 1.0, 0.75, 0.125])
STEP = {"x": X, "u": W, "h": T}
KEPT = np.array([[True, False, True]])

CALLS = (
    *_listed(),
    Call(
        vmf.concentration,
        {"mean_resultant_length": T / 2, "complement": 1 - T / 2},
        {"dim": 3},
        lead="mean_resultant_length",
    ),
    Call(vmf.fit, {"x": X, "weights": T}, lead="x", points=("x",)),
    Call(vmf.sample, {"mu": X, "kappa": T}, {"size": (2, 3), "rng": 0}, points=("mu",)),
    Call(euler.relaxed_step, STEP, lead="x", points=("x",)),
    Call(euler.exponential_step, STEP, lead="x", points=("x",)),
    Call(euler.projective_step, STEP, lead="x", points=("x",)),
    *(
        Call(
            euler.solve,
            {"x": X, "h": T / 4},
            {"field": lambda x, t: np.full(x.shape, 0.5, x.dtype), "steps": 2, "method": method},
            points=("x",),
        )
        for method in ("relaxed", "exponential", "projective", "heun", "midpoint", "rk4")
    ),
    Call(retraction.rms_norm, {"y": W}, lead="y"),
    Call(attention.weights, {"q": Q, "k": K, "bias": BIAS}, {"mask": MASK, "softcap": 2.0, "scale": 0.5}, lead="q"),
    Call(
        attention.attend,
        {"q": Q, "k": K, "v": test_bad_input_attention.V, "bias": BIAS},
        {"mask": MASK, "causal": True},
        lead="q",
    ),
    Call(attention.exact_posterior, {"q": Q, "k": K, "log_prior": BIAS}, {"mask": MASK, "scale": 0.5}, lead="q"),
    Call(attention.tilt_bounds, {"q": Q, "k": K}, {"mask": MASK, "causal": True, "scale": 0.5}, lead="q"),
    Call(attention.rotate, {"x": Q, "positions": np.array([0.0, 1.0, 7.0])}, {"base": 100.0}, lead="x"),
    Call(experts.gate, {"x": W, "weight": X}, {"top_k": 2, "renormalize": False}, lead="x"),
    Call(experts.switch_loss, {"gates": GATES}, {"top_k": 2, "mask": KEPT, "counts": "tokens"}, lead="gates"),
    Call(experts.switch_loss, {"gates": GATES}, {"assigned": GATES > 0.25, "layers": "pooled"}),
    Call(experts.kl_to_uniform_loss, {"gates": GATES}, {"of": "mean", "mask": KEPT}, lead="gates"),
    Call(experts.squared_cv_loss, {"gates": GATES}, {"top_k": 2, "ddof": 1, "mask": KEPT}, lead="gates"),
    Call(metrics.head_metrics, {"q": Q, "k": K, "bias": BIAS}, {"scale": 0.5, "sink": False, "softcap": 9.0}, lead="q"),
    *(
        Call(metrics.context_divergence, {"w1": GATES[0], "w2": np.full((3, 4), 0.25)}, {"base": base}, lead="w1")
        for base in ("js", "kl")
    ),
    Call(metrics.perplexity, {"log_probs": -W}, lead="log_probs"),
    Call(
        metrics.expected_calibration_error,
        {"confidence": SIX, "correct": np.round(1 - SIX)},
        {"bins": 4},
        keeps_type=False,
    ),
    Call(
        metrics.rank_correlation,
        {"a": SIX, "b": SIX[::-1].copy()},
        {"clusters": np.array([0, 0, 1, 1, 2, 2])},
        keeps_type=False,
    ),
    *TOOLS,
)


def missing() -> list[str]:
    """The public functions that no row calls. Tuples of results are called by those that return them."""
    tested = {call.public for call in CALLS}
    modules = {m: importlib.import_module(f"svflow_math.{m}") for m in MODULES}
    public = {f"{m}.{name}": getattr(module, name) for m, module in modules.items() for name in module.__all__}
    functions = {name: value for name, value in public.items() if callable(value) and not isinstance(value, type)}
    return [name for name, value in functions.items() if value not in tested]
