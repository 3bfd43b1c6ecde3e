"""Wrong programs of the retraction chapter: stable form, printer or bits reject each, and its twin passes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
import sympy as sp

from derivations.retraction.dot_relaxed_retraction_eq import THEOREM as RELAXED
from derivations.retraction.layer_norm_eq_rms_norm_of_centred import THEOREM as LAYER
from derivations.retraction.norm_rms_norm_le_sqrt_dim import THEOREM as RMS
from derivations.retraction.operations import c, far, normed, ns, scale, scaled, stretched, total
from derivations.retraction.projective_inverse_projective_eq_id import THEOREM as INVERSE
from derivations.retraction.relaxed_retraction_eq_projective import THEOREM as RELAXED_TANGENT
from derivations.retraction.residual_direction_eq_projective import THEOREM as RESIDUAL
from derivations.sphere.operations import radius, xe, xx
from derivations.vocabulary import a, epsilon, x, y
from svflow_math.engine.emit.printer import Imports
from svflow_math.engine.emit.rows import row_function
from svflow_math.engine.record.check import Settings, Verdict
from svflow_math.engine.record.emission import Let, RowEmission
from svflow_math.engine.record.primitives import Hypot
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.terms import Dot, Norm, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits, StableForm
from svflow_math.gen import retraction

SETTINGS = Settings(examples=10)


def emission_of(theorem: Theorem) -> RowEmission:
    (emission,) = theorem.emits
    assert isinstance(emission, RowEmission)
    return emission


def with_let(symbol: Any, **changes: Any) -> Callable[[RowEmission], RowEmission]:
    """The program with one line changed."""

    def change(emission: RowEmission) -> RowEmission:
        assert any(let.symbol == symbol for let in emission.lets)
        lets = tuple(replace(let, **changes) if let.symbol == symbol else let for let in emission.lets)
        return replace(emission, lets=lets)

    return change


def negated(emission: RowEmission) -> RowEmission:
    """A guard with the opposite sign, which a negative factor makes an identity."""
    (let,) = (let for let in emission.lets if let.symbol == c)
    lets = tuple(replace(it, value=-it.value, times=-it.times) if it is let else it for it in emission.lets)
    return replace(emission, lets=lets, returns=emission.returns.xreplace({c: -c}))


PROGRAMS: dict[str, tuple[Theorem, Callable[[RowEmission], RowEmission]]] = {
    "epsilon not times d": (RMS, with_let(radius, value=Hypot(ns, scale * sp.sqrt(epsilon)))),
    "epsilon not scaled": (RMS, with_let(radius, value=Hypot(ns, sp.sqrt(d) * sp.sqrt(epsilon)))),
    "without gains": (RMS, lambda e: replace(e, returns=normed)),
    "gains twice": (RMS, lambda e: replace(e, lets=(*e.lets, Let(total, e.args[1](stretched))), returns=total)),
    "not centred": (LAYER, with_let(total, value=y)),
    "without biases": (LAYER, lambda e: replace(e, returns=stretched)),
    "not normalised": (RELAXED, lambda e: replace(e, returns=scaled)),
    "a step back": (RELAXED, with_let(total, value=x / sp.sqrt(xx) - a)),
    "not less the base point": (INVERSE, lambda e: replace(e, returns=e.returns + xe * x)),
    "the wrong rescaling": (RELAXED_TANGENT, with_let(c, value=far - xe / sp.sqrt(xx))),
    "a guard of something else": (RELAXED_TANGENT, with_let(c, means=1 - Dot(x, a))),
    "a guard up to another factor": (RESIDUAL, with_let(c, times=1 / Norm(y) ** 2)),
    "a guard of the opposite sign": (RESIDUAL, negated),
}


@cache
def right_form(theorem_id: str) -> Verdict:
    """Of the program as it is, for all that is made wrong of it."""
    return StableForm().run(entries()[theorem_id].theorem, SETTINGS).verdict


@pytest.mark.parametrize("mistake", PROGRAMS)
def test_a_wrong_program_is_not_the_value(mistake: str) -> None:
    theorem, change = PROGRAMS[mistake]
    assert right_form(theorem.id) is Verdict.HOLDS
    wrong = replace(theorem, emits=(change(emission_of(theorem)),))
    assert StableForm().run(wrong, SETTINGS).verdict is Verdict.FAILS


@pytest.mark.parametrize(("theorem", "symbol"), [(RMS, radius), (LAYER, radius), (RELAXED_TANGENT, c), (RESIDUAL, c)])
def test_a_hypothesis_that_nothing_checks_is_not_printed(theorem: Theorem, symbol: Any) -> None:
    """Also one that speaks of the dimension or of a constant vector beside the arguments."""
    emission = emission_of(theorem)
    assert "rows.positive" in row_function(theorem, emission, Imports())
    with pytest.raises(ValueError, match="computes nothing from which"):
        row_function(theorem, with_let(symbol, means=None)(emission), Imports())


def test_a_direction_that_is_not_refused_is_not_printed() -> None:
    with pytest.raises(ValueError, match="computes nothing from which"):
        row_function(RELAXED, with_let(total, means=None)(emission_of(RELAXED)), Imports())


_layer_norm, _rms_norm, _relaxed = retraction.layer_norm, retraction.rms_norm, retraction.relaxed


def unbiased(y: Any, gain: Any = None, bias: Any = None, eps: Any = 0.0) -> Any:
    """The variance with divisor d - 1."""
    n = y.shape[-1]
    return _layer_norm(y, gain, bias, eps * (n - 1) / n) * np.sqrt((n - 1) / n)


def outside_the_root(y: Any, gain: Any = None, eps: Any = 0.0) -> Any:
    return _rms_norm(y, gain) / (1 + eps)


def without_gain(y: Any, gain: Any = None, eps: Any = 0.0) -> Any:
    return _rms_norm(y, None, eps)


def from_beside_the_base(x: Any, a: Any) -> Any:
    """Off by what only shows where little more than that is left of x + a."""
    return _relaxed(x, a + 1e-14 * x)


FUNCTIONS: list[tuple[Theorem, Callable[..., Any]]] = [
    (LAYER, unbiased),
    (RMS, outside_the_root),
    (RMS, without_gain),
    (RELAXED, from_beside_the_base),
]


@pytest.mark.parametrize(("theorem", "wrong"), FUNCTIONS, ids=[wrong.__name__ for _, wrong in FUNCTIONS])
def test_a_wrong_function_loses_its_bits(
    theorem: Theorem, wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (bits,) = (check for check in theorem.checks if isinstance(check, Bits))
    assert bits.run(theorem, SETTINGS).verdict is Verdict.HOLDS
    monkeypatch.setattr(retraction, emission_of(theorem).name, wrong)
    assert bits.run(theorem, SETTINGS).verdict is Verdict.FAILS
