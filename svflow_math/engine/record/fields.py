"""Finite families of unknown smooth functions."""

from __future__ import annotations

from typing import Any

import sympy as sp

from svflow_math.engine.record.terms import ScalarField, subscripted


class FieldAt(sp.Expr):
    """A member f[z] of a family of smooth functions."""

    is_commutative = True

    def _latex(self, printer: Any) -> str:
        return subscripted(printer._print(self.args[0]), [printer._print(i) for i in self.args[1:]])


class FieldFamily:
    """A finite family of smooth functions of a vector, of which nothing else is known: `FieldFamily("f")[z](x)`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getitem__(self, index: Any) -> FieldMember:
        return FieldMember(FieldAt(sp.Symbol(self.name), index))


class FieldMember:
    """A member of the family; called with a vector it is the value there."""

    def __init__(self, member: FieldAt) -> None:
        self.member = member

    def __call__(self, x: Any) -> ScalarField:
        return ScalarField(self.member, x)
