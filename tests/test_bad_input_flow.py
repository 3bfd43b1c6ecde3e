"""What the functions of mixtures refuse, and what they take: a row per public function, inputs generated from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math import euler, flow

# Exact in every type: three states, two components, d = 3.
X = np.array([[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 0.0, -1.0]])
MEANS = np.array([[0.0, 1.0, 0.0], [0.8, 0.6, 0.0]])
KAPPAS = np.array([2.0, 0.5])
PRIOR = np.array([0.25, -1.0])
LAWS = np.array([[0.5, 0.5], [0.25, 0.75], [1.0, 0.0]])
STEPS = np.array([0.5, 0.25, 2.0])


@dataclass(frozen=True)
class Row:
    """A public function and valid arguments."""

    function: Callable[..., Any]
    law: bool = False
    step: bool = False

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def arguments(self) -> dict[str, NDArray]:
        given = {"x": X, "means": MEANS, "kappas": KAPPAS, "log_prior": PRIOR}
        return given | ({"posterior": LAWS} if self.law else {}) | ({"h": STEPS} if self.step else {})

    def at(self, *index: Any) -> dict[str, NDArray]:
        """The arguments that belong to some of the states."""
        mine = {"x": X} | ({"posterior": LAWS} if self.law else {}) | ({"h": STEPS} if self.step else {})
        return {name: array[index] for name, array in mine.items()}

    def call(self, **changes: Any) -> Any:
        return self.function(**{**self.arguments, **changes})

    def refuses(self, match: str, error: type[Exception] = ValueError, **changes: Any) -> None:
        with pytest.raises(error, match=match):
            self.call(**changes)


ROWS = (
    Row(flow.log_density),
    Row(flow.posterior),
    Row(flow.score, law=True),
    Row(flow.velocity, law=True),
    Row(flow.elbo, law=True),
    Row(flow.posterior_gap, law=True),
    Row(flow.divergence),
    Row(euler.ascent_step, step=True),
)
by_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


def spoiled(array: NDArray, value: Any, *index: int) -> NDArray:
    changed = array.copy()
    changed[index] = value
    return changed


@by_row
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf], ids=str)
def test_not_finite_names_argument_and_index(row: Row, value: float) -> None:
    row.refuses(r"^x .*index \(1,\)", x=spoiled(X, value, 1, 2))
    row.refuses(r"^means .*index \(1,\)", means=spoiled(MEANS, value, 1, 0))
    row.refuses("^kappas ", kappas=spoiled(KAPPAS, value, 1))
    if value != -np.inf:
        row.refuses("^log_prior ", log_prior=spoiled(PRIOR, value, 0))
    if row.law:
        row.refuses(r"^posterior .*index \(2,\)", posterior=spoiled(LAWS, value, 2, 0))


@by_row
def test_no_unit_vector_no_concentration_no_law(row: Row) -> None:
    row.refuses(r"^x must be a unit vector: norm 2.0 at index \(2,\)", x=spoiled(X, -2.0, 2, 2))
    row.refuses("^means must be a unit vector: norm 0.0", means=np.zeros((2, 3)))
    row.refuses("^x ", x=X * (1 + 2e-6))
    row.call(x=X * (1 + 5e-7))
    row.call(x=(X * 1.0005).astype(np.float32))
    row.refuses("^kappas must be finite and >= 0: value -1.0", kappas=np.array([1.0, -1.0]))
    row.refuses("^log_prior must leave a component", log_prior=np.array([-np.inf, -np.inf]))
    if row.law:
        row.refuses(r"^posterior must sum to one: sum 0.75 at index \(0,\)", posterior=spoiled(LAWS, 0.25, 0, 1))
        row.refuses("^posterior must not be negative", posterior=np.array([1.5, -0.5]))


@pytest.mark.parametrize("value", [np.nan, np.inf, -0.5], ids=str)
def test_no_length_of_a_step(value: float) -> None:
    row = next(row for row in ROWS if row.step)
    row.refuses(rf"^h must be finite and >= 0: value {value} at index \(2,\)", h=spoiled(STEPS, value, 2))
    row.refuses(rf"^h must be finite and >= 0: value {value} at index \(\)", h=np.array(value))
    row.refuses(rf"^h must be finite and >= 0: value {value}", h=value)


def test_no_step_onto_the_centre_or_beyond_the_largest_number() -> None:
    """As a relaxed step has it, which is given the score."""
    row = next(row for row in ROWS if row.step)
    means = np.array([[-1.0, 0.0, 0.0]])
    one: dict[str, Any] = {"means": means, "kappas": np.array([4096.0]), "log_prior": None, "h": 1 / 4096}
    row.refuses(r"^x \+ h grad log p\(x \| kappas\) must not be zero: norm 0.0 at index \(0,\)", **one)
    row.refuses(r"^x \+ h .* at index \(1, 0\)", **{**one, "x": X[None], "h": np.array([[1.0], [1 / 4096]])})
    row.refuses(r"^x \+ h grad log p\(x \| kappas\) must be finite", **{**one, "h": 1e308})


@by_row
def test_off_the_support(row: Row) -> None:
    """The gap and the bound speak of laws that vanish where the prior does; a mean exists for any."""
    prior = np.array([0.0, -np.inf])
    if row.name in ("elbo", "posterior_gap"):
        row.refuses(r"^posterior must vanish where log_prior is -inf: weight 0.5 of component 1", log_prior=prior)
        assert np.isfinite(row.call(log_prior=prior, posterior=np.array([1.0, 0.0]))).all()
    else:
        assert np.isfinite(row.call(log_prior=prior)).all()


@by_row
def test_shapes_that_do_not_fit(row: Row) -> None:
    row.refuses("^means ", means=MEANS[:, :2])
    row.refuses("^means ", means=MEANS[0])
    row.refuses("^means .*one component", means=np.zeros((0, 3)))
    row.refuses("^x ", x=np.array(1.0))
    row.refuses("^x ", x=np.ones((3, 1)))
    row.refuses("^kappas ", kappas=np.ones(3))
    row.refuses("^log_prior ", log_prior=np.ones(3))
    row.refuses("broadcast", kappas=np.ones((4, 2)))
    if row.law:
        row.refuses("^posterior ", posterior=np.ones((3, 1)))
    if row.step:
        row.refuses("broadcast", h=np.ones(4))


@by_row
@pytest.mark.parametrize("value", [1j, "a", None, np.longdouble(1)], ids=str)
def test_types_that_are_refused(row: Row, value: Any) -> None:
    for name in row.arguments:
        if value is not None or name in ("x", "means", "kappas"):
            row.refuses(f"^{name} ", TypeError, **{name: np.array([value, value])})


@by_row
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64], ids=str)
def test_types_that_are_kept(row: Row, dtype: Any) -> None:
    result = row.function(**{name: value.astype(dtype) for name, value in row.arguments.items()})
    assert result.dtype == dtype
    np.testing.assert_allclose(result, row.call(), rtol=0, atol=20 * float(np.finfo(dtype).eps))


@by_row
def test_lists_views_and_scalars(row: Row) -> None:
    expected = row.call()
    assert np.array_equal(row.function(**{name: value.tolist() for name, value in row.arguments.items()}), expected)
    views = {name: np.repeat(value, 2, axis=-1)[..., ::2] for name, value in row.arguments.items()}
    for view in views.values():
        view.flags.writeable = False
    assert np.array_equal(row.function(**views), expected)
    one = row.call(kappas=2.0, x=X.astype(np.float32), means=MEANS.astype(np.float32), log_prior=None)
    assert one.dtype == (np.float64 if row.law or row.step else np.float32)


@by_row
def test_empty_batch_and_no_batch(row: Row) -> None:
    assert row.call(**row.at(slice(0))).shape == (0, *row.call().shape[1:])
    single = row.call(**row.at(0))
    assert single.shape == row.call().shape[1:]
    assert np.allclose(single, row.call(**row.at(slice(1)))[0], rtol=0, atol=1e-15)


@by_row
def test_leading_axes_broadcast(row: Row) -> None:
    """States along one axis, mixtures along another; what is shared and what is not gives the same numbers."""
    kappas = np.array([KAPPAS, 3 * KAPPAS])[:, None]
    both = row.call(kappas=kappas, **row.at(None))
    for k, found in zip(kappas[:, 0], both, strict=True):
        np.testing.assert_allclose(found, row.call(kappas=k), rtol=0, atol=1e-14)
    means = np.stack([MEANS, MEANS[::-1]])[:, None]
    for m, found in zip(means[:, 0], row.call(means=means, **row.at(None)), strict=True):
        np.testing.assert_allclose(found, row.call(means=m), rtol=0, atol=1e-14)


@by_row
def test_extremes(row: Row) -> None:
    """No NaN comes out of finite input: concentrations of zero and of 1e300, likelihoods that vanish, one component."""
    for kappas in (np.array([0.0, 0.0]), np.array([1e10, 0.0]), np.array([1e10, 1e10]), np.array([1e140, 1.0])):
        assert np.isfinite(row.call(kappas=kappas)).all()
    assert np.isfinite(row.call(log_prior=np.array([1e5, -1e5]))).all()
