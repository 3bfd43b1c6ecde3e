"""Mixtures at many states, in blocks of a few rows, against each state by itself and against plain sums."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math import euler, flow
from svflow_math.numerics import mixture
from svflow_math.vmf import log_normalizer

EPS = float(np.finfo(np.float64).eps)
STATES, COMPONENTS, DIM = 7, 5, 4
TAILS = {"x": (DIM,), "means": (COMPONENTS, DIM), "kappas": (COMPONENTS,), "log_prior": (COMPONENTS,)}
TAILS["posterior"] = (COMPONENTS,)
# Leading axes of states, means, concentrations, priors and posteriors: what is shared, and what spreads over what.
N = (STATES,)
LEADS = (
    (N, (), (), (), N),
    (N, N, (), (), N),
    (N, (), N, (), N),
    (N, (), (), N, N),
    (N, N, N, N, N),
    ((), N, (), (), ()),
    ((3, 1), (2,), (3, 1), (), (2,)),
    ((1, 2), (), (3, 1), (2,), (3, 1)),
)
Leads = tuple[tuple[int, ...], ...]


def ascent_step(x: Any, means: Any, kappas: Any, log_prior: Any) -> NDArray:
    return euler.ascent_step(x, means, kappas, 0.25, log_prior=log_prior)


EXACT = (flow.posterior, flow.log_density, flow.divergence, flow.score, flow.velocity, ascent_step)
OF_A_LAW = (flow.score, flow.velocity, flow.elbo, flow.posterior_gap)


def arguments(leads: Leads, largest: float) -> dict[str, NDArray]:
    """States and mixtures of these leading axes; no norm is one, and the first mean is near the first state."""
    rng = np.random.default_rng(len(str(leads)) + int(largest))
    shape = {name: (*lead, *tail) for lead, (name, tail) in zip(leads, TAILS.items(), strict=True)}
    x, means = rng.standard_normal(shape["x"]), rng.standard_normal(shape["means"])
    means[..., 0, :] = x.reshape(-1, DIM)[0] + 1e-3 * means[..., 0, :]
    x, means = (
        v / np.linalg.norm(v, axis=-1, keepdims=True) * (1 + 5e-7 * rng.uniform(-1, 1, (*v.shape[:-1], 1)))
        for v in (x, means)
    )
    q = rng.dirichlet(np.ones(COMPONENTS), leads[-1])
    return {
        "x": x, "means": means, "kappas": largest * rng.random(shape["kappas"]),
        "log_prior": rng.standard_normal(shape["log_prior"]), "posterior": q * (1 + 1e-7 * rng.uniform(-1, 1)),
    }  # fmt: skip


def exactly(given: dict[str, NDArray]) -> dict[str, NDArray]:
    return {name: value for name, value in given.items() if name != "posterior"}


@pytest.mark.parametrize("leads", LEADS, ids=str)
@pytest.mark.parametrize("largest", [3.0, 1e3])
def test_blocks_and_axes_do_not_show(leads: Leads, largest: float, monkeypatch: pytest.MonkeyPatch) -> None:
    given = arguments(leads, largest)
    calls: list[tuple[Any, dict[str, NDArray]]] = [(f, exactly(given)) for f in EXACT] + [(f, given) for f in OF_A_LAW]
    alone = []
    for f, passed in calls:
        batch = np.broadcast_shapes(*(v.shape[: v.ndim - len(TAILS[name])] for name, v in passed.items()))
        spread = {name: np.broadcast_to(v, (*batch, *TAILS[name])) for name, v in passed.items()}
        rows = [f(**{name: v[place] for name, v in spread.items()}) for place in np.ndindex(batch)]
        alone.append(np.reshape(rows, (*batch, *np.shape(rows[0]))))
    for block, pairs in ((2 * COMPONENTS, 2 * COMPONENTS * DIM), (1, 1)):
        monkeypatch.setattr(mixture, "BLOCK", block)
        monkeypatch.setattr(mixture, "PAIRS", pairs)
        for (f, passed), expected in zip(calls, alone, strict=True):
            found = f(**passed)
            assert found.shape == expected.shape
            atol = 64 * EPS * max(1.0, float(np.abs(expected).max()))
            np.testing.assert_allclose(found, expected, rtol=1e-13, atol=atol)


def plain(given: dict[str, NDArray], q: NDArray | None) -> dict[str, NDArray]:
    """The same by the sums that define it, for components that all states share."""
    unit = {name: given[name] / np.linalg.norm(given[name], axis=-1, keepdims=True) for name in ("x", "means")}
    x, means, kappas = unit["x"], unit["means"], given["kappas"]
    joint = given["log_prior"] + log_normalizer(kappas, DIM) + kappas * (x @ means.T)
    joint -= np.log(np.exp(given["log_prior"]).sum())
    log_p = np.log(np.exp(joint).sum(axis=-1))
    law = np.exp(joint - log_p[:, None]) if q is None else q / q.sum(axis=-1, keepdims=True)
    mean = law @ (kappas[:, None] * means)
    along = np.sum(mean * x, axis=-1)
    velocity = mean - along[:, None] * x
    moved = x + 0.25 * mean
    kl = np.sum(law * (np.log(law) - joint), axis=-1)
    return {
        "posterior": law, "log_density": log_p, "score": mean, "velocity": velocity, "elbo": -kl,
        "posterior_gap": kl + log_p, "ascent_step": moved / np.linalg.norm(moved, axis=-1, keepdims=True),
    }  # fmt: skip


@pytest.mark.parametrize("given_law", [False, True])
def test_sums_are_those_of_the_definitions(given_law: bool) -> None:
    given = arguments(LEADS[0], 3.0)
    expected = plain(given, given["posterior"] if given_law else None)
    for f in OF_A_LAW if given_law else (f for f in EXACT if f is not flow.divergence):
        found = f(**given) if given_law else f(**exactly(given))
        np.testing.assert_allclose(found, expected[f.__name__], rtol=0, atol=1e-13)


def test_no_states() -> None:
    given = arguments(LEADS[0], 3.0) | {"x": np.empty((0, DIM)), "posterior": np.empty((0, COMPONENTS))}
    assert flow.elbo(**given).shape == (0,)
    assert flow.score(**given).shape == (0, DIM)


def test_a_prior_that_is_not_given_is_uniform() -> None:
    given = arguments(LEADS[0], 3.0)
    uniform = given | {"log_prior": np.full(COMPONENTS, -np.log(COMPONENTS))}
    for f, passed in ((flow.log_density, exactly(uniform)), (flow.elbo, uniform)):
        without = {k: v for k, v in passed.items() if k != "log_prior"}
        np.testing.assert_allclose(f(**without), f(**passed), rtol=0, atol=8 * EPS * 3)
