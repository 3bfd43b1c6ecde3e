"""Factors of activations, caps and inner products of rows against their definitions."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest

from svflow_math.numerics.activations import normal_cdf, positive_part, sigmoid
from svflow_math.numerics.row_products import plane_products, row_products
from svflow_math.numerics.soft_cap import soft_cap

T = np.array([-700.0, -40.0, -1.0, -1e-3, -0.0, 0.0, 1e-3, 1.0, 40.0, 700.0])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sigmoid_in_both_tails(dtype: Any) -> None:
    t = T[1:-1].astype(dtype)
    got = sigmoid(t)
    assert got.dtype == dtype
    with mpmath.workdps(40):
        for value, argument in zip(got, t, strict=True):
            exact = 1 / (1 + mpmath.exp(-mpmath.mpf(float(argument))))
            assert abs(mpmath.mpf(float(value)) / exact - 1) <= 2 * np.finfo(dtype).eps
    assert np.array_equal(sigmoid(np.array([-np.inf, 0, np.inf], dtype)), [0, 0.5, 1])
    with np.errstate(all="raise"):
        assert sigmoid(np.array(-700.0)) > 0


def test_positive_part() -> None:
    assert np.array_equal(positive_part(T), np.where(T > 0, T, 0))
    assert positive_part(T.astype(np.float32)).dtype == np.float32


def test_normal_cdf_in_both_tails() -> None:
    t = np.array([-37.0, -8.0, -1.0, 0.0, 1.0, 8.0])
    with mpmath.workdps(40):
        for value, argument in zip(normal_cdf(t), t, strict=True):
            exact = mpmath.erfc(-mpmath.mpf(float(argument)) / mpmath.sqrt(2)) / 2
            assert abs(mpmath.mpf(float(value)) / exact - 1) <= (4 + argument**2) * 2.0**-52


def test_soft_cap() -> None:
    logits = np.array([-1e6, -3.0, 0.0, 1e-9, 3.0, 1e6])
    assert soft_cap(logits, math.inf) is logits
    assert np.array_equal(soft_cap(logits, 2.0), 2 * np.tanh(logits / 2))
    assert np.array_equal(soft_cap(logits, 2.0)[[0, -1]], [-2.0, 2.0])
    assert soft_cap(logits, 2.0)[3] == 1e-9


def test_products_of_rows() -> None:
    rng = np.random.default_rng(5)
    u, v = rng.integers(-9, 9, (2, 3, 6, 4)).astype(float)
    assert np.array_equal(row_products(u, v), np.einsum("bik,bjk->bij", u, v))
    own = np.einsum("bik,bik->bi", u, v)
    assert np.array_equal(plane_products(u, v), own[:, :3] + own[:, 3:])
    assert np.array_equal(plane_products(u[0], v[0]), own[0, :3] + own[0, 3:])
    assert np.array_equal(plane_products(u[:, None], v[:, None]), plane_products(u, v)[:, None])
