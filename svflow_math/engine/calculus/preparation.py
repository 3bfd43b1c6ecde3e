"""What is done to an expression before its normal form: nothing is left that could be written in simpler terms."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import derive, spread, unfold


@lru_cache(maxsize=20_000)
def prepare(e: Any) -> Any:
    """Definitions unfolded, derivatives taken, inner products spread, functions in exp, sin and cos."""
    e = spread(derive(unfold(sp.sympify(e))))
    e = e.replace(sp.atanh, lambda t: (sp.log(1 + t) - sp.log(1 - t)) / 2)
    for old in (sp.tanh, sp.cosh, sp.sinh):
        e = e.replace(old, lambda t, old=old: old(t).rewrite(sp.exp))
    e = e.replace(sp.tan, lambda t: sp.sin(t) / sp.cos(t))
    return e.replace(sp.factorial, lambda t: sp.gamma(t + 1))
