"""Softmax attention is the posterior expectation of scores, smoothed by a von Mises-Fisher kernel: as a property.

One field, computed three times: attention over values; the smoothed posterior times the scores; and, in mpmath, kernel
densities and scores differentiated from the log densities of the components. The last shares nothing with the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import mpmath
import numpy as np
from hypothesis import find, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from svflow_math import attention

DIGITS = 50
Vector = Sequence[mpmath.mpf]
LogDensity = Callable[[int, Vector], mpmath.mpf]


@dataclass(frozen=True)
class Problem:
    """Points, the centres x_j of the kernel, q(z|x_j), and components of concentration kappa_z and mean mu_z."""

    x: NDArray  # (m, d)
    points: NDArray  # (n, d)
    posteriors: NDArray  # (n, K)
    kappa: float
    means: NDArray  # (K, d)
    kappas: NDArray  # (K,)

    @property
    def scores(self) -> NDArray:
        return self.kappas[:, None] * self.means

    @property
    def size(self) -> float:
        """The largest norm that the field can have."""
        return float(np.max(self.kappas))


def directions(rng: np.random.Generator, *shape: int) -> NDArray:
    points = rng.standard_normal(shape)
    return points / np.linalg.norm(points, axis=-1, keepdims=True)


def distributions(rng: np.random.Generator, kind: str, *shape: int) -> NDArray:
    mass = rng.exponential(size=shape)
    if kind != "dense":
        kept = rng.random(shape) < (0.5 if kind == "sparse" else 0.0)
        kept[np.arange(shape[0]), rng.integers(shape[1], size=shape[0])] = True
        mass = np.where(kept, mass, 0.0)
    return mass / mass.sum(-1, keepdims=True)


@st.composite
def problems(draw: st.DrawFn, d: int = 128, n: int = 64, k: int = 8) -> Problem:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    d, n, k = draw(st.integers(2, d)), draw(st.integers(1, n)), draw(st.integers(1, k))
    points = directions(rng, n, d)
    if draw(st.booleans()):  # all centres near one of them
        points = points + 20 * points[:1]
        points = points / np.linalg.norm(points, axis=-1, keepdims=True)
    return Problem(
        x=np.concatenate([directions(rng, 2, d), points[:1]]),
        points=points,
        posteriors=distributions(rng, draw(st.sampled_from(["dense", "sparse", "one"])), n, k),
        kappa=draw(st.just(1e-3) | st.floats(0.1, 300)),
        means=directions(rng, k, d),
        kappas=draw(st.sampled_from([1.0, 100.0])) * (0.1 + rng.random(k)),
    )


def mp_vectors(rows: NDArray, unit: bool = False) -> list[Vector]:
    vectors: list[Vector] = [[mpmath.mpf(float(entry)) for entry in row] for row in rows]
    if not unit:
        return vectors
    norms = [mpmath.sqrt(mpmath.fdot(vector, vector)) for vector in vectors]
    return [[entry / norm for entry in vector] for vector, norm in zip(vectors, norms, strict=True)]


def directional_score(log_density: LogDensity, z: int, x: Vector, u: Vector) -> mpmath.mpf:
    """<s_z(x), u>, by a central difference that is exact for densities of degree two in x, linear ones included."""
    step = mpmath.mpf(1) / 4
    ahead, behind = ([a + sign * step * b for a, b in zip(x, u, strict=True)] for sign in (1, -1))
    return (log_density(z, ahead) - log_density(z, behind)) / (2 * step)


def kernel(x: Vector, points: Sequence[Vector], kappa: float) -> list[mpmath.mpf]:
    """K(x, x_j)/sum_l K(x, x_l) with vMF densities, their constants included."""
    order = mpmath.mpf(len(x)) / 2 - 1
    kappa = mpmath.mpf(kappa)
    constant = kappa**order / ((2 * mpmath.pi) ** (order + 1) * mpmath.besseli(order, kappa))
    densities = [constant * mpmath.exp(kappa * mpmath.fdot(x, point)) for point in points]
    return [density / mpmath.fsum(densities) for density in densities]


def gap(x: Vector, points: Sequence[Vector], q: Sequence[Vector], kappa: float, log_density: LogDensity, u: Vector):
    """Both sides of the claim along u: E_q~[s_z(x)] and sum_j w_j E_{q(z|x_j)}[s_z(x_j)]."""
    w = kernel(x, points, kappa)
    components = range(len(q[0]))
    smoothed = [mpmath.fdot(w, [row[z] for row in q]) for z in components]
    field = mpmath.fdot(smoothed, [directional_score(log_density, z, x, u) for z in components])
    values = [
        mpmath.fdot(row, [directional_score(log_density, z, point, u) for z in components])
        for row, point in zip(q, points, strict=True)
    ]
    return field, mpmath.fdot(w, values)


@given(problem=problems())
def test_attention_is_the_smoothed_posterior_expectation(problem: Problem) -> None:
    smoothed = attention.smoothed_posterior(problem.x, problem.points, problem.posteriors, problem.kappa)
    values = problem.posteriors @ problem.scores
    field = attention.attend(problem.x, problem.points, values, scale=problem.kappa)
    assert smoothed.shape == (len(problem.x), len(problem.means))
    assert np.max(abs(smoothed @ problem.scores - field)) <= 1e-12 * problem.size


@settings(max_examples=25)
@given(problem=problems(d=32, n=12, k=4) | problems())
def test_both_sides_agree_to_40_digits_and_the_library_with_them(problem: Problem) -> None:
    smoothed = attention.smoothed_posterior(problem.x[:1], problem.points, problem.posteriors, problem.kappa)[0]
    values = problem.posteriors @ problem.scores
    attended = attention.attend(problem.x[:1], problem.points, values, scale=problem.kappa)[0]
    with mpmath.workdps(DIGITS):
        x, points = mp_vectors(problem.x[:1], unit=True)[0], mp_vectors(problem.points, unit=True)
        # Float64 rows sum to 1 up to rounding; the claim holds for any weights, so they are taken as they are.
        q, means = mp_vectors(problem.posteriors), mp_vectors(problem.means)
        kappas = [mpmath.mpf(float(kappa)) for kappa in problem.kappas]
        u = means[0]
        field, attention_side = gap(x, points, q, problem.kappa, lambda z, y: kappas[z] * mpmath.fdot(means[z], y), u)
        assert abs(field - attention_side) <= mpmath.mpf(10) ** -40 * problem.size
        for side in (smoothed @ problem.scores, attended):
            along = mpmath.fdot([mpmath.mpf(float(entry)) for entry in side], u)
            assert abs(along - field) <= 1e-12 * problem.size
        w = kernel(x, points, problem.kappa)
        for z in range(len(means)):
            assert abs(mpmath.fdot(w, [row[z] for row in q]) - float(smoothed[z])) <= 1e-12


@given(problem=problems(), data=st.data())
def test_priors_masks_and_grouped_keys(problem: Problem, data: st.DataObject) -> None:
    """Three query heads share the centres; the kernel weights carry a prior and a support."""
    heads, n = 3, len(problem.points)
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    x = directions(rng, heads, 5, problem.x.shape[-1])
    bias = 5 * rng.standard_normal(data.draw(st.sampled_from([(n,), (5, n), (heads, 1, n), (heads, 5, n)])))
    bias[..., 1:][rng.random(bias[..., 1:].shape) < 0.2] = -np.inf
    mask = rng.random((5, n)) < 0.6
    mask[:, 0] = True
    options = {"scale": problem.kappa, "bias": bias, "mask": mask, "causal": n >= 5}
    values = problem.posteriors @ problem.scores
    field = attention.attend(x, problem.points[None], values[None], **options)

    seen = mask & (np.arange(n) <= np.arange(5)[:, None] + n - 5) if n >= 5 else mask
    logits = problem.kappa * (x[..., :, None, :] * problem.points).sum(-1).astype(np.longdouble) + bias
    joint = np.exp(np.where(seen, logits, -np.inf) - np.max(logits, axis=-1, keepdims=True, where=seen, initial=-1e9))
    smoothed = (joint / joint.sum(-1, keepdims=True)) @ problem.posteriors
    assert np.max(abs(smoothed @ problem.scores - field)) <= 1e-12 * problem.size


@settings(max_examples=15)
@given(problem=problems(d=16, n=8, k=4), sigma=st.floats(0.1, 3.0))
def test_gaussian_components_of_one_width(problem: Problem, sigma: float) -> None:
    """s_z = (m_z - x)/sigma^2: attention over the values E_q[m_z]/sigma^2, minus x/sigma^2."""
    means = problem.scores
    smoothed = attention.smoothed_posterior(problem.x[:1], problem.points, problem.posteriors, problem.kappa)[0]
    values = problem.posteriors @ means / sigma**2
    attended = attention.attend(problem.x[:1], problem.points, values, scale=problem.kappa)[0]
    size = (problem.size + 1) / sigma**2
    expected = smoothed @ ((means - problem.x[0]) / sigma**2)
    assert np.max(abs(attended - problem.x[0] / sigma**2 - expected)) <= 1e-12 * size
    with mpmath.workdps(DIGITS):
        # The scores themselves, from the Gaussian log density.
        x, centres, mp_means = mp_vectors(problem.x[:1])[0], mp_vectors(problem.points, unit=True), mp_vectors(means)
        w = kernel(mp_vectors(problem.x[:1], unit=True)[0], centres, problem.kappa)
        u = mp_means[0]

        def log_density(z: int, y: Vector) -> mpmath.mpf:
            return -mpmath.fsum((a - b) ** 2 for a, b in zip(y, mp_means[z], strict=True)) / (
                2 * mpmath.mpf(sigma) ** 2
            )

        q = [[entry / mpmath.fsum(row) for entry in row] for row in mp_vectors(problem.posteriors)]
        field = mpmath.fsum(
            mpmath.fdot(w, [row[z] for row in q]) * directional_score(log_density, z, x, u) for z in range(len(means))
        )
        along = mpmath.fdot(mp_vectors((attended - problem.x[0] / sigma**2)[None])[0], u)
        assert abs(along - field) <= 1e-12 * size * mpmath.sqrt(mpmath.fdot(u, u))


def watson_gap(problem: Problem) -> float:
    """The claim's error for axial components, log p(x|z) = kappa_z <mu_z, x>^2, whose score 2 kappa_z <mu_z, x> mu_z
    depends on x and z together."""
    with mpmath.workdps(DIGITS):
        x, points = mp_vectors(problem.x[:1], unit=True)[0], mp_vectors(problem.points, unit=True)
        q, means = mp_vectors(problem.posteriors), mp_vectors(problem.means)
        kappas = [mpmath.mpf(float(kappa)) for kappa in problem.kappas]
        field, attention_side = gap(
            x, points, q, problem.kappa, lambda z, y: kappas[z] * mpmath.fdot(means[z], y) ** 2, means[0]
        )
        return float(abs(field - attention_side)) / problem.size


# Two centres, one component, the query on the first centre: E_q~[s(x)] = s(x) = 2 e1, but attention mixes in s(e2) = 0
# with the weight 1/(1 + e): the error is 2/(1 + e).
COUNTEREXAMPLE = Problem(
    x=np.array([[1.0, 0.0]]),
    points=np.eye(2),
    posteriors=np.ones((2, 1)),
    kappa=1.0,
    means=np.array([[1.0, 0.0]]),
    kappas=np.array([1.0]),
)


def test_a_score_that_is_not_affine_is_a_counterexample() -> None:
    assert abs(watson_gap(COUNTEREXAMPLE) - 2 / (1 + np.e)) < 1e-15
    field = attention.attend(COUNTEREXAMPLE.x, COUNTEREXAMPLE.points, [[2.0, 0], [0, 0]], scale=1.0)
    assert abs(2 - field[0, 0] - 2 / (1 + np.e)) < 1e-15


def test_counterexamples_are_found() -> None:
    found = find(problems(d=4, n=3, k=2), lambda problem: watson_gap(problem) > 0.1)
    assert watson_gap(found) > 0.1


def test_gaussians_of_two_widths_are_a_counterexample() -> None:
    """Affine with a slope that depends on z: s_z = -z x for z = 1, 2 at means 0, centres e1 and e2, x = e1."""
    slopes, q = np.array([1.0, 2.0]), np.array([[1.0, 0.0], [0.0, 1.0]])
    x, points = np.array([[1.0, 0.0]]), np.eye(2)
    smoothed = attention.smoothed_posterior(x, points, q, 1.0)[0]
    field = -(smoothed @ slopes) * x[0]
    as_attention = attention.attend(x, points, -(q @ slopes)[:, None] * points, scale=1.0)[0]
    assert np.linalg.norm(field - as_attention) > 0.5


def test_smoothing_takes_any_leading_axes_and_no_concentration() -> None:
    x = np.eye(3)[[0, 1, 2, 0]].reshape(2, 2, 3)
    q = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
    smoothed = attention.smoothed_posterior(x, np.eye(3), q, 2.0)
    assert smoothed.shape == (2, 2, 2)
    w = np.exp(2.0 * np.eye(3))
    assert np.max(abs(smoothed.reshape(4, 2)[:3] - (w / w.sum(-1, keepdims=True)) @ q)) < 1e-15
    assert np.max(abs(attention.smoothed_posterior(x[0, 0], np.eye(3), q, 0.0) - 0.5)) < 1e-15


def test_points_stand_for_their_directions() -> None:
    rng = np.random.default_rng(0)
    x, points, q = directions(rng, 3, 5), directions(rng, 6, 5), distributions(rng, "dense", 6, 2)
    expected = attention.smoothed_posterior(x, points, q, 5.0)
    scaled = attention.smoothed_posterior(x * (1 + 9e-7), points * (1 - 9e-7), q, 5.0)
    assert np.max(abs(scaled - expected)) < 1e-14
    lengths = 1 + 9e-7 * rng.uniform(-1, 1, (6, 1))
    assert np.max(abs(attention.smoothed_posterior(x, points * lengths, q, 5.0) - expected)) < 1e-14
