"""Softmax is the posterior under the prior e^b if and only if all concentrations are equal.

Statement   With concentrations kappa_j > 0 and cosines c_j, the weights proportional to e^(kappa_j c_j + b_j) equal
            the posterior proportional to e^(b_j) C_d(kappa_j) e^(kappa_j c_j) for every key if and only if
            kappa_i = kappa_j for all keys.
Form        Dividing the equality at two keys leaves C_d(kappa_i) = C_d(kappa_j), and C_d falls strictly since A_d > 0.
Sources     liao2026
"""

from random import Random
from typing import Any

import sympy as sp

from derivations.attention.operations import normalized
from derivations.vmf.mean_resultant_length_pos import THEOREM as POSITIVE
from derivations.vmf.neg_log_normalizer_derivative_eq_mean_resultant_length import THEOREM as DERIVATIVE
from derivations.vmf.operations import ONE_DIMENSION, Normalizer, kappa
from derivations.vocabulary import bias, concentrations, cosines, i, j
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.logic import (
    BothDirections,
    DivideSupposition,
    Injective,
    ReplaceConstantFamily,
)
from svflow_math.engine.record.claim import Equal, ForAll, Iff
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

likelihood = sp.exp(bias[j] + concentrations[j] * cosines[j])
weights = normalized(likelihood)
exact = normalized(likelihood * Normalizer(concentrations[j]))


def equal_concentrations(point: dict[Any, Any], random: Random) -> dict[Any, Any]:
    """Both sides of the equivalence hold where all concentrations are the first."""
    family = sp.Symbol(concentrations[j].func.__name__)
    return {**point, family: [point[family][0]] * len(point[family])}


common = sp.Symbol("kappa_0", positive=True)

THEOREM = Theorem(
    id="softmax_eq_posterior_iff_equal_concentrations",
    number="6.1",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Iff(ForAll((j,), Equal(weights, exact)), ForAll((i, j), Equal(concentrations[i], concentrations[j]))),
    steps=(
        BothDirections(equal_concentrations, equal_concentrations),
        DivideSupposition(
            i,
            j,
            Equal(Normalizer(concentrations[j]), Normalizer(concentrations[i])),
            note="Divide the equality at key i by that at key j: the likelihoods and the sums cancel.",
        ),
        Injective(
            Normalizer, kappa, DERIVATIVE, POSITIVE, note="C_d is strictly decreasing: equal values, equal places."
        ),
        ReplaceConstantFamily(concentrations[j], common, note="For the converse, let kappa_0 be the common value."),
        NormalForm(note="C_d(kappa_0) comes out of the sum and cancels."),
    ),
    cites=("liao2026",),
)
