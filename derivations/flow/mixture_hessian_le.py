"""The norm of the Hessian of log p is at most a quarter of the squared diameter of the scores.

Statement   <e, H u> <= D^2/4 for unit vectors e and u, where |s_z - s_v| <= D for all z, v.
Form        The covariance of <e, s_z> and <u, s_z>, both of range at most D. Neither the number of components nor the
            dimension enters.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.attention_lipschitz import within_diameter
from derivations.attention.covariance_le_range_mul_range_div_four import THEOREM as COVARIANCE
from derivations.attention.covariance_le_range_mul_range_div_four import (
    first,
    low,
    other_low,
    other_span,
    second,
    span,
)
from derivations.flow.mixture_hessian_nonneg import other
from derivations.flow.operations import D, hessian, posterior
from derivations.vocabulary import K, e, j, scores, u, weights, x, z
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Unit, Within
from svflow_math.engine.record.terms import Dot, FixedIndex, Norm
from svflow_math.engine.record.theorem import Theorem

least, other_least = FixedIndex("m", K), FixedIndex("l", K)

s_, pi_ = scores[z].args[0], sp.Symbol("pi")
two_components = {K: 2, x: [0, 0], pi_: [0, 0], s_: [[0.5, 0], [-0.5, 0]], e: [1, 0], u: [1, 0], D: 1}

THEOREM = Theorem(
    id="mixture_hessian_le",
    number="3.9",
    hypotheses=(
        Unit(e, witness={**two_components, e: [9, 0]}),
        Unit(u, witness={**two_components, u: [9, 0]}),
        Within(Norm(scores[z] - scores[other]), sp.S.Zero, D, witness={**two_components, s_: [[9, 0], [-9, 0]]}),
    ),
    claim=Bound(Dot(e, hessian(x, u)), D**2 / 4),
    steps=(
        *within_diameter(e, scores, z, least, D),
        *within_diameter(u, scores, z, other_least, D),
        Use(
            COVARIANCE,
            {
                j: z,
                weights[j]: posterior(x),
                first[j]: Dot(e, scores[z]),
                second[j]: Dot(u, scores[z]),
                low: Dot(e, scores[least]),
                other_low: Dot(u, scores[other_least]),
                span: D,
                other_span: D,
            },
            note="A covariance is at most a quarter of the product of the ranges.",
        ),
    ),
    cites=("liao2026",),
)
