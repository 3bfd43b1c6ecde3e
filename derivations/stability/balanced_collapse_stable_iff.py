"""With decay and balancing, two experts return to symmetry if and only if lambda c exceeds |r|^2/4.

Statement   For decay lambda > 0 and restoring rate c >= 0, the larger eigenvalue is negative if and only if |r|^2/4 <
            lambda c.
Form        The product of the two eigenvalues is lambda c - |r|^2/4 and the smaller one is negative. Neither of decay
            and balancing replaces the other, and a residual gradient that is large enough overcomes both.
Sources     fedus2022; liao2026
"""

from random import Random
from typing import Any

import mpmath
import sympy as sp

from derivations.stability.operations import any_restoring, decay, eigenvalues, r
from svflow_math.engine.calculus.rules.logic import BothDirections, FromSupposedBound
from svflow_math.engine.record.claim import Bound, Iff
from svflow_math.engine.record.terms import Norm
from svflow_math.engine.record.theorem import Theorem

larger, smaller = eigenvalues(decay, any_restoring)


def weak(point: dict[Any, Any], random: Random) -> dict[Any, Any]:
    """A gradient so small that the pair returns."""
    size = mpmath.sqrt(point[decay] * point[any_restoring] / mpmath.fdot(point[r], point[r]))
    return {**point, r: [size * random.uniform(0.1, 1.9) * x for x in point[r]]}


THEOREM = Theorem(
    id="balanced_collapse_stable_iff",
    number="8.3",
    hypotheses=(),
    claim=Iff(
        Bound(larger, sp.S.Zero, strict=True),
        Bound(Norm(r) ** 2 / 4, decay * any_restoring, strict=True),
    ),
    steps=(
        BothDirections(weak, weak),
        FromSupposedBound(-smaller, note="The product of the eigenvalues is the determinant:"),
        FromSupposedBound(-1 / smaller, note="Divided by the smaller eigenvalue:"),
    ),
    cites=("fedus2022", "liao2026"),
)
