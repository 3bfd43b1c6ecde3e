"""A softmax gate is the posterior of a von Mises-Fisher mixture of the experts, whatever its rows.

Statement   For |x| = 1 and rows w_z = kappa_z mu_z with |mu_z| = 1, kappa_z >= 0: softmax_z(<w_z, x> + b_z) is the
            posterior of expert z given x in the mixture of the laws vMF(mu_z, kappa_z) with prior proportional to
            e^(b_z)/C_d(kappa_z).
Form        For every weight matrix and every bias: a row of zeros is a uniform component, kappa_z = 0, and its mean
            direction is any.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import means, posterior, sizes, softmax
from derivations.vmf.operations import Density, Normalizer
from derivations.vocabulary import bias, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

row = sizes[z] * means[z]
EXTENDED = "the identity holds for the same formula off the sphere; on it the densities are those of laws"

THEOREM = Theorem(
    id="gate_eq_posterior_of_components",
    number="7.1",
    hypotheses=(Unit(x, convenience=EXTENDED), Unit(means[z], convenience=EXTENDED)),
    claim=Equal(
        softmax(Dot(row, x) + bias[z]),
        posterior(sp.exp(bias[z]) / Normalizer(sizes[z]), Density(x, means[z], sizes[z])),
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
