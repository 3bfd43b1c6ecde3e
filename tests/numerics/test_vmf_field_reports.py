"""Inputs of von Mises-Fisher and Bessel kind on which existing libraries fail, with the right answers to 40 digits.

The ids are those of the reports in tests/cases.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from svflow_math.numerics.bessel_ratio import mean_resultant_length
from svflow_math.numerics.log_bessel import log_normalizer, log_scaled_normalizer
from svflow_math.numerics.vmf_checks import of_concentration
from svflow_math.numerics.vmf_concentration import solve
from svflow_math.numerics.vmf_entropy import entropy
from svflow_math.numerics.vmf_fit import fit
from svflow_math.numerics.vmf_sampling import sample


def log_bessel(nu: float, x: float) -> float:
    """log I_nu(x) by way of the normaliser."""
    return nu * math.log(x) - (nu + 1) * math.log(2 * math.pi) - float(log_normalizer(x, round(2 * nu + 2)))


# log density at x = mu is log C + kappa.
REPORTS: dict[str, tuple[Callable[[], Any], float, float]] = {
    "V01": (lambda: log_scaled_normalizer(1.0, 500), 842.6471522320727466752557070467032779052, 5e-13),
    "V02 density": (lambda: log_scaled_normalizer(1.7, 128), 128.7421684419667122022822434003438344891, 1.3e-13),
    "V02 entropy": (lambda: entropy(1.7, 128), -127.0647426469866128127929831060699137204, 2.6e-13),
    "V04": (lambda: log_scaled_normalizer(1e10, 3), 21.18797386353111135661925507403240679629, 2e-14),
    "V06 density": (lambda: log_normalizer(0.0, 3), -2.531024246969290792977891594269411847798, 3e-15),
    "V06 entropy": (lambda: entropy(0.0, 3), 2.531024246969290792977891594269411847798, 6e-15),
    "V11": (
        lambda: solve(0.5, 0.5, 128),
        85.06787719174984571028139014807730085971,
        8e-12,
    ),
    "V12": (lambda: mean_resultant_length(5.0, 3), 0.8000908039820193755366579205216876038305, 1.6e-15),
    "V17": (lambda: mean_resultant_length(1.0, 500), 0.001999992031935748441839794416098474495779, 4e-18),
    "V19": (lambda: -mean_resultant_length(100.0, 3), -0.99, 2e-15),
    "V22 d = 3": (lambda: log_normalizer(10.0, 3), -9.53529197135414617648993305959629926889, 1e-14),
    "V22 d = 2": (lambda: log_normalizer(10.0, 2), -9.780849149528041038055524873050817235225, 1e-14),
    "V23": (lambda: math.exp(log_scaled_normalizer(20.0, 2)), 1.772715417786318486101286432045715300756, 4e-15),
    "V24 I0": (lambda: log_bessel(0, 713.0), math.log(6.705128263670996672917275736858142219176e307), 1e-12),
    "V24 I1 / I0": (
        lambda: mean_resultant_length(713.0, 2),
        6.700424559186402501795693755054440836384 / 6.705128263670996672917275736858142219176,
        2e-15,
    ),
    "V26": (lambda: log_bessel(91.5, 24.7708), math.log(4.0083063213867202863072133971002924e-41), 5e-13),
    "V27": (lambda: log_normalizer(1000.0, 3), -994.9301217874272084315066851087581426569, 1e-12),
    "V28 density": (
        lambda: math.exp(log_scaled_normalizer(800.0, 2) - 1600 * math.sin(0.05) ** 2),
        0.2073272544458798855331166557629998790480669,
        1e-15,
    ),
    "V28 antipode": (lambda: log_scaled_normalizer(800.0, 2) - 1600, -1597.57678901715436436609169934699740636, 2e-12),
    "Y09": (lambda: log_bessel(0, 1000.0), 995.627308889869464671467764480847514883, 4e-13),
    "Y11": (lambda: math.exp(log_bessel(0.5, 2.0)), 2.046236863089055036605183612020732319268, 3e-15),
    "V30": (lambda: log_scaled_normalizer(2.0, 3), -1.12624443902351361361450600761188908312, 3e-15),
}


@pytest.mark.parametrize("report", REPORTS)
def test_report(report: str) -> None:
    compute, expected, allowed = REPORTS[report]
    assert abs(float(compute()) - expected) <= allowed


def test_v12_special_directions() -> None:
    for dim in (2, 3, 4):
        for mu in (np.eye(dim)[0], -np.eye(dim)[0], np.eye(dim)[-1], -np.eye(dim)[-1]):
            x = sample(mu, 5.0, size=20_000, rng=0)
            assert np.max(np.abs(np.linalg.norm(x, axis=-1) - 1)) < 1e-15
            assert (x @ mu).mean() == pytest.approx(float(mean_resultant_length(5.0, dim)), abs=0.008)


def test_v08_identical_points() -> None:
    found = fit(np.tile([0.6, 0.8, 0.0], (4, 1)))
    assert found.kappa == np.inf and found.mu.tolist() == [0.6, 0.8, 0.0]


def test_v13_v15_a_tiny_concentration_is_the_uniform_law() -> None:
    """The heights move by no more than kappa, and those of the uniform law on S^2 have the variance 1/3."""
    for dim in (2, 3):
        mu = np.eye(dim)[0]
        uniform = sample(mu, 0.0, size=100_000, rng=0)[:, 0]
        for kappa in (1e-8, 1e-16, 1e-17):
            assert np.max(np.abs(sample(mu, kappa, size=100_000, rng=0)[:, 0] - uniform)) < 4 * kappa + 1e-15
        assert uniform.var() == pytest.approx(1 / dim, rel=0.015)


def test_v16_standard_deviation_of_a_tiny_angle() -> None:
    x = sample([1.0, 0.0], 1e15, size=100_000, rng=4)
    assert np.arctan2(x[:, 1], x[:, 0]).std() == pytest.approx(3.1622776601683794e-8, rel=0.015)


def test_s18_the_circle() -> None:
    x = sample([1.0, 0.0], 2.0, size=100_000, rng=7)
    assert np.max(np.abs(np.linalg.norm(x, axis=-1) - 1)) < 1e-15
    assert x[:, 0].mean() == pytest.approx(0.69777465796400798200679, abs=0.007)


def test_every_report_of_this_kind_is_here() -> None:
    path = Path(__file__).parents[1] / "cases" / "field_reports.json"
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    kinds = {c["id"].lower() for c in cases if c["id"].startswith("V")} | {"s18", "y09", "y11"}
    named = set(re.findall(r"[a-z]\d\d", " ".join([*REPORTS, *globals()]).lower()))
    assert kinds - named == set()


def test_v31_a_pair_of_points_is_no_sphere() -> None:
    with pytest.raises(ValueError, match="dim must be an integer >= 2: value 1"):
        of_concentration(log_normalizer, 2.0, 1)
