"""Wrong proofs, records and functions of the chapter on metrics."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from derivations.metrics.divergence_eq_sum_of_nonneg_terms import THEOREM as DIVERGENCE
from derivations.metrics.entropy_le_log_count import THEOREM as ENTROPY
from derivations.metrics.jensen_shannon_le_log_two import THEOREM as JENSEN_SHANNON
from derivations.metrics.log_likelihood_eq_energy_add_mean_log_normalizer_add_gap import THEOREM as LIKELIHOOD
from derivations.metrics.log_likelihood_eq_energy_add_mean_log_normalizer_add_gap import B, E, T
from derivations.metrics.perplexity_of_uniform_eq_count import THEOREM as PERPLEXITY
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.finite import MemberOfSum
from svflow_math.engine.record.claim import Bound, Equal
from svflow_math.engine.record.emission import ArrayEmission
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem
from svflow_math.gen import metrics
from tests.engine.symbols import a, j
from tests.mutants.functions import WrongFunction
from tests.mutants.proof import WrongProof, attempt
from tests.mutants.records import PROGRAM, PROOF, STATEMENT, WrongRecord, claiming, without

TOTAL = FiniteSum(j, a[j])


def member(*given: Any) -> Any:
    """Every term is at most the sum."""
    return attempt(Bound(a[j], TOTAL), MemberOfSum(a[j], j), Certificate(TOTAL - a[j]), given=given)


PROOFS = [WrongProof("a term above its sum", lambda: member(), lambda: member(Nonnegative(a[j])))]


def without_gap(theorem: Theorem) -> Theorem:
    """The bound sold as the likelihood."""
    (emission,) = theorem.emits
    assert isinstance(emission, ArrayEmission)
    fields = tuple(replace(f, program=E - B + T) if f.name == "log_likelihood" else f for f in emission.fields)
    return replace(theorem, emits=(replace(emission, fields=fields),))


def without_added_terms(theorem: Theorem) -> Theorem:
    """A program of terms that are not those of the textbook."""
    (emission,) = theorem.emits
    assert isinstance(emission, ArrayEmission)
    assert emission.choices is not None
    named = {name: (value, program - 1) for name, (value, program) in emission.choices.named.items()}
    return replace(theorem, emits=(replace(emission, choices=replace(emission.choices, named=named)),))


RECORDS = [
    WrongRecord("the gap left out", LIKELIHOOD, claiming(lambda c: Equal(c.lhs, E - B + T)), STATEMENT),
    WrongRecord("a program without the gap", LIKELIHOOD, without_gap, PROGRAM),
    WrongRecord("a program of other terms", DIVERGENCE, without_added_terms, PROGRAM),
    WrongRecord("the law forgotten", ENTROPY, without("Law"), PROOF | {"degenerate points"}),
    WrongRecord(
        "half of log 2", JENSEN_SHANNON, lambda r: replace(r, claim=Bound(r.claim.terms()[0], sp.log(2) / 2)), PROOF
    ),
    WrongRecord(
        "a mean that is a sum",
        PERPLEXITY,
        lambda r: replace(r, emits=(replace(r.emits[0], returns=sp.exp(-FiniteSum(j, r.emits[0].args[0]))),)),
        PROGRAM,
    ),
]

_head_metrics = metrics.head_metrics


def without_normalisers(*arguments: Any, **options: Any) -> Any:
    found = _head_metrics(*arguments, **options)
    return found._replace(posterior_gap=0 * found.posterior_gap)


def without_sink(*arguments: Any, **options: Any) -> Any:
    """Right but for the queries that see the sink alone, which see it still."""
    found = _head_metrics(*arguments, **options)
    try:
        rest = _head_metrics(arguments[0][..., 1:, :], *arguments[1:], **options, sink=False)
    except ValueError:
        return found
    found.entropy[..., 1:] = rest.entropy
    return found


_divergence = metrics.context_divergence


def exchanged(w1: Any, w2: Any, **named: Any) -> Any:
    return _divergence(w2, w1, **named)


def hardly_off(w1: Any, w2: Any, **named: Any) -> Any:
    return _divergence(w1, w2, **named) * (1 + 1e-15)


def _wrong(mistake: str, theorem: Theorem, name: str, function: Any, check: str) -> WrongFunction:
    return WrongFunction(mistake, theorem, metrics, name, function, frozenset({check}))


FUNCTIONS = [
    _wrong("no gap", LIKELIHOOD, "head_metrics", without_normalisers, "metrics of real heads"),
    _wrong("the sink forgotten", LIKELIHOOD, "head_metrics", without_sink, "metrics of real heads"),
    _wrong("the laws exchanged", DIVERGENCE, "context_divergence", exchanged, "bits of context_divergence"),
    _wrong("a last digit off", DIVERGENCE, "context_divergence", hardly_off, "bits of context_divergence"),
]
