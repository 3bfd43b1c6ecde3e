"""With Gaussian components of one width, attention is the smoothed expectation up to the pull towards the origin.

Statement   For scores s_z(x) = (m_z - x)/sigma^2: E_{q(z|x)}[s_z(x)] = (sum_j w_j v_j - x)/sigma^2 with the values
            v_j = E_{q(z|x_j)}[m_z].
Form        The score is affine in x with one linear part for all components: attention averages the means, and the
            linear part is added once.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import component_means, j, n, posteriors, weights, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

sigma = sp.Symbol("sigma", positive=True)
smoothed_posterior = FiniteSum(j, weights[j] * posteriors[j, z])
value = FiniteSum(z, posteriors[j, z] * component_means[z])

w, q, m = sp.Symbol("w"), sp.Symbol("q"), component_means[z].args[0]
flat = {n: 1, z.over: 1, m: [[1, 0]], x: [1, 1], sigma: 1}

THEOREM = Theorem(
    id="attention_eq_smoothed_posterior_expectation_of_gaussian",
    number="6.2",
    hypotheses=(
        Law(weights[j], j, witness={**flat, w: [2], q: [[1]]}),
        Law(posteriors[j, z], z, witness={**flat, w: [1], q: [[2]]}),
    ),
    claim=Equal(
        FiniteSum(z, smoothed_posterior * (component_means[z] - x) / sigma**2),
        (FiniteSum(j, weights[j] * value) - x) / sigma**2,
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
