"""The bound on the output of renormalised top-k is attained where experts agree among the kept and the dropped.

Statement   If every kept expert puts out v and every dropped one w, then the output of the kept experts is off by
            exactly (1 - m)(v - w), which has the length (1 - m) |v - w|, the diameter times the dropped mass.
Form        For every number of experts and of kept ones: no smaller multiple of the dropped mass bounds the error.
Sources     fedus2022
"""

import sympy as sp

from derivations.experts.operations import error, gates, kept, mass
from derivations.vocabulary import K, scores, v, w, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.finite import ReplaceFamily
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Coincide, Event, Law, Positive
from svflow_math.engine.record.theorem import Theorem

q, A, s = sp.Symbol("q"), sp.Symbol("A"), scores[z].args[0]
two = {K: 2, q: [0.5, 0.5], A: [1, 0], v: [1, 0], w: [0, 1], s: [[1, 0], [0, 1]]}
output = kept * v + (1 - kept) * w

THEOREM = Theorem(
    id="renormalized_output_error_attained",
    number="7.2",
    hypotheses=(
        Law(gates[z], z, witness={**two, q: [0.5, 2]}),
        Event(kept, witness={**two, A: [2, 0], s: [[2, -1], [0, 1]]}),
        Positive(mass, witness={**two, q: [0, 1]}),
        Coincide(scores[z], output, witness={**two, s: [[1, 0], [0, 5]]}),
    ),
    claim=Equal(error, (1 - mass) * (v - w)),
    steps=(ReplaceFamily(scores[z], output), NormalForm()),
    cites=("fedus2022",),
)
