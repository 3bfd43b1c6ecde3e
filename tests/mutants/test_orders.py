"""Maps of a wrong order, and maps that do not coincide: the fitted order rejects each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derivations.retraction.projective_retraction_second_order import THEOREM as SECOND_ORDER
from derivations.retraction.relaxed_eq_projective_iff import THEOREM as COINCIDENCE
from derivations.vocabulary import Exp, Project, Projective, h, t, u, v, x
from svflow_math.engine.calculus.replay import replay
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.check import Settings, Verdict
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.terms import Normalize
from svflow_math.engine.verify.orders import FittedOrder

SETTINGS = Settings(examples=8)
TANGENT = Project(x, u)

# Retractions of first order: they leave the geodesic with the right velocity and a wrong acceleration.
FIRST_ORDER = {
    "a step that grows": Projective(x, (t + t**2) * v),
    "a step that drifts": Normalize((1 + t) * x + t * v),
}


@pytest.mark.parametrize("name", FIRST_ORDER)
def test_first_order_sold_as_second(name: str) -> None:
    gap = FIRST_ORDER[name] - Exp(x, t * v)
    assert FittedOrder(name, gap, t, 2).run(SECOND_ORDER, SETTINGS).verdict is Verdict.HOLDS
    outcome = FittedOrder(name, gap, t, 3).run(SECOND_ORDER, SETTINGS)
    assert outcome.verdict is Verdict.FAILS
    assert outcome.figure == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize("name", FIRST_ORDER)
def test_the_proof_does_not_close_either(name: str) -> None:
    claim = OrderOf(FIRST_ORDER[name] - Projective(x, t * v), t, 3)
    assert replay(replace(SECOND_ORDER, claim=claim, steps=(Taylor(),)))[0] is not Verdict.HOLDS


def test_second_order_sold_as_first() -> None:
    gap = Projective(x, t * v) - Exp(x, t * v)
    assert FittedOrder("projective", gap, t, 2).run(SECOND_ORDER, SETTINGS).verdict is Verdict.FAILS


def test_relaxed_step_sold_as_second_order() -> None:
    gap = Normalize(x + h * u) - Projective(x, h * TANGENT)
    assert FittedOrder("relaxed", gap, h, 3).run(COINCIDENCE, SETTINGS).verdict is Verdict.FAILS


def test_maps_that_do_not_coincide() -> None:
    gap = Normalize(x + h * u) - Projective(x, h * TANGENT)
    outcome = FittedOrder("relaxed", gap, h, 2, coincide=lambda point, random: point).run(COINCIDENCE, SETTINGS)
    assert outcome.verdict is Verdict.FAILS
    assert "coincide" in outcome.worst_input


def test_a_map_against_itself_has_no_order() -> None:
    gap = Projective(x, t * v) - Normalize(x + t * v)
    assert FittedOrder("itself", gap, t, 3).run(SECOND_ORDER, SETTINGS).verdict is Verdict.FAILS
