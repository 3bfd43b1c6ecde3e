"""Inputs on which existing libraries fail, one kind of fault a test: the reported instance, and others of its kind.

The reports are tests/cases/field_reports.json; those of densities, fits and samples of von Mises-Fisher laws are tested
in tests/numerics. A report about another library's own interface is a warning, tested where we could make the mistake.
"""

from __future__ import annotations

import ast
import inspect
import json
import math
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from derivations.vocabulary import u, x
from svflow_math import attention, retraction, sphere, vmf
from svflow_math.engine.calculus.derivative import derive, unfold
from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.terms import Differential, Dot, Normalize, d
from svflow_math.numerics.primitives import quotient, sinc
from svflow_math.testing import ULP, points
from tests.oracles.sphere_mpmath import exact, relative_error

ROOT = Path(__file__).resolve().parents[1]
REPORTS = {
    case["id"]: case["expected"]
    for case in json.loads((ROOT / "tests" / "cases" / "field_reports.json").read_text(encoding="utf-8"))["cases"]
}
E1 = np.array([1.0, 0.0, 0.0])
TYPES = [np.float16, np.float32, np.float64]


def axis(dim: int, k: int = 0) -> np.ndarray:
    return np.eye(dim)[k]


def number(report: str, position: int = 0) -> Any:
    """The number at a position of an expected value that lists several."""
    found = [part.strip("()=, ") for part in REPORTS[report].replace(",", " ").split()]
    return mpmath.mpf([part for part in found if part.lstrip("-").replace(".", "", 1).isdigit()][position])


def in_the_plane(theta: float, dim: int = 3) -> np.ndarray:
    """The point at an angle from the first axis, as stored."""
    y = np.zeros(dim)
    y[0], y[1] = np.cos(theta), np.sin(theta)
    return y


def test_the_reports_are_there() -> None:
    assert {"S01", "S02", "S03", "S05", "S07", "S08", "S11", "S15", "A01", "A05", "A06", "A14", "V31"} <= REPORTS.keys()


@pytest.mark.parametrize("dim", [2, 3, 64])
@pytest.mark.parametrize("dtype", TYPES)
def test_s01_exact_antipodes_are_refused(dim: int, dtype: Any) -> None:
    rng = np.random.default_rng(dim)
    for p in (axis(dim), sphere.normalize(rng.standard_normal(dim))):
        p = p.astype(dtype)
        v = sphere.project_tangent(p, rng.standard_normal(dim).astype(dtype))
        for call in (
            lambda p=p: sphere.log(p, -p),
            lambda p=p, v=v: sphere.transport(p, -p, v),
            lambda p=p: sphere.geodesic(p, -p, 0.5),
            lambda p=p: sphere.log(np.stack([p, p]), np.stack([p, -p])),
        ):
            with pytest.raises(ValueError, match="must not be the antipode of x"):
                call()
        assert sphere.dist(p, -p) == dtype(np.pi)


@pytest.mark.parametrize("rest", [1e-3, 1e-6, 1e-9, 1e-12])
def test_s02_near_antipodes_keep_their_digits(rest: float) -> None:
    with mpmath.workdps(50):
        y = np.array([-np.cos(rest), np.sin(rest), 0.0])
        theta = mpmath.atan2(*(mpmath.mpf(float(t)) for t in (y[1], y[0])))
        assert relative_error(sphere.log(E1, y), [mpmath.mpf(0), theta, mpmath.mpf(0)]) <= 2e-15
        assert abs(sphere.dist(E1, y) - theta) <= 4 * np.spacing(np.pi)
        if rest == 1e-9:
            assert abs(theta - number("S02", 1)) <= 1e-18


@pytest.mark.parametrize("theta", [1e-3, 1e-6, 1e-9, 1e-12, 1e-15])
def test_s03_near_points_keep_their_digits(theta: float) -> None:
    with mpmath.workdps(50):
        y = in_the_plane(theta)
        true = mpmath.atan2(*(mpmath.mpf(float(t)) for t in (y[1], y[0])))
        assert abs(sphere.dist(E1, y) - true) <= 4 * np.spacing(theta)
        assert relative_error(sphere.log(E1, y), [mpmath.mpf(0), true, mpmath.mpf(0)]) <= 2e-15
        if theta == 1e-9:
            assert abs(true - number("S03")) <= 1e-18 * true  # the report takes y as it is, not its direction


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("size", [3, 84, 1000])
def test_s05_a_point_is_at_angle_zero_from_itself(dtype: Any, size: int) -> None:
    for w in (np.ones(size), np.arange(size)):
        p = sphere.normalize(w.astype(dtype))
        assert sphere.dist(p, p) == 0
        assert not np.any(sphere.log(p, p))
        assert not np.any(sphere.dist(np.stack([p] * 3), p))


def test_s06_squared_distance_is_flat_at_its_minimum() -> None:
    """Its gradient in q is -2 log_q(p)."""
    p = np.array([0.6, 0.8])
    assert np.array_equal(-2 * sphere.log(p, p), [0, 0])


def test_s07_a_quarter_turn_reaches_the_quarter() -> None:
    with mpmath.workdps(50):
        for dim in (2, 3, 64):
            got = sphere.exp(axis(dim), np.pi / 2 * axis(dim, 1))
            expected = [
                mpmath.cos(mpmath.mpf(np.pi / 2)),
                mpmath.sin(mpmath.mpf(np.pi / 2)),
                *[mpmath.mpf(0)] * (dim - 2),
            ]
            assert relative_error(got, expected) <= 2e-16
            assert abs(float(got[0]) - 6.1232339957367658e-17) <= 1e-31


def test_s08_single_precision_stays_single_and_right() -> None:
    got = sphere.exp(np.array([0, 0, 1], np.float32), np.array([0.02, 0, 0], np.float32))
    assert got.dtype == np.float32
    assert np.max(np.abs(got - [0.01999866669333307936, 0, 0.99980000666657777841])) <= 2.0**-24
    assert number("S08", 0) == mpmath.mpf("0.01999866669333307936649029469297451517168")
    for k in range(1, 12):
        v = np.array([10.0**-k, 0, 0], np.float32)
        sine, cosine = np.sin(np.float64(v[0])), np.cos(np.float64(v[0]))
        expected = np.array([sine, 0, cosine])
        assert np.max(np.abs(sphere.exp(np.array([0, 0, 1], np.float32), v) - expected)) <= 2.0**-24


def test_s09_many_steps_do_not_leave_the_sphere() -> None:
    rng = np.random.default_rng(9)
    p = np.array([2.0, 3.0, 6.0]) / 7
    for w in rng.standard_normal((20_000, 3)):
        p = sphere.exp(p, 0.5 * sphere.normalize(sphere.project_tangent(p, w)))
    assert abs(np.linalg.norm(p) - 1) <= 8 * ULP


@pytest.mark.parametrize("dim", [2, 3, 64])
def test_s11_transport_keeps_lengths(dim: int) -> None:
    assert np.array_equal(sphere.transport(axis(dim), axis(dim, 1), axis(dim, 1)), -axis(dim))
    p, q = axis(dim), in_the_plane(3.0, dim)
    for v in np.eye(dim)[1:]:
        assert abs(np.linalg.norm(sphere.transport(p, q, v)) - 1) <= 1e-14


def test_s13_interpolation_between_equal_points() -> None:
    for t in (0.0, 0.5, 1.0, -3.0):
        assert np.array_equal(sphere.geodesic(E1, E1, t), E1)
    with pytest.raises(ValueError, match="antipode"):
        sphere.geodesic(E1, -E1, 0.5)


@pytest.mark.parametrize("dtype", TYPES)
def test_s15_every_length_has_a_direction(dtype: Any) -> None:
    info = np.finfo(dtype)
    for scale in (info.smallest_subnormal, info.smallest_normal, info.tiny / 8, 1, info.max / 4):
        w = (np.array([1, 2, 2]) * dtype(scale)).astype(dtype)
        assert np.max(np.abs(sphere.normalize(w) - np.array([1, 2, 2]) / 3)) <= 2 * info.eps
        assert np.array_equal(sphere.normalize(np.array([scale, 0, 0], dtype)), [1, 0, 0])
    wide = np.array([info.smallest_subnormal, info.max / 2], dtype)
    assert np.array_equal(sphere.normalize(wide), [0, 1])
    with pytest.raises(ValueError, match="must not be zero"):
        sphere.normalize(np.zeros(3, dtype))


def test_s15_steps_of_every_length() -> None:
    for length in (5e-324, 1e-300, 1e-160):
        v = np.array([0.0, length, 0.0])
        for step in (sphere.exp(E1, v), retraction.projective(E1, v), retraction.relaxed(E1, v)):
            assert np.array_equal(step, [1.0, length, 0.0])
        assert np.array_equal(sphere.transport(E1, axis(3, 1), v), [-length, 0.0, 0.0])
    for length in (1e160, 1e300):
        v = np.array([0.0, length, 0.0])
        assert np.max(np.abs(retraction.projective(E1, v) - [0, 1, 0])) <= 1e-150
        assert np.max(np.abs(retraction.relaxed(E1, v) - [0, 1, 0])) <= 1e-150
    assert (
        np.array_equal(retraction.residual_direction([3e-310, 0.0], [0.0, 4e-310]), [0.6, 0.8])
        or np.max(np.abs(retraction.residual_direction([3e-310, 0.0], [0.0, 4e-310]) - [0.6, 0.8])) <= 1e-13
    )


def test_s16_no_constant_is_added_to_a_length() -> None:
    expected = [number("S16", 0), number("S16", 1)]
    for scale in (1.0, 1e-3, 1e-100):
        with mpmath.workdps(40):
            got = sphere.normalize(scale * np.array([2e-5, 1e-5]))
            assert relative_error(got, expected) <= 4e-16


def test_s18_the_circle_is_a_sphere() -> None:
    draws = vmf.sample([1.0, 0.0], 2.0, size=20_000, rng=0)
    assert np.max(np.abs(np.linalg.norm(draws, axis=-1) - 1)) <= 4 * ULP
    mean = float(vmf.mean_resultant_length(2.0, 2))
    assert abs(mean - 0.69777465796400798) <= 2 * ULP
    assert abs(draws[:, 0].mean() - mean) <= 0.02


def test_s19_the_oracle_imports() -> None:
    """geomstats 2.8.0 needs NumPy below 2.4: the extra that brings it says so, the wheel does not."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert any(
        line.replace(" ", "").startswith("numpy") and "<2.4" in line
        for line in project["optional-dependencies"]["derive"]
    )
    assert not any("<" in line for line in project["dependencies"] if line.startswith("numpy"))
    assert tuple(map(int, version("numpy").split(".")[:2])) < (2, 4)


@pytest.mark.parametrize("factor", [1 + 1e-6, 1 - 1e-6, 1 + 1e-7])
def test_v30_points_stand_for_their_directions(factor: float) -> None:
    """Within the tolerance a point is renormalised, beyond it is refused; the length never leaks into the result."""
    try:
        got = vmf.log_density(factor * E1, E1, 2.0)
    except ValueError as error:
        assert "must be a unit vector" in str(error)
    else:
        assert abs(float(got) - -1.12624443902351361361) <= 1e-14
    slightly = 1 + 9e-7
    assert sphere.dist(slightly * E1, axis(3, 1)) == np.pi / 2
    assert abs(np.linalg.norm(sphere.exp(slightly * E1, 0.5 * axis(3, 1))) - 1) <= 4 * ULP
    with pytest.raises(ValueError, match="must be a unit vector"):
        sphere.exp((1 + 2e-6) * E1, axis(3, 1))


def test_v31_two_points_are_no_sphere() -> None:
    one = np.array([1.0])
    for function in (
        *(getattr(sphere, name) for name in sphere.__all__),
        *(getattr(retraction, name) for name in retraction.__all__),
    ):
        needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
        for arguments in ([one] * len(needed), [one[None]] * len(needed)):
            with pytest.raises(ValueError, match="last axis of length d >= 2"):
                function(*arguments)
    with pytest.raises(ValueError, match="d >= 2"):
        vmf.log_density(one, one, 2.0)
    for function in (vmf.log_normalizer, vmf.mean_resultant_length, vmf.entropy, vmf.fisher_information):
        with pytest.raises(ValueError, match="dim must be an integer >= 2: value 1"):
            function(2.0, 1)
    with pytest.raises(ValueError, match="d >= 2"):
        attention.weights(one[None], one[None])


@pytest.mark.parametrize("dtype", TYPES)
def test_a01_a02_a_row_of_masked_logits_is_an_error(dtype: Any) -> None:
    q, k = np.ones((2, 4), dtype), np.ones((3, 4), dtype)
    nothing = np.array([[0.0, 0.0, 0.0], [-np.inf] * 3], dtype)
    options: dict[str, Any]
    for options in ({"bias": nothing}, {"mask": nothing == 0}):
        with pytest.raises(ValueError, match="query 1 has no key to attend to"):
            attention.weights(q, k, **options)
        with pytest.raises(ValueError, match="query 1 has no key to attend to"):
            attention.attend(q, k, k, **options)
    lowest = np.where(nothing == 0, nothing, np.finfo(dtype).min)
    assert np.all(np.isfinite(attention.weights(q, k, bias=lowest)))


def test_a05_half_precision_squares_do_not_overflow() -> None:
    for value in (300, 6e4, 6e-8):
        y = np.full(4, value, np.float16)
        assert np.array_equal(retraction.rms_norm(y), np.ones(4))
    got = retraction.rms_norm(np.full(4, 300, np.float16), eps=1e-5)
    assert got.dtype == np.float16
    assert np.array_equal(got, np.ones(4))
    assert abs(float(retraction.rms_norm(np.full(4, 300.0), eps=1e-5)[0]) - number("A05")) <= 2 * ULP


def test_a06_epsilon_is_added_to_the_mean_square() -> None:
    with mpmath.workdps(50):
        for n in (2, 64, 4096):
            for eps in (1e-6, 1e-2, 10.0):
                expected = 8 / mpmath.sqrt(mpmath.mpf(64) / n + mpmath.mpf(eps))
                got = retraction.rms_norm(8 * axis(n), eps=eps)
                assert abs(float(got[0]) - expected) <= 4 * ULP * expected
                assert not np.any(got[1:])
        assert abs(8 / mpmath.sqrt(mpmath.mpf(64) / 4096 + mpmath.mpf("1e-6")) - number("A06")) <= 1e-35


def test_a14_the_scale_is_the_one_that_is_given() -> None:
    d_h = 64
    q = axis(d_h)[None]
    k = np.stack([axis(d_h), 0.9 * axis(d_h) + np.sqrt(1 - 0.81) * axis(d_h, 1)])
    expected = [float(number("A14", 0)), float(number("A14", 1))]
    assert np.max(np.abs(attention.weights(q, k, scale=10.0)[0] - expected)) <= 1e-15
    by_default = 1 / (1 + math.exp(-0.1 / math.sqrt(d_h)))
    assert abs(float(attention.weights(q, k)[0, 0]) - by_default) <= 1e-15


def test_y02_derivatives_of_quotients_of_vectors() -> None:
    point = {x: [mpmath.mpf(k) for k in (1, 2, 2)], u: [mpmath.mpf(k) for k in (1, 0, 0)], d: mpmath.mpf(3)}
    slope = derive(unfold(Differential(x / Dot(x, x), x, u)))
    with mpmath.workdps(40):
        first = ev.evaluate(slope, point)
        assert abs(first[0] - mpmath.mpf(7) / 81) <= mpmath.mpf(10) ** -38
        for expression in (x / Dot(x, x), Normalize(x), Dot(x, x) * x):
            exact_slope = ev.evaluate(derive(unfold(Differential(expression, x, u))), point)
            assert (
                ev.difference(exact_slope, ev.evaluate(Differential(expression, x, u), point)) <= mpmath.mpf(10) ** -35
            )


def test_y06_angles_near_zero_are_evaluated_at_the_precision_asked_for() -> None:
    for digits in (15, 50):
        with mpmath.workdps(digits):
            got = ev.evaluate(sp.acos(sp.Rational(9999999, 10000000)), {})
            assert abs(got - mpmath.mpf(REPORTS["Y06"])) <= mpmath.mpf(10) ** (5 - min(digits, 40))


def test_y07_emitted_names_do_not_collide() -> None:
    """No line of an emitted kernel assigns to a name that stands for something else already."""
    for path in sorted((ROOT / "svflow_math" / "gen").glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            taken = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
            for statement in function.body:
                if isinstance(statement, ast.Assign):
                    taken += [n.id for target in statement.targets for n in ast.walk(target) if isinstance(n, ast.Name)]
            assert len(taken) == len(set(taken)), f"{path.name}: {function.name}"


def test_y12_limits_at_removable_singularities() -> None:
    assert np.array_equal(sinc(np.array([0.0, 1.0])), [1.0, float(number("Y12", 1))])
    assert np.array_equal(quotient(np.array([0.0, 1.0]), np.array([0.0, 2.0]), 7.0), [7.0, 0.5])


def test_y13_results_have_the_shape_of_all_arguments() -> None:
    """Also where they do not depend on one of them."""
    assert retraction.rms_norm([3.0, 4.0], eps=[0.0, 1.0, 2.0]).shape == (3, 2)
    assert sphere.geodesic(E1, E1, np.zeros((4, 1))).shape == (4, 1, 3)
    assert sphere.dist(E1, np.stack([E1] * 5)).shape == (5,)
    assert vmf.ambient_score(E1, [0.0, 0.0]).shape == (2, 3)


@given(arrays(np.float64, 3, elements=st.floats(-1, 1)).filter(np.any))
def test_h01_every_vector_that_is_not_zero_has_a_direction(v: np.ndarray) -> None:
    assert abs(np.linalg.norm(sphere.normalize(v)) - 1) <= 2 * ULP


@given(points(3))
def test_h03_strategies_build_points(p: np.ndarray) -> None:
    assert abs(np.linalg.norm(p) - 1) <= 2 * ULP


def test_h04_cancellation_is_judged_by_what_is_added() -> None:
    """x + a loses the digits of x that a does not keep, and no more: the error is relative to |x| and |a|."""
    a = np.array([2.5e-198, 1.0, 0.0])
    with mpmath.workdps(50):
        total = [p + q for p, q in zip(exact(E1), exact(a), strict=True)]
        size = mpmath.sqrt(mpmath.fsum(t * t for t in total))
        assert relative_error(retraction.relaxed(E1, a), [t / size for t in total]) <= 4e-16
