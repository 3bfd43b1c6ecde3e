"""Families of unknown functions: differentiated, drawn, and evaluated at their members."""

from __future__ import annotations

from random import Random

import mpmath
import sympy as sp

from svflow_math.engine.calculus.derivative import gradient
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.evaluate import evaluate
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.fields import FieldFamily
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.sample import completed, sample
from svflow_math.engine.record.terms import Differential, FiniteSum, GradientField
from tests.engine.symbols import K, q, u, x, z

f = FieldFamily("f")
MEAN = FiniteSum(z, q[z] * f[z](x))


def test_the_gradient_of_a_mean_is_the_mean_of_the_gradients() -> None:
    assert gradient(MEAN, x) == FiniteSum(z, q[z] * GradientField(f[z].member, x))
    claim = Equal(Differential(MEAN, x, u), FiniteSum(z, q[z] * Differential(f[z](x), x, u)))
    assert is_identity(claim.lhs, claim.rhs, Facts())
    with mpmath.workdps(40):
        point = sample(claim.terms(), (Law(q[z], z),), 3, Random(1))
        assert len(point[sp.Symbol("f")]) == int(point[K])
        assert claim.holds(point)


def test_members_are_functions_of_their_own() -> None:
    with mpmath.workdps(40):
        point = completed({K: 2}, (f[z](x),), Random(2), 3)
        assert evaluate(f[z](x), {**point, z: 0}) != evaluate(f[z](x), {**point, z: 1})
    assert not is_identity(FiniteSum(z, f[z](x)), FiniteSum(z, f[z](u)), Facts())


def test_a_witness_sets_the_size_of_the_families_that_it_leaves_open() -> None:
    for seed in range(8):
        point = completed({K: 4}, (MEAN,), Random(seed), 2)
        assert len(point[sp.Symbol("f")]) == len(point[sp.Symbol("q")]) == point[K] == 4
