"""The page on notation: its calls have the names and the order of arguments that the libraries have."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from geomstats.geometry.hypersphere import Hypersphere

PAGE = Path(__file__).resolve().parents[1] / "docs" / "notation.md"
CALL = re.compile(r"`([\w.]+)\(([^()`]*)\)")


def calls(column: int) -> list[tuple[str, list[str]]]:
    """The calls in a column of the table: the dotted name and the names of the arguments."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    found = [CALL.match(line.split("|")[column + 1].strip()) for line in lines]
    return [
        (call[1], [a.split("=")[0].strip() for a in call[2].split(",")]) for call in found if call and call[1] != "none"
    ]


def in_order(function: Any, arguments: list[str]) -> bool:
    """Whether the function takes arguments of these names, in this order."""
    known = [p for p in inspect.signature(function).parameters if p != "self"]
    return [a for a in known if a in arguments] == arguments


def test_calls_are_read() -> None:
    assert [len(calls(column)) for column in range(3)] == [10, 8, 6]


def test_calls_of_this_library() -> None:
    for name, arguments in calls(0):
        module, function = name.split(".")
        assert in_order(getattr(importlib.import_module(f"svflow_math.{module}"), function), arguments), name


def test_calls_of_geomstats() -> None:
    space = Hypersphere(2)
    for name, arguments in calls(1):
        owner, function = name.split(".")
        assert in_order(getattr({"space": space, "metric": space.metric}[owner], function), arguments), name


def test_calls_of_pymanopt() -> None:
    sphere = pytest.importorskip("pymanopt.manifolds").Sphere
    for name, arguments in calls(2):
        assert in_order(getattr(sphere, name.removeprefix("manifold.")), arguments), name


def test_a_wrong_order_is_told() -> None:
    assert in_order(lambda self, a, b: None, ["a", "b"])
    assert not in_order(lambda self, a, b: None, ["b", "a"])
    assert not in_order(lambda self, a, b: None, ["a", "c"])
