"""Attention is the vMF-smoothed posterior expectation of the scores.

Statement   Let w_j(x) be the normalised vMF kernel of one concentration kappa at the keys x_j, and
            q(z|x) = sum_j w_j(x) q(z|x_j) the smoothed posterior. Then E_{q(z|x)}[s_z] = sum_j w_j(x) v_j with the
            values v_j = E_{q(z|x_j)}[s_z]: softmax attention with logits kappa <x, x_j>.
Form        Exact for any q, any number of keys and of components. What is used: the score s_z does not depend on where
            it is evaluated, s_z(x_j) = s_z(x), as the score kappa_z mu_z of a vMF component does not.
Sources     liao2026
"""

import sympy as sp

from derivations.vmf.operations import Density, kappa
from derivations.vocabulary import j, local_scores, n, points, posteriors, scores, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.finite import ReplaceFamily
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, SmoothingEmission
from svflow_math.engine.record.hypothesis import Coincide, Law, Unit
from svflow_math.engine.record.primitives import ScaledInner
from svflow_math.engine.record.terms import Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits

kernel = Density(x, points[j], kappa)
smoothing = kernel / FiniteSum(j, kernel)
smoothed_posterior = FiniteSum(j, smoothing * posteriors[j, z])

logit = kappa * Dot(x, points[j])
softmax = sp.exp(logit) / FiniteSum(j, sp.exp(logit))
value = FiniteSum(z, posteriors[j, z] * local_scores[j, z])

SMOOTHED_POSTERIOR = SmoothingEmission(
    name="smoothed_posterior",
    args=(x, points[j], posteriors[j, z], kappa),
    value=smoothed_posterior,
    index=j,
    log_kernel=ScaledInner(kappa, x, points[j]),
    values=posteriors[j, z],
    docs=Docs(
        summary="Posterior smoothed by a von Mises-Fisher kernel: sum_j w_j(x) q(z|x_j).",
        parameters={
            "x": "Points of the sphere, shape (..., d).",
            "points": "Points x_j of the keys, shape (n, d).",
            "posteriors": "Laws q(z|x_j) over K components, shape (n, K).",
            "kappa": "Concentration of the kernel, at least 0.",
        },
        returns="Laws over the components, shape (..., K).",
        raises="If shapes do not fit, a point is not a unit vector, a row is not a law, or kappa is negative.",
        example=(
            ">>> smoothed_posterior([1.0, 0.0], [[1.0, 0.0], [-1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]], 1.0).round(4)\n"
            "array([0.8808, 0.1192])"
        ),
    ),
)

THEOREM = Theorem(
    id="attention_eq_smoothed_posterior_expectation",
    number="6.2",
    hypotheses=(
        Coincide(
            local_scores[j, z],
            scores[z],
            witness={
                n: 2,
                z.over: 1,
                local_scores[j, z].args[0]: [[[1, 0]], [[0, 1]]],
                scores[z].args[0]: [[1, 0]],
                sp.Symbol("q"): [[1], [1]],
                points[j].args[0]: [[1, 0], [0, 1]],
                x: [1, 0],
                kappa: 1,
            },
        ),
    ),
    claim=Equal(FiniteSum(z, smoothed_posterior * scores[z]), FiniteSum(j, softmax * value)),
    steps=(
        ReplaceFamily(
            local_scores[j, z], scores[z], note="The score of a component is the same at x and at every key."
        ),
        NormalForm(note="The normaliser of the kernel cancels, and the sums over keys and components are exchanged."),
    ),
    emits=(SMOOTHED_POSTERIOR,),
    checks=(
        ArrayBits(
            2,
            "smoothed_posterior",
            condition=smoothed_posterior * (1 + kappa),
            under=(Unit(x), Unit(points[j]), Law(posteriors[j, z], z)),
        ),
    ),
    cites=("liao2026",),
)
