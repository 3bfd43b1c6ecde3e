"""What the functions of stability are given: what the checks hand on, and refusals word by word."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from svflow_math.numerics.stability_inputs import map_inputs, rate_inputs, replicator_inputs

GATES, DELTA = np.array([[0.5, 0.25, 0.25], [1.0, 0.0, 0.0]]), np.array([[1.0, -0.5], [0.25, 2.0]])
EXPERTS = np.arange(12.0).reshape(2, 3, 2) / 8
MAPS = np.arange(24.0).reshape(2, 3, 4)


def replicator(**changes: Any) -> Any:
    return replicator_inputs(**{"gates": GATES, "delta": DELTA, "experts": EXPERTS, **changes})


def rates(**changes: Any) -> Any:
    return rate_inputs(**{"residual_norm": [1.0, 2.0], "restoring_rate": [0.0, 1.0], "decay": [0.5, 0.0], **changes})


def maps(**changes: Any) -> Any:
    return map_inputs(**{"w_q": MAPS, "w_k": MAPS, "rotary": False, **changes})


OF_EXPERTS = "experts must have shape (..., N, d) with N >= 1 and d >= 2, got shape "
OF_RATES = " must be finite and >= 0: value {} at index {}"
OF_MAPS = " must have shape (..., m, d) with m, d >= 1, got shape "
REFUSED = (
    (replicator, {"gates": 1.0}, "gates must have at least 1 axes, got shape ()"),
    (replicator, {"delta": 1.0}, "delta must have at least 1 axes, got shape ()"),
    (replicator, {"experts": [1.0, 2.0]}, "experts must have at least 2 axes, got shape (2,)"),
    (replicator, {"gates": [0.5, np.nan, 0.5]}, "gates must be finite: value nan at index (1,)"),
    (replicator, {"delta": [[1.0, 2.0], [np.inf, 0.0]]}, "delta must be finite: value inf at index (1, 0)"),
    (replicator, {"experts": [[1.0, -np.inf]] * 3}, "experts must be finite: value -inf at index (0, 1)"),
    (replicator, {"gates": GATES[:, :0], "experts": EXPERTS[:, :0]}, OF_EXPERTS + "(2, 0, 2)"),
    (replicator, {"delta": DELTA[:, :1], "experts": EXPERTS[..., :1]}, OF_EXPERTS + "(2, 3, 1)"),
    (replicator, {"gates": GATES[:, :2]}, "gates (2, 2), delta (2, 2) and experts (2, 3, 2) do not fit"),
    (replicator, {"delta": np.ones(3)}, "gates (2, 3), delta (3,) and experts (2, 3, 2) do not fit"),
    (
        replicator,
        {"gates": np.ones((5, 3)) / 3, "delta": np.ones((4, 2)), "experts": np.ones((6, 1, 3, 2))},
        "leading axes of gates, delta, experts do not broadcast: [(5,), (4,), (6, 1)]",
    ),
    (replicator, {"gates": [0.5, -0.25, 0.75]}, "gates must be >= 0: value -0.25 at index (1,)"),
    (replicator, {"gates": GATES * [[1.0], [0.5]]}, "gates must sum to 1: value 0.5 at index (1,)"),
    (replicator, {"gates": [0.5, 0.25, 0.5]}, "gates must sum to 1: value 1.25 at index ()"),
    (rates, {"residual_norm": [1.0, -1.0]}, "residual_norm" + OF_RATES.format(-1.0, "(1,)")),
    (rates, {"restoring_rate": np.nan}, "restoring_rate" + OF_RATES.format("nan", "()")),
    (rates, {"decay": [[0.0, np.inf]]}, "decay" + OF_RATES.format("inf", "(0, 1)")),
    (
        rates,
        {"decay": np.ones(3)},
        "leading axes of residual_norm, restoring_rate, decay do not broadcast: [(2,), (2,), (3,)]",
    ),
    (maps, {"w_q": MAPS[0, 0]}, "w_q" + OF_MAPS + "(4,)"),
    (maps, {"w_k": MAPS[..., :0]}, "w_k" + OF_MAPS + "(2, 3, 0)"),
    (maps, {"w_q": MAPS[:, :0]}, "w_q" + OF_MAPS + "(2, 0, 4)"),
    (maps, {"w_k": MAPS * [1, 1, np.inf, 1]}, "w_k must be finite: value inf at index (0, 0, 2)"),
    (maps, {"w_k": MAPS[:, :2]}, "w_q and w_k must have the same last two axes, got shapes (2, 3, 4) and (2, 2, 4)"),
    (maps, {"w_k": MAPS[..., :2]}, "w_q and w_k must have the same last two axes, got shapes (2, 3, 4) and (2, 3, 2)"),
    (maps, {"rotary": True}, "w_q must have an even number of rows with rotary=True, got shape (2, 3, 4)"),
    (maps, {"w_k": np.ones((3, 3, 4))}, "leading axes of w_q, w_k do not broadcast: [(2,), (3,)]"),
)


@pytest.mark.parametrize(("call", "changes", "words"), REFUSED, ids=[words for *_, words in REFUSED])
def test_refusals_word_by_word(call: Any, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        call(**changes)


@pytest.mark.parametrize(
    ("call", "names"),
    [
        (replicator, ("gates", "delta", "experts")),
        (rates, ("residual_norm", "restoring_rate", "decay")),
        (maps, ("w_q", "w_k")),
    ],
)
def test_arguments_are_named(call: Any, names: tuple[str, ...]) -> None:
    for name in names:
        with pytest.raises(TypeError, match=f"^{name} must hold real numbers of at most double precision"):
            call(**{name: 1j})


@pytest.mark.parametrize("bad", [1, None, "yes"])
def test_rotary_is_a_bool(bad: Any) -> None:
    with pytest.raises(TypeError, match=f"^rotary must be a bool, got {bad!r}$"):
        maps(rotary=bad)


def test_planes_need_rows_in_pairs_and_any_number_of_columns() -> None:
    for rotary in (True, np.True_):
        assert maps(w_q=MAPS[:, :2, :3], w_k=MAPS[:, :2, :3], rotary=rotary).w_q.shape == (2, 2, 3)
    assert maps(w_q=[[1.0]], w_k=[[2.0]]).w_k == [[2]]


@pytest.mark.parametrize(
    ("dtype", "fine", "wrong"), [(np.float64, 9e-7, 1.5e-6), (np.float32, 9e-4, 1.5e-3), (np.float16, 9.5e-4, 2e-3)]
)
def test_how_far_a_sum_may_be_from_one(dtype: Any, fine: float, wrong: float) -> None:
    for sign in (1, -1):
        law = replicator(gates=np.array([0.25, 0.25, 0.5 + sign * fine], dtype))
        assert law.gates.dtype == np.float64
        assert np.max(np.abs(law.gates.sum(axis=-1) - 1)) <= 4e-16
        with pytest.raises(ValueError, match=r"^gates must sum to 1: value "):
            replicator(gates=np.array([0.25, 0.25, 0.5 + sign * wrong], dtype))


def test_what_is_handed_on() -> None:
    given = replicator(gates=GATES[0].astype(np.float32), delta=DELTA[:, None].astype(np.float16))
    assert (given.function, given.dtype) == ("replicator_field", np.float64)
    assert (given.gates.shape, given.delta.shape, given.experts.shape) == ((2, 2, 3), (2, 2, 2), (2, 2, 3, 2))
    assert np.array_equal(given.gates[1, 1], GATES[0])
    assert np.array_equal(given.delta[1, 0], DELTA[1])
    assert np.array_equal(given.experts[0, 1], EXPERTS[1])
    sizes = rates(residual_norm=np.float32(1.0), restoring_rate=2.0, decay=1)
    assert (sizes.function, sizes.dtype) == ("collapse_eigenvalues", np.float32)
    assert [float(x) for x in (sizes.residual_norm, sizes.restoring_rate, sizes.decay)] == [1, 2, 1]
    assert sizes.residual_norm.dtype == sizes.decay.dtype == np.float64
    assert rates(residual_norm=1, restoring_rate=2, decay=3).dtype == np.float64
    head = maps(w_q=MAPS.astype(np.float16), w_k=2 * MAPS.astype(np.float32))
    assert (head.function, head.dtype) == ("balance_invariant", np.float32)
    assert np.array_equal(head.w_q, MAPS)
    assert np.array_equal(head.w_k, 2 * MAPS)
    assert head.w_q.dtype == head.w_k.dtype == np.float64


def test_results_name_their_function() -> None:
    for call, name in ((replicator, "replicator_field"), (rates, "collapse_eigenvalues"), (maps, "balance_invariant")):
        with pytest.raises(ValueError, match=rf"^the result of {name} overflows at index \(1,\)$"):
            call().result(np.array([1.0, np.inf]))
