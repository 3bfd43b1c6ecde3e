"""Hypothesis strategies and laws for tests of code on spheres.

The strategies build what they promise, so that nothing is filtered away, and they look for trouble: coordinate axes,
points that coincide or nearly do, near antipodes, tangent vectors of length zero and of a million. A law is a function
that raises an AssertionError with the figure where it is broken.

    from hypothesis import given
    from svflow_math.sphere import exp, log
    from svflow_math.testing import assert_on_sphere, points, tangents

    @given(points(3).flatmap(lambda x: tangents(x).map(lambda v: (x, v))))
    def test_exp_stays_on_the_sphere(pair):
        assert_on_sphere(exp(*pair))

Needs Hypothesis (extra `test`).
"""

from svflow_math.testing.laws import (
    ULP,
    assert_batch_is_loop,
    assert_equivariant,
    assert_inverse,
    assert_keeps_dtype,
    assert_normalized,
    assert_on_sphere,
    assert_retraction,
    assert_tangent,
)
from svflow_math.testing.strategies import (
    concentrations,
    mixtures,
    near,
    near_antipode,
    points,
    rotations,
    tangents,
    vectors,
)

__all__ = [
    "ULP",
    "assert_batch_is_loop",
    "assert_equivariant",
    "assert_inverse",
    "assert_keeps_dtype",
    "assert_normalized",
    "assert_on_sphere",
    "assert_retraction",
    "assert_tangent",
    "concentrations",
    "mixtures",
    "near",
    "near_antipode",
    "points",
    "rotations",
    "tangents",
    "vectors",
]
