"""Wrong programs and wrong functions of the von Mises-Fisher chapter: the checks of the records reject each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from derivations.vmf import divergence_eq_add_chord as divergence
from derivations.vmf import log_density_eq_scaled as density
from derivations.vmf import riemannian_score_eq_projection as score
from derivations.vmf.operations import kappa, kappa_1, kappa_2, versine
from derivations.vocabulary import x
from svflow_math.engine.record.check import Settings, Verdict
from svflow_math.engine.record.emission import Emission
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import StableForm
from svflow_math.gen import vmf

PROGRAMS = [
    (density.THEOREM, density.LOG_DENSITY, density.LOG_DENSITY.returns - kappa * versine),
    (density.THEOREM, density.LOG_DENSITY, density.LOG_DENSITY.returns + kappa),
    (score.THEOREM, score.SCORE, score.SCORE.returns + x),
    (score.THEOREM, score.SCORE, 2 * score.SCORE.returns),
    (divergence.THEOREM, divergence.KL, divergence.KL.returns.subs(kappa_2 * versine, kappa_1 * versine)),
    (divergence.THEOREM, divergence.KL, divergence.KL.returns / 2),
]


@pytest.mark.parametrize(("theorem", "emission", "returns"), PROGRAMS)
def test_a_wrong_program(theorem: Theorem, emission: Emission, returns: Any) -> None:
    assert StableForm().run(theorem, Settings()).verdict == Verdict.HOLDS
    wrong = replace(theorem, emits=(replace(emission, returns=returns),))
    assert StableForm().run(wrong, Settings()).verdict == Verdict.FAILS


EMITTED = [(e.theorem, em) for e in entries().values() if e.chapter == "vmf" for em in e.theorem.emits]


@pytest.mark.parametrize(("theorem", "emission"), EMITTED, ids=[em.name for _, em in EMITTED])
@pytest.mark.parametrize(
    "wrong", [lambda value: value * (1 + 1e-11), lambda value: value + 1e-11], ids=["times", "plus"]
)
def test_a_wrong_function(
    theorem: Theorem, emission: Emission, wrong: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Off by 1e-11: the check of bits, which every emitted function has, sees it."""
    (check,) = [c for c in theorem.checks if getattr(c, "function", "") == emission.name and hasattr(c, "maximum")][:1]
    settings = Settings(examples=8)
    assert check.run(theorem, settings).verdict == Verdict.HOLDS
    right = getattr(vmf, emission.name)
    monkeypatch.setattr(vmf, emission.name, lambda *arguments: wrong(np.asarray(right(*arguments))))
    assert check.run(theorem, settings).verdict == Verdict.FAILS
