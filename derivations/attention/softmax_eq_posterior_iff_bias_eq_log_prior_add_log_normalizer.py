"""Softmax is the posterior under a prior if and only if the bias is its logarithm plus that of the normaliser.

Statement   softmax_j(tau <y_q, k_j> + b_j) is the posterior under the prior proportional to e^(pi_j), for every key, if
            and only if b_j - pi_j - log C_d(kappa_j) is the same for all keys.
Form        An additive bias is a log prior up to -log C_d(kappa_j), and up to a constant nothing else.
Sources     liao2026
"""

from random import Random
from typing import Any

import sympy as sp

from derivations.attention.operations import concentration, normalized, posterior, softmax
from derivations.vmf.operations import ONE_DIMENSION, Normalizer
from derivations.vocabulary import bias, i, j, keys, log_prior, n, query
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.finite import SolveForMember
from svflow_math.engine.calculus.rules.logic import BothDirections, DivideSupposition, FromSupposed
from svflow_math.engine.record.claim import Equal, ForAll, Iff
from svflow_math.engine.record.evaluate import evaluate
from svflow_math.engine.record.hypothesis import NonZero, Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

c = sp.Symbol("c", real=True)
matching = log_prior[j] + sp.log(Normalizer(concentration))
excess = bias[j] - matching
at_i = {j: i}


def match(point: dict[Any, Any], random: Random) -> dict[Any, Any]:
    """Both sides hold where the bias is the log prior plus the log normaliser."""
    return {**point, sp.Symbol("b"): [evaluate(matching, {**point, j: key}) for key in range(int(point[n]))]}


k = keys[j].args[0]

THEOREM = Theorem(
    id="softmax_eq_posterior_iff_bias_eq_log_prior_add_log_normalizer",
    number="6.5",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        NonZero(query, witness={query: [0, 0], n: 2, k: [[1, 0], [0, 1]]}),
        NonZero(keys[j], witness={query: [1, 0], n: 2, k: [[0, 0], [0, 1]]}),
    ),
    claim=Iff(
        ForAll((j,), Equal(softmax, posterior(normalized(sp.exp(log_prior[j]))))),
        ForAll((i, j), Equal(excess.xreplace(at_i), excess)),
    ),
    steps=(
        BothDirections(match, match),
        DivideSupposition(
            i, j, Equal(sp.exp(excess.xreplace(at_i)), sp.exp(excess)),
            note="Divide the equality at key i by that at key j: the sums and the likelihoods cancel.",
        ),
        FromSupposed(sp.log),
        SolveForMember(bias[j], c, matching + c, note="For the converse, let c be the common value."),
        NormalForm(note="The factor e^c comes out of the sum and cancels."),
    ),
    cites=("liao2026",),
)  # fmt: skip
