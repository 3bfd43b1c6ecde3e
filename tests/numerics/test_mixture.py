"""Mixtures at many states, in blocks of a few rows, against each state by itself and against plain sums."""

from __future__ import annotations

from typing import Any

import mpmath
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
    (N, (), (), (), ()),
    (N, N, (), (), ()),
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
    gaps = kappas[:, None] * means - mean[:, None]
    gaps = gaps - np.sum(gaps * x[:, None], axis=-1, keepdims=True) * x[:, None]
    divergence = np.sum(law * np.sum(gaps**2, axis=-1), axis=-1) - (DIM - 1) * along
    moved = x + 0.25 * mean
    kl = np.sum(law * (np.log(law) - joint), axis=-1)
    return {
        "posterior": law, "log_density": log_p, "score": mean, "velocity": velocity, "elbo": -kl,
        "posterior_gap": kl + log_p, "divergence": divergence,
        "ascent_step": moved / np.linalg.norm(moved, axis=-1, keepdims=True),
    }  # fmt: skip


@pytest.mark.parametrize("given_law", [False, True])
def test_sums_are_those_of_the_definitions(given_law: bool) -> None:
    given = arguments(LEADS[0], 3.0)
    expected = plain(given, given["posterior"] if given_law else None)
    for f in OF_A_LAW if given_law else EXACT:
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


@pytest.mark.parametrize("leads", [((), ()), ((3,), ()), ((), (3,)), ((3,), (3,))], ids=str)
def test_near_a_sharp_component_the_chord_keeps_the_digits(leads: Leads) -> None:
    """Log odds of two of a concentration of 1e8 at 1e-4: inner products would leave 1e-8."""
    rng = np.random.default_rng(10)
    x = rng.standard_normal(DIM) + 1e-5 * rng.standard_normal((3, DIM))
    means = x[0] + 1e-4 * rng.standard_normal((*leads[0], 2, DIM))
    x, means = (v / np.linalg.norm(v, axis=-1, keepdims=True) * (1 + 2e-7) for v in (x, means))
    kappas = np.broadcast_to(1e8, (*leads[1], 2))
    law = flow.posterior(x, means, kappas)
    with mpmath.workdps(40):
        for state, own, p in zip(x, np.broadcast_to(means, (3, 2, DIM)), law, strict=True):
            s, a, b = (mpmath.matrix(v.tolist()) / mpmath.norm(mpmath.matrix(v.tolist())) for v in (state, *own))
            odds = 1e8 * mpmath.fdot(a - b, s)
            assert abs(mpmath.log(mpmath.mpf(float(p[0])) / float(p[1])) - odds) <= 1e-10


@pytest.mark.parametrize("leads", [((), ()), ((3,), ()), ((), (3,)), ((3,), (3,))], ids=str)
def test_near_a_rest_the_velocity_keeps_its_digits(leads: Leads) -> None:
    """All means within 1e-7 of the state: what the projection of their sum would leave has eight digits less."""
    rng = np.random.default_rng(11)
    x = rng.standard_normal(DIM) + np.zeros((3, DIM))
    means = x[0] + 1e-7 * rng.standard_normal((*leads[0], COMPONENTS, DIM))
    x, means = (v / np.linalg.norm(v, axis=-1, keepdims=True) * (1 + e) for v, e in ((x, 3e-7), (means, -2e-7)))
    kappas, law = 5 * rng.random((*leads[1], COMPONENTS)), rng.dirichlet(np.ones(COMPONENTS), 3)
    found = flow.velocity(x, means, kappas, posterior=law)
    every = (x, np.broadcast_to(means, (3, COMPONENTS, DIM)), np.broadcast_to(kappas, law.shape), law, found)
    with mpmath.workdps(40):
        for state, own, sizes, weights, value in zip(*every, strict=True):
            s, *mu = (mpmath.matrix(v.tolist()) / mpmath.norm(mpmath.matrix(v.tolist())) for v in (state, *own))
            parts = [m - mpmath.fdot(m, s) * s for m in mu]
            terms = [float(w) * float(k) * part for w, k, part in zip(weights, sizes, parts, strict=True)]
            expected = sum(terms[1:], terms[0]) / mpmath.fsum(weights.tolist())
            gap = mpmath.norm(mpmath.matrix(value.tolist()) - expected)
            assert gap <= 1e-13 * max(mpmath.norm(term) for term in terms)


def test_exponents_of_any_size_make_a_law() -> None:
    for top in (0.0, 599.0, 601.0, 800.0, 1e6, -599.0, -601.0, -800.0, -1e6):
        law = mixture.softmax(np.array([[top, top - np.log(4)]]))
        np.testing.assert_allclose(law, [[0.8, 0.2]], rtol=0, atol=1e-9 if abs(top) > 1e5 else 1e-13)
        assert mixture.softmax(np.array([[top, -np.inf]])).tolist() == [[1, 0]]
    spread = mixture.softmax(np.array([[0.0, 650.0], [-650.0, 0.0]]))
    np.testing.assert_allclose(spread, [[np.exp(-650), 1], [np.exp(-650), 1]], rtol=1e-12)


def test_divergences_of_laws_that_are_far_apart() -> None:
    """Where a weight of the other law underflows, and where a quotient of weights overflows."""
    law, joint = np.array([[0.5, 0.5], [1e-310, 1.0], [0.0, 1.0]]), np.array([[0.0, -800.0], [0.0, 0.0], [5.0, 5.0]])
    with np.errstate(all="ignore"):
        found = mixture.divergence_from_softmax(law, joint)
    np.testing.assert_allclose(found, [400 - np.log(2), np.log(2), np.log(2)], rtol=4 * EPS)


def test_a_density_that_vanishes_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^kappas must leave a density that does not vanish"):
        flow.log_density([1.0, 0.0], [[-1.0, 0.0]], [1.7e308])


def test_a_result_that_overflows_is_refused() -> None:
    """In a state between two sharp components scores spread by the square of a concentration, and only there."""
    x, means = np.array([[1.0, 0, 0], [0, 0, 1.0]]), np.eye(3)[:2]
    for dtype, size in ((np.float32, 1e30), (np.float64, 1e160)):
        given = {"x": x.astype(dtype), "means": means.astype(dtype), "kappas": np.full(2, size, dtype)}
        assert np.isfinite(flow.score(**given)).all()
        if dtype is np.float32:
            assert np.isfinite(flow.divergence(**{**given, "x": given["x"][:1]})).all()
        with pytest.raises(ValueError, match=rf"^the result overflows {np.dtype(dtype)}: kappas go up to 1"):
            flow.divergence(**given)


def test_refusals_count_along_the_axes_of_the_argument() -> None:
    given = arguments(LEADS[-2], 3.0)
    x, means, law = (given[name].copy() for name in ("x", "means", "posterior"))
    x[2, 0, 0] = means[1, 3, 0] = 7
    law[1, 0] = 2
    for name, value, index in (("x", x, r"\(2, 0\)"), ("means", means, r"\(1, 3\)"), ("posterior", law, r"\(1,\)")):
        with pytest.raises(ValueError, match=rf"^{name} .* at index {index}$"):
            flow.score(**{**given, name: value})
    with pytest.raises(ValueError, match=r"^x must be a unit vector: norm 2.0 at index \(0, 0\)$"):
        flow.score(**{**given, "x": [[[2.0, 0, 0, 0]]]})
    with pytest.raises(ValueError, match=r"^means must be a unit vector: norm 2.0 at index \(0, 1\)$"):
        flow.score([1.0, 0], [[[1.0, 0], [2.0, 0]]], 1.0)


def test_refusals_count_from_the_first_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mixture, "BLOCK", 2 * COMPONENTS)
    given = arguments(LEADS[0], 3.0)
    given["x"][5] = 7
    with pytest.raises(ValueError, match=r"^x must be a unit vector: norm 14.0 at index \(5,\)$"):
        flow.score(**given)


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 1e-6), (np.float32, 1e-3)])
def test_how_far_a_norm_may_be_from_one(dtype: type, tolerance: float) -> None:
    means, kappas = np.eye(2, dtype=dtype), np.ones(2, dtype)
    for sign in (-1, 1):
        flow.score(np.array([1 + 0.95 * sign * tolerance, 0], dtype), means, kappas)
        with pytest.raises(ValueError, match=r"^x must be a unit vector: norm "):
            flow.score(np.array([1 + 1.05 * sign * tolerance, 0], dtype), means, kappas)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"log_prior": [0.0, np.inf]}, r"log_prior must be finite or -inf: value inf at index \(\)"),
        ({"log_prior": [-np.inf, -np.inf]}, r"log_prior must leave a component: value -inf at index \(\)"),
        ({"posterior": [np.inf, 0.0]}, r"posterior must not be negative, and be finite: value inf at index \(\)"),
        ({"posterior": [1.5, -0.5]}, r"posterior must not be negative, and be finite: value -0.5 at index \(\)"),
        ({"posterior": [0.5, 0.25]}, r"posterior must sum to one: sum 0.75 at index \(\)"),
        ({"kappas": [-1.0, 1.0]}, r"kappas must be finite and >= 0: value -1.0 at index \(\)"),
    ],
)
def test_words_about_values(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}$"):
        flow.score(**{"x": [1.0, 0], "means": np.eye(2), "kappas": 1.0, **changes})


def test_words_about_shapes() -> None:
    for x in (1.0, [[1.0]]):
        with pytest.raises(ValueError, match=r"^x must have a last axis of length d >= 2, got shape"):
            flow.score(x, [[1.0, 0]], 1.0)
    for means in ([1.0, 0], [[1.0]]):
        with pytest.raises(ValueError, match=r"^means must have axes \(\.\.\., K, d\) with d >= 2, got shape"):
            flow.score([1.0, 0], means, 1.0)
    with pytest.raises(ValueError, match=r"^means must have dimension d = 2 as x has, got shape \(1, 3\)$"):
        flow.score([1.0, 0], [[1.0, 0, 0]], 1.0)
    with pytest.raises(ValueError, match=r"^leading axes of x, means, kappas do not broadcast: \{'x': \(2,\), 'means'"):
        flow.score([[1.0, 0], [0, 1.0]], [[[1.0, 0]]] * 3, [1.0])
    for name, value in (("kappas", [1.0, 1, 1]), ("log_prior", [0.0]), ("log_prior", 0.0), ("posterior", [1.0])):
        with pytest.raises(ValueError, match=rf"^{name} must have a last axis of length K = 2, got shape"):
            flow.score(**{"x": [1.0, 0], "means": [[1.0, 0], [0, 1.0]], "kappas": 1.0, name: value})


def test_one_concentration_for_all() -> None:
    given = exactly(arguments(LEADS[0], 3.0))
    expected = flow.score(**{**given, "kappas": np.full(COMPONENTS, 2.5)})
    assert np.array_equal(flow.score(**{**given, "kappas": 2.5}), expected)
    assert np.array_equal(flow.score(**{**given, "kappas": [2.5]}), expected)
    each = np.arange(1.0, STATES + 1)[:, None]
    spread = np.broadcast_to(each, (STATES, COMPONENTS))
    assert np.array_equal(flow.score(**{**given, "kappas": each}), flow.score(**{**given, "kappas": spread}))


def test_chunks_hold_what_there_is_room_for() -> None:
    rows, columns = np.arange(5), np.arange(5) + 7
    chunks = mixture._chunks(rows, columns, room=2)
    assert [[part.tolist() for part in chunk] for chunk in chunks] == [[[0, 1], [7, 8]], [[2, 3], [9, 10]], [[4], [11]]]
    assert [len(chunk[0]) for chunk in mixture._chunks(rows, room=0)] == [1] * 5


@pytest.mark.parametrize("side", [1.0, -1.0], ids=["near", "opposite"])
def test_a_short_velocity_is_tangent_to_its_own_last_digits(side: float) -> None:
    """Two components whose pulls nearly cancel: projected once, what is left was as long as its normal part."""
    rng = np.random.default_rng(5)
    for dim in (2, 3, 17):
        for unequal in (1e-2, 1e-6, 1e-11):
            x, across = np.linalg.qr(rng.standard_normal((dim, 2)))[0].T
            means = side * np.cos(0.1) * x + np.sin(0.1) * np.outer((1.0, -1.0), across)
            means /= np.linalg.norm(means, axis=-1, keepdims=True)
            velocity = flow.velocity(x, means, [2.0, 2.0], log_prior=[0.0, unequal])
            length = np.linalg.norm(velocity)
            assert abs(length / (2 * np.sin(0.1) * np.tanh(unequal / 2)) - 1) <= 4e-15 / unequal  # ulps of two logits
            assert abs(velocity @ x) <= 32 * np.finfo(float).eps * length
