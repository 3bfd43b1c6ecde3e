"""Rules by which the smoothness of lengths and of what they enter is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.rules.algebra import rewritten
from svflow_math.engine.record.entire import CosRoot
from svflow_math.engine.record.primitives import Sinc
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Dot, Norm


def _of_square(e: Any) -> Any:
    e = e.replace(lambda n: isinstance(n, sp.cos) and isinstance(n.args[0], Norm), lambda n: CosRoot(0, _square(n)))
    return e.replace(
        lambda n: isinstance(n, Sinc) and isinstance(n.args[0], Norm), lambda n: -2 * CosRoot(1, _square(n))
    )


def _square(n: Any) -> Any:
    (v,) = n.args[0].args
    return Dot(v, v)


@dataclass(frozen=True)
class EntireInSquare(Step):
    """Write cos |v| and sinc |v| as the entire functions of <v, v> that they are: smooth at v = 0."""

    def apply(self, goal: Goal) -> list[Goal]:
        claim = rewritten(goal.claim, lambda e: _of_square(sp.sympify(e)))
        if claim == goal.claim:
            raise NotShown("no cosine or sinc of a length occurs")
        return [goal.with_claim(claim)]
