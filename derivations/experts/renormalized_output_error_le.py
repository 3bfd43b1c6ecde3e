"""Renormalised top-k moves the output by at most the diameter of the experts times the dropped mass.

Statement   If <u, s_i - s_j> <= D for all experts (so for a unit vector u and D the diameter of their outputs), then
            the output of the kept experts A with the weights q_z/m, m = q(A) > 0, is off by at most D (1 - m) along u.
Form        Each dropped expert's weight moves to the kept ones, and every move costs at most D.
Sources     fedus2022
"""

import sympy as sp

from derivations.experts.operations import error, gates, kept, mass
from derivations.vocabulary import K, scores, u, z
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Event, Law, Positive, Within
from svflow_math.engine.record.terms import Dot, FiniteSum, Index
from svflow_math.engine.record.theorem import Theorem

D = sp.Symbol("D", real=True)
keeper = Index("l", K)
q, A, s = sp.Symbol("q"), sp.Symbol("A"), scores[z].args[0]
moved = (kept * gates[z]).xreplace({z: keeper}) * (1 - kept) * gates[z]
two = {K: 2, q: [0.5, 0.5], A: [1, 0], u: [1, 0], D: 1, s: [[1, 0], [0, 0]]}

THEOREM = Theorem(
    id="renormalized_output_error_le",
    number="7.2",
    hypotheses=(
        Law(gates[z], z, witness={**two, q: [0.5, 2], s: [[-1, 0], [-2, 0]]}),
        Event(kept, witness={**two, A: [3, 1]}),
        Positive(mass, witness={**two, q: [0, 1]}),
        Within(Dot(u, scores[keeper]) - Dot(u, scores[z]), -D, D, witness={**two, s: [[9, 0], [0, 0]]}),
    ),
    claim=Bound(Dot(u, error), D * (1 - mass)),
    steps=(
        Certificate(
            FiniteSum(keeper, FiniteSum(z, moved * (D - Dot(u, scores[keeper]) + Dot(u, scores[z])))) / mass,
            note="The weight of a dropped expert z moves to a kept one l in proportion to its gate.",
        ),
    ),
    cites=("fedus2022",),
)
