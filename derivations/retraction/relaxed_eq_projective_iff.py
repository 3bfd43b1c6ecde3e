"""When the relaxed and the projective step coincide.

Statement   N(x + h u) = R_x(h P_x u) if and only if <x, u> P_x u = 0, for |x| = 1, h > 0 and 1 + h <x, u> > 0.
Form        Either the step is tangent already, or it is radial and changes nothing.
Sources     liao2026
"""

from random import Random
from typing import Any

import mpmath

from derivations.retraction.operations import InverseProjective
from derivations.vocabulary import Project, Projective, h, u, x
from svflow_math.engine.calculus.rules.logic import BothDirections, FromSupposed
from svflow_math.engine.record.claim import Equal, Iff
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot, Normalize
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.orders import FittedOrder

tangent = Project(x, u)
gap = Normalize(x + h * u) - Projective(x, h * tangent)
factor = 1 + h * Dot(x, u)


def tangent_of(z: Any) -> Any:
    return -factor / h**2 * InverseProjective(x, z)


def point_of(z: Any) -> Any:
    return Normalize(x + h * tangent - h**2 / factor * z)


def make_trivial(point: dict[Any, Any], random: Random) -> dict[Any, Any]:
    """A step that is tangent, or radial: the two ways in which <x, u> P_x u vanishes."""
    radial = mpmath.fdot(point[x], point[u])
    keep = random.randint(0, 1)
    parts = zip(point[x], point[u], strict=True)
    return {**point, u: [radial * xi if keep else ui - radial * xi for xi, ui in parts]}


THEOREM = Theorem(
    id="relaxed_eq_projective_iff",
    number="4.3",
    hypotheses=(
        Unit(x, witness={x: [2, 0], u: [1, 0], h: 0.125}),
        Positive(1 + h * Dot(x, u), witness={x: [1, 0], u: [-2, 0], h: 1}),
    ),
    claim=Iff(Equal(Normalize(x + h * u), Projective(x, h * tangent)), Equal(Dot(x, u) * tangent, 0)),
    steps=(
        BothDirections(make_trivial, make_trivial),
        FromSupposed(tangent_of, note="The retraction is injective:"),
        FromSupposed(point_of, note="Both steps have tangent vectors."),
    ),
    checks=(FittedOrder("relaxed against projective", gap, h, 2, coincide=make_trivial),),
    cites=("liao2026",),
)
