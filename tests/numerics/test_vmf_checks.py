"""Arguments of the von Mises-Fisher functions: types kept, shapes broadcast, everything else refused by name."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from svflow_math.numerics.bessel_ratio import mean_resultant_length
from svflow_math.numerics.log_bessel import log_normalizer
from svflow_math.numerics.vmf_checks import concentrations, dimensions, doubles, lengths, narrowed, of_concentration
from svflow_math.vmf import fisher_information


def evaluate(kappa: Any, dim: Any) -> Any:
    return of_concentration(log_normalizer, kappa, dim)


@pytest.mark.parametrize("kappa", [2, 2.0, np.float64(2), np.int32(2), np.array(2.0), np.array(2), True + 1])
@pytest.mark.parametrize("dim", [3, np.int64(3), np.array(3), 3.0, np.uint8(3)])
def test_scalars(kappa: Any, dim: Any) -> None:
    value = evaluate(kappa, dim)
    assert isinstance(value, np.float64) and value == log_normalizer(2.0, 3)


def test_types() -> None:
    assert evaluate(np.float32(2), 3).dtype == np.float32
    assert evaluate(np.ones(3, np.float32), np.array([3, 4, 5])).dtype == np.float32
    assert evaluate(np.ones(3, np.float16), 3).dtype == np.float16
    assert evaluate([1, 2, 3], 3).dtype == np.float64
    half = of_concentration(mean_resultant_length, np.float16(2), 3)
    assert half == np.float16(mean_resultant_length(2.0, 3))


def test_broadcasting() -> None:
    assert evaluate(np.ones((4, 1)), np.array([2, 3, 4])).shape == (4, 3)
    assert evaluate(1.0, np.array([2, 3, 4])).shape == (3,)
    assert evaluate(np.ones((0, 2)), 3).shape == (0, 2)
    assert evaluate([], 3).shape == (0,)


@pytest.mark.parametrize(
    ("kappa", "dim", "error", "words"),
    [
        (-1.0, 3, ValueError, "kappa must be finite and >= 0: value -1.0"),
        (-5e-324, 3, ValueError, "kappa must be finite and >= 0"),
        (np.nan, 3, ValueError, "kappa must be finite and >= 0: value nan"),
        (np.inf, 3, ValueError, "kappa must be finite and >= 0: value inf"),
        ([1.0, 2.0, -3.0], 3, ValueError, r"kappa must be finite and >= 0: value -3.0 at index \(2,\)"),
        (1.0, 1, ValueError, "dim must be an integer >= 2: value 1"),
        (1.0, 0, ValueError, "dim must be an integer >= 2"),
        (1.0, -4, ValueError, "dim must be an integer >= 2"),
        (1.0, 2.5, ValueError, "dim must be an integer >= 2: value 2.5"),
        (1.0, np.nan, ValueError, "dim must be an integer >= 2"),
        (1.0, np.inf, ValueError, "dim must be an integer >= 2"),
        (1.0, [2, 3, 1], ValueError, r"dim must be an integer >= 2: value 1.0 at index \(2,\)"),
        (1.0, "3", TypeError, "dim"),
        (1.0, 3j, TypeError, "dim"),
        (1.0, None, TypeError, "dim"),
        ("1", 3, TypeError, "kappa"),
        (1j, 3, TypeError, "kappa"),
        (None, 3, TypeError, "kappa"),
        (np.longdouble(1), 3, TypeError, "kappa"),
        ([1.0, 2.0], [3, 4, 5], ValueError, "broadcast"),
        (np.float16(60000), 60000, ValueError, "overflows float16"),
    ],
)
def test_refusals(kappa: Any, dim: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        evaluate(kappa, dim)


@pytest.mark.parametrize("rho", [-0.1, 1.0000001, np.nan, np.inf])
def test_lengths(rho: float) -> None:
    with pytest.raises(ValueError, match=r"rho must be in \[0, 1\]"):
        lengths("rho", rho)


def test_dimensions() -> None:
    assert dimensions(7) == 7 and type(dimensions(np.float64(7))) is int
    assert dimensions([2, 3]).dtype == np.int64


@pytest.mark.parametrize(
    ("function", "value", "words"),
    [
        (lengths, [0.0, 1.0, 1.5], "a must be in [0, 1]: value 1.5 at index (2,)"),
        (lengths, [[0.0, 1.0], [-5e-324, 1.0]], "a must be in [0, 1]: value -5e-324 at index (1, 0)"),
        (lengths, np.nan, "a must be in [0, 1]: value nan at index ()"),
        (concentrations, [[0.0, 1.0], [1.0, -0.5]], "a must be finite and >= 0: value -0.5 at index (1, 1)"),
        (concentrations, [0.0, np.inf], "a must be finite and >= 0: value inf at index (1,)"),
        (lambda name, value: dimensions(value), 1, "dim must be an integer >= 2: value 1 at index ()"),
        (lambda name, value: dimensions(value), [2, 2.5], "dim must be an integer >= 2: value 2.5 at index (1,)"),
        (lambda name, value: dimensions(value), 2**53, f"dim must be an integer >= 2: value {2**53} at index ()"),
        (lambda name, value: dimensions(value), 2.0**53, f"dim must be an integer >= 2: value {2.0**53} at index ()"),
        (lambda name, value: evaluate(value, [2, 3]), np.ones(3), "kappa, dim do not broadcast: shapes [(3,), (2,)]"),
        (lambda name, value: fisher_information(value, 3), 1e308, "kappa must be smaller: the result overflows"),
        (lambda name, value: evaluate(value, 60000), np.float16(6e4), "the result overflows float16"),
    ],
)
def test_words_of_refusals(function: Any, value: Any, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        function("a", value)


def test_ends_are_included() -> None:
    assert lengths("rho", [0.0, 1.0]).tolist() == [0.0, 1.0]
    assert concentrations("kappa", [0.0, np.finfo(float).max]).tolist() == [0.0, np.finfo(float).max]
    assert dimensions(2) == 2 and dimensions(2**53 - 1) == 2**53 - 1


@pytest.mark.parametrize(("kappa", "dim"), [(0.0, 2), (1.5, 3), (2.0**53, 3), (np.nextafter(2.0**53, 0), 2**53 - 1)])
def test_a_plain_call_goes_straight_to_the_function(kappa: float, dim: int) -> None:
    """Below 2^53 the very objects are handed on; from there on arrays are."""
    kinds = []

    def function(*given: Any) -> float:
        kinds.append([type(value) for value in given])
        return 1.0

    assert of_concentration(function, float(kappa), dim) == 1.0
    assert kinds == [[float if kappa < 2.0**53 else np.ndarray, int]]


@pytest.mark.parametrize(("kappa", "dim"), [(-1.0, 3), (-5e-324, 3), (1.0, 1), (np.nan, 3), (1.0, 2**53)])
def test_a_plain_call_is_checked(kappa: float, dim: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        of_concentration(lambda kappa, dim: 1.0, kappa, dim)


def test_doubles_and_back() -> None:
    single = np.array([0.1, 0.2], np.float32)
    assert doubles({"a": single, "b": 3}).dtype == np.float64
    same = np.ones(2)
    assert doubles({"a": same}) is same and narrowed(same, same) is same
    assert type(narrowed(np.float64(0.1), single)) is np.float32
    assert narrowed(np.ones(2), single, np.ones(1)).dtype == np.float64
    assert narrowed(np.float64(1e300), single) == np.inf and narrowed(np.float64(1e-300), single) == 0
    with pytest.raises(ValueError, match=r"^the result overflows float16$"):
        narrowed(np.array([1.0, 1e5]), np.array([1.0], np.float16))
