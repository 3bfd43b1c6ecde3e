"""Scalar expressions as NumPy: a printer that knows the project's primitives and nothing else.

A function without an implementation is refused, so that no emitted line can call something of uncertain accuracy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.pycode import PythonCodePrinter

from svflow_math.engine.record.terms import Dot, FiniteSum, is_vector, split

_NUMPY = {
    sp.exp: "exp", sp.log: "log", sp.sin: "sin", sp.cos: "cos", sp.tanh: "tanh", sp.atan: "arctan", sp.Abs: "abs",
}  # fmt: skip

_ARITHMETIC = (sp.Symbol, sp.Rational, sp.Add, sp.Mul, sp.Pow)

_IMPLEMENTATIONS = {sp.atan2: "svflow_math.numerics.primitives.angle"}


class Imports:
    """The import lines that emitted text needs; what shares its name with a public function goes by its module."""

    def __init__(self, public: Iterable[str] = ()) -> None:
        self.lines: set[str] = set()
        self.public = set(public)

    def numpy(self) -> str:
        self.lines.add("import numpy as np")
        return "np"

    def name(self, path: str) -> str:
        """Import the function at a dotted path and answer its name."""
        module, _, name = path.rpartition(".")
        if module == "numpy":
            return f"{self.numpy()}.{name}"
        if name in self.public:
            return f"{self.name(module)}.{name}"
        self.lines.add(f"from {module} import {name}")
        return name


class _Printer(PythonCodePrinter):
    def __init__(self, imports: Imports, spelled: Mapping[Any, str]) -> None:
        super().__init__({"fully_qualified_modules": False})
        self.imports = imports
        self.spelled = spelled

    def _print(self, expr: Any, **kwargs: Any) -> str:
        if expr in self.spelled:
            return self.spelled[expr]
        if hasattr(expr, "attribute"):
            return expr.attribute
        if isinstance(expr, sp.Function):
            return self._print_Function(expr)
        if not isinstance(expr, _ARITHMETIC):
            raise NotImplementedError(f"{expr} is no arithmetic, and no stable implementation of it is known")
        return super()._print(expr, **kwargs)

    def _print_Function(self, expr: Any) -> str:
        arguments = ", ".join(self._print(a) for a in expr.args)
        if isinstance(expr, Dot):
            return f"rows.dot({arguments})"
        if expr.func in _NUMPY:
            return f"{self.imports.numpy()}.{_NUMPY[expr.func]}({arguments})"
        path = _IMPLEMENTATIONS.get(expr.func) or getattr(expr, "implementation", None)
        if path is None:
            raise NotImplementedError(f"no stable implementation of {expr.func} is known to the printer")
        return f"{self.imports.name(path)}({arguments})"

    def _print_Pow(self, expr: Any, rational: bool = False) -> str:
        if expr.exp == sp.Rational(1, 2):
            return f"{self.imports.numpy()}.sqrt({self._print(expr.base)})"
        if expr.exp == sp.Rational(-1, 2):
            return f"(1 / {self.imports.numpy()}.sqrt({self._print(expr.base)}))"
        if expr.exp == 2:  # with parentheses, since it may stand in a denominator or be a base itself
            base = self.parenthesize(expr.base, PRECEDENCE["Pow"], strict=True)
            return f"({base} * {base})"
        return super()._print_Pow(expr, rational=rational)


class _ArrayPrinter(_Printer):
    """Families lie along the last axis of arrays, and there sums add."""

    def _print(self, expr: Any, **kwargs: Any) -> str:
        if expr not in self.spelled and expr == sp.pi:
            return f"{self.imports.numpy()}.pi"
        if expr not in self.spelled and isinstance(expr, FiniteSum):
            return self._sum(expr.body)
        return super()._print(expr, **kwargs)

    def parenthesize(self, item: Any, level: int, strict: bool = False) -> str:
        """What is printed as a name or as a call needs no brackets."""
        called = isinstance(item, FiniteSum) or item in self.spelled
        return self._print(item) if called else super().parenthesize(item, level, strict)

    def _sum(self, body: Any) -> str:
        """A sum over the last axis: of numbers, or of vectors with numbers as coefficients."""
        call, parts = ("contract", split(body)) if is_vector(body) else ("total", (body,))
        path = f"svflow_math.numerics.last_axis.{call}"
        printed = [self._print(part) for part in parts]
        if isinstance(parts[0], sp.Pow) and parts[0].exp == 2:
            printed[0] = printed[0][1:-1]  # brackets of its own
        return f"{self.imports.name(path)}({', '.join(printed)})"


def source(expression: Any, imports: Imports, spelled: Mapping[Any, str] | None = None) -> str:
    """The expression as Python text; `spelled` gives the text of symbols that are not called by their own names."""
    return _Printer(imports, spelled or {}).doprint(sp.sympify(expression))


def array_source(expression: Any, imports: Imports, spelled: Mapping[Any, str] | None = None) -> str:
    """The expression as text of whole arrays."""
    return _ArrayPrinter(imports, spelled or {}).doprint(sp.sympify(expression))
