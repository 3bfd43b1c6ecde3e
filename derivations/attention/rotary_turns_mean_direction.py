"""The rotary embedding turns the mean direction of a key.

Statement   N(R_t y) = R_t N(y): in each plane, with axes e and e', the coordinates of the turned key divided by its
            norm are the turned coordinates of its direction.
Form        Rotations are linear and keep norms.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import inner, turned
from derivations.attention.rotary_inner_product_eq_relative import frequency, one_axis, other_axis, t, y
from derivations.vocabulary import plane
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.theorem import Theorem

angle = t * frequency
turned_key = turned(y, angle)
size, turned_size = sp.sqrt(inner(y, y)), sp.sqrt(inner(turned_key, turned_key))


def in_plane(coordinates):
    """The vector with the given coordinates along the axes of the plane."""
    return coordinates[0] * one_axis + coordinates[1] * other_axis


THEOREM = Theorem(
    id="rotary_turns_mean_direction",
    number="6.5",
    hypotheses=(Positive(inner(y, y), witness={plane.over: 1, plane: 0, sp.Symbol("y"): [0], sp.Symbol("y'"): [0]}),),
    claim=Equal(in_plane([c / turned_size for c in turned_key]), in_plane(turned([c / size for c in y], angle))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
