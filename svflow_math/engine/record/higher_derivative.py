"""Higher derivatives of unknown vector fields."""

from __future__ import annotations

from typing import Any

import sympy as sp

from svflow_math.engine.record.terms import Term


class HigherDerivativeField(Term):
    """A higher derivative of an unknown smooth vector field at x: linear in each vector, whatever their order."""

    vector = True

    def __new__(cls, field: Any, x: Any, *directions: Any) -> Any:
        if any(u == 0 for u in directions):
            return sp.S.Zero
        return super().__new__(cls, field, x, *sorted(directions, key=sp.default_sort_key))

    def _latex(self, printer: Any) -> str:
        w, x, *directions = (printer._print(a) for a in self.args)
        return rf"\mathrm{{D}}^{{{len(directions)}}}{w}({x})[{', '.join(directions)}]"
