"""The relaxed step ascends, whatever its length: with the exact posterior log p never falls.

Statement   (1 + |x + h g|) (1 - <x, x'>) / h <= log p(x') - log p(x) for x' = N(x + h g), g = grad log p(x), |x| = 1,
            x + h g != 0 and every h > 0, of a mixture with log joints pi_z + <s_z, x>.
Form        Any number of components, any prior, any concentrations. Convexity of log p in the ambient space does it:
            the step maximises a minorant of log p on the sphere. A von Mises-Fisher component has the log joint
            log_weight_z - kappa_z + <kappa_z mu_z, x>.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.dot_update_relaxed_sub_eq import THEOREM as GAIN
from derivations.euler.operations import PARAMETERS, relaxed
from derivations.flow.log_density_ge_tangent import THEOREM as CONVEX
from derivations.flow.operations import (
    ARGUMENTS,
    LOG_JOINT,
    LOG_WEIGHT,
    MeanScore,
    RelaxedStep,
    Softmax,
    kappa_z,
    log_density,
    mean_score,
    mu_z,
    q,
    vmf_posterior,
    words,
)
from derivations.vocabulary import K, h, scores, u, x, y, z
from svflow_math.engine.calculus.rules.algebra import Through
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot, FiniteSum, Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.mixture import MixtureBits, MixtureLaws

score = mean_score(x)
moved = relaxed(x, score)
gain = (1 + Norm(x + h * score)) * (1 - Dot(x, moved)) / h
family = scores[z].args[0]
one = {K: 1, sp.Symbol("pi"): [0], h: 1}

ASCENT_STEP = MixtureEmission(
    name="ascent_step",
    args=(*ARGUMENTS, h),
    value=relaxed(x, FiniteSum(z, q * kappa_z * mu_z)),
    log_weight=LOG_WEIGHT,
    law=q,
    exact=Softmax(LOG_JOINT),
    posterior=vmf_posterior,
    step=h,
    returns=RelaxedStep(h, MeanScore(q)),
    docs=words(
        summary="One relaxed Euler step along the score of a mixture: the direction of x + h grad log p(x).",
        step=PARAMETERS["h"],
        returns="Points of the sphere, shape (..., d).",
        refused=" If h is negative or not finite, h grad log p(x) overflows, or h grad log p(x) = -x.",
        example=">>> ascent_step(x, means, [2.0, 2.0], 1.0).round(4)\narray([0.9963, 0.086 ])",
        notes="The step never lowers log p, whatever h. It is that of ``step(x, flow.score(x, means, kappas, "
        "log_prior), h)``, without a pass over all states in between.",
    ),
)

THEOREM = Theorem(
    id="log_density_relaxed_step_ge",
    number="5.3",
    hypotheses=(
        Unit(x, witness={**one, x: [sp.Rational(1, 2), 0], family: [[0, 1]]}),
        NonZero(x + h * score, witness={**one, x: [1, 0], family: [[-1, 0]]}),
    ),
    claim=Bound(gain, log_density(moved) - log_density(x)),
    steps=(
        Through((Dot(score, moved - x),)),
        Use(GAIN, {u: score}),
        Certificate(0),
        Use(CONVEX, {y: moved}),
    ),
    emits=(ASCENT_STEP,),
    checks=(MixtureBits(3, "ascent_step"), MixtureLaws()),
    cites=("liao2026",),
)
