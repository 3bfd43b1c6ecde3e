"""Wrong functions of mixtures: the bits of the record reject each; laws see what no single point does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from derivations.euler.log_density_relaxed_step_ge import THEOREM as ASCENT
from derivations.flow.exact_posterior_divergence_eq import THEOREM as FLOW_DIVERGENCE
from derivations.flow.field_eq_mean_of_scaled_directions import THEOREM as FIELD
from derivations.flow.log_density_eq_elbo_add_divergence import THEOREM as EVIDENCE
from derivations.flow.operations import (
    LOG_WEIGHT,
    Along,
    MeanLogRatio,
    MeanScore,
    RelaxedStep,
    Softmax,
    TangentialSpread,
    TangentScore,
    q,
)
from derivations.vocabulary import h, x
from svflow_math.engine.record.check import Settings, Verdict
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import StableForm
from svflow_math.engine.verify.mixture import MixtureBits, MixtureLaws, TangentOracle
from svflow_math.gen import euler, flow

SETTINGS = Settings(examples=6)
PROGRAMS = [
    (FIELD, {"exact": Softmax(LOG_WEIGHT.symbol)}),  # a posterior that forgets the state
    (FIELD, {"returns": 2 * MeanScore(q)}),
    (FLOW_DIVERGENCE, {"returns": TangentialSpread(q) - d * Along(MeanScore(q))}),  # a radial direction counted
    (FLOW_DIVERGENCE, {"returns": -(d - 1) * Along(MeanScore(q))}),
    (EVIDENCE, {"returns": MeanLogRatio(q, LOG_WEIGHT.symbol)}),
    (ASCENT, {"returns": RelaxedStep(h, TangentScore(q))}),
    (ASCENT, {"returns": RelaxedStep(h**2, MeanScore(q))}),
    (ASCENT, {"returns": RelaxedStep(-h, MeanScore(q))}),
    (ASCENT, {"returns": x + h * MeanScore(q)}),  # left off the sphere
    (ASCENT, {"exact": Softmax(LOG_WEIGHT.symbol)}),
]
EMITTED = [
    (e.theorem, em.name)
    for e in entries().values()
    if e.chapter in ("flow", "euler")
    for em in e.theorem.emits
    if isinstance(em, MixtureEmission)
]
over = pytest.mark.parametrize(("theorem", "name"), EMITTED, ids=[name for _, name in EMITTED])


@cache
def right_form(theorem_id: str) -> Verdict:
    """Of the program as it is, for all that is made wrong of it."""
    return StableForm().run(entries()[theorem_id].theorem, SETTINGS).verdict


@pytest.mark.parametrize(("theorem", "changes"), PROGRAMS)
def test_a_wrong_program(theorem: Theorem, changes: dict[str, Any]) -> None:
    assert right_form(theorem.id) == Verdict.HOLDS
    wrong = replace(theorem, emits=(replace(theorem.emits[0], **changes),))
    assert StableForm().run(wrong, SETTINGS).verdict == Verdict.FAILS


def home(name: str) -> Any:
    return flow if hasattr(flow, name) else euler


def verdicts(theorem: Theorem, kind: type) -> set[Verdict]:
    return {check.run(theorem, SETTINGS).verdict for check in theorem.checks if isinstance(check, kind)}


@over
def test_the_right_function_passes(theorem: Theorem, name: str) -> None:
    assert verdicts(theorem, MixtureBits) == verdicts(theorem, MixtureLaws) == {Verdict.HOLDS}


@over
def test_bits_see_an_error_of_1e_10(theorem: Theorem, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = home(name)
    right = getattr(module, name)
    monkeypatch.setattr(module, name, lambda *a, **k: np.asarray(right(*a, **k)) * (1 + 1e-10) + 1e-300)
    assert verdicts(theorem, MixtureBits) == {Verdict.FAILS}


def modified(right: Callable[..., Any]) -> Callable[..., Any]:
    def wrong(x: Any, means: Any, kappas: Any, **options: Any) -> Any:
        result = right(x, means, kappas, **options)
        kappas *= 2
        return result

    return wrong


WRONG: dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    "mixed up components": lambda right: lambda x, means, kappas, **o: right(x, means, np.flip(kappas, axis=-1), **o),
    "double only": lambda right: lambda *a, **o: np.float64(1) * np.asarray(right(*a, **o), float),
    "a modified input": modified,
    "the first row for all": lambda right: lambda *a, **o: _first(right(*a, **o)),
    "coordinates": lambda right: lambda x, *a, **o: right(x, *a, **o) * (1 + 1e-6 * np.abs(x).max()),
}


def _first(result: Any) -> Any:
    return np.broadcast_to(result[:1], np.shape(result)) if np.ndim(result) and len(result) == 5 else result


@over
@pytest.mark.parametrize("mistake", WRONG)
def test_laws_see(theorem: Theorem, name: str, mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = home(name)
    monkeypatch.setattr(module, name, WRONG[mistake](getattr(module, name)))
    assert verdicts(theorem, MixtureLaws) == {Verdict.FAILS}


def test_geomstats_sees_a_velocity_that_is_not_tangent(monkeypatch: pytest.MonkeyPatch) -> None:
    theorem = entries()["spherical_field_eq_mean_of_tangent_scores"].theorem
    assert verdicts(theorem, TangentOracle) == {Verdict.HOLDS}
    monkeypatch.setattr(flow, "velocity", flow.score)
    assert verdicts(theorem, TangentOracle) == {Verdict.FAILS}


def _tangential(x: Any, means: Any, kappas: Any, h: Any, log_prior: Any = None) -> Any:
    return euler.relaxed_step(x, flow.velocity(x, means, kappas, log_prior), h)


def _as_given(x: Any, means: Any, kappas: Any, h: Any, log_prior: Any = None) -> Any:
    """The point itself in the place of its direction."""
    moved = x + np.asarray(h)[..., None] * flow.score(x, means, kappas, log_prior)
    return moved / np.linalg.norm(moved, axis=-1, keepdims=True)


ASCENTS: dict[str, Callable[..., Any]] = {
    "along the tangent part": _tangential,
    "the square of h": lambda x, means, kappas, h, log_prior=None: STEP(x, means, kappas, h**2, log_prior),
    "a point that is not normalised": _as_given,
    "a prior forgotten": lambda x, means, kappas, h, log_prior=None: STEP(x, means, kappas, h),
}
STEP = euler.ascent_step


@pytest.mark.parametrize("mistake", ASCENTS)
def test_bits_see_another_step(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(euler, "ascent_step", ASCENTS[mistake])
    assert verdicts(ASCENT, MixtureBits) == {Verdict.FAILS}
