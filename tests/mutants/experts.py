"""Wrong records and functions of the chapter on experts, each with the checks that must reject it and no other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from derivations.experts.gate_eq_vmf_posterior import THEOREM as GATE
from derivations.experts.gated_feed_forward_eq_mass_mul_mean import THEOREM as LAYER
from derivations.experts.gelu_ge import THEOREM as GELU
from derivations.experts.kl_to_uniform_nonneg import THEOREM as KL
from derivations.experts.mixture_of_experts_eq_posterior_mean import THEOREM as MIXTURE
from derivations.experts.operations import NINTH_DIGIT, mass
from derivations.experts.renormalized_gain_eq_dropped_mass import THEOREM as GAIN
from derivations.experts.silu_ge_neg_lambert import THEOREM as SILU
from derivations.experts.squared_cv_eq_switch_loss_sub_one import THEOREM as VARIATION
from derivations.experts.switch_loss_eq_one_of_uniform import THEOREM as SWITCH
from svflow_math.engine.record.claim import Bound, Equal
from svflow_math.engine.record.emission import ArrayEmission
from svflow_math.engine.record.theorem import Theorem
from svflow_math.gen import experts
from tests.mutants.functions import WrongFunction
from tests.mutants.records import PROGRAM, PROOF, STATEMENT, WrongRecord, claiming, program, without


def _returns(theorem: Theorem) -> Any:
    (emission,) = theorem.emits
    assert isinstance(emission, ArrayEmission)
    return emission.returns


def _floor_raised(theorem: Theorem) -> Theorem:
    assert isinstance(theorem.claim, Bound)
    return replace(theorem, claim=replace(theorem.claim, lhs=theorem.claim.lhs + NINTH_DIGIT))


RECORDS = [
    WrongRecord("the mass that is kept", GAIN, claiming(lambda c: Equal(c.lhs, mass)), STATEMENT),
    WrongRecord(
        "a floor that is a billionth too high",
        GELU,
        _floor_raised,
        PROOF,
    ),
    WrongRecord("kept experts without mass", GAIN, without("Positive"), frozenset({"degenerate points"})),
    WrongRecord("any floor", SILU, without("Nonnegative"), PROOF),
    WrongRecord(
        "a loss without the number of experts",
        SWITCH,
        lambda r: program(returns=_returns(r) / _returns(r).args[0])(r),
        PROGRAM,
    ),
    WrongRecord("a divergence with its sign", KL, lambda r: program(returns=-_returns(r))(r), PROGRAM),
]

_gate, _feed_forward, _mixture = experts.gate, experts.feed_forward, experts.mixture_of_experts
_switch, _variation = experts.switch_loss, experts.squared_cv_loss


def without_bias(x: Any, weight: Any, bias: Any = None) -> Any:
    return _gate(x, weight)


def hardly_off(x: Any, weight: Any, bias: Any = None) -> Any:
    return _gate(x, weight, np.asarray(bias) * (1 + 1e-14))


def tanh_for_erf(*arguments: Any, activation: str, **named: Any) -> Any:
    return _feed_forward(*arguments, activation={"gelu": "gelu_tanh"}.get(activation, activation), **named)


def factors_swapped(*, w_in: Any, w_gate: Any, **named: Any) -> Any:
    return _feed_forward(w_in=w_gate, w_gate=w_in, **named)


def wrong(mistake: str, theorem: Any, name: str, function: Any) -> WrongFunction:
    return WrongFunction(mistake, theorem, experts, name, function, frozenset({f"bits of {name}"}))


FUNCTIONS = [
    wrong("the bias forgotten", GATE, "gate", without_bias),
    wrong("a bias with a wrong last digit", GATE, "gate", hardly_off),
    wrong("no numbers", GATE, "gate", lambda **named: np.nan * _gate(**named)),
    wrong("one activation for another", LAYER, "feed_forward", tanh_for_erf),
    wrong("the gate for the other factor", LAYER, "feed_forward", factors_swapped),
    wrong(
        "a loss with a wrong last digit", SWITCH, "switch_loss", lambda gates, **o: _switch(gates, **o) * (1 + 1e-14)
    ),
    wrong("shares of hard counts", SWITCH, "switch_loss", lambda gates, **_: _switch(gates)),
    wrong(
        "the sample variance", VARIATION, "squared_cv_loss", lambda gates: _variation(gates, ddof=int(gates.size > 1))
    ),
    wrong(
        "the other divergence",
        KL,
        "kl_to_uniform_loss",
        lambda gates: np.sum(gates * np.log(gates)) + np.log(gates.size),
    ),
    wrong("a plain mean", MIXTURE, "mixture_of_experts", lambda gates, outputs: _mixture(np.ones_like(gates), outputs)),
]
