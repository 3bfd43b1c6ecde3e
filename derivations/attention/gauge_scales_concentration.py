"""A change of gauge scales the concentration of a key.

Statement   Let M stretch the direction e, |e| = 1, by c > 0 and keep what is orthogonal to it. For the query e and a
            key u orthogonal to e: kappa(M^T e, M^(-1) u) = c kappa(e, u).
Form        The inner product of the two stays zero, and the concentration is any number: kappa, log p and what is made
            of them are numbers of a gauge, which has to be stated.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import Concentration
from derivations.vocabulary import e, tau, u
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

c = sp.Symbol("c", positive=True)


def stretched(vector, factor):
    """The vector with its part along e multiplied by the factor; M for c, its inverse for 1/c, each symmetric."""
    return vector + (factor - 1) * Dot(e, vector) * e


THEOREM = Theorem(
    id="gauge_scales_concentration",
    number="6.8",
    hypotheses=(
        Unit(e, witness={e: [2, 0], u: [0, 1], c: 2, tau: 1}),
        Tangent(u, e, witness={e: [1, 0], u: [1, 0], c: 2, tau: 1}),
    ),
    claim=Equal(Concentration(stretched(e, c), stretched(u, 1 / c)), c * Concentration(e, u)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
