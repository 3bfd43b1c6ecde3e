"""A change of gauge keeps the concentration of a key along the stretched direction.

Statement   Let M stretch the direction e, |e| = 1, by c > 0 and keep what is orthogonal to it. For the query e and the
            key e: kappa(M^T e, M^(-1) e) = kappa(e, e).
Form        Query and key are stretched inversely. So not all concentrations change by one factor, which a temperature
            could undo.
Sources     liao2026
"""

from derivations.attention.gauge_scales_concentration import c, stretched
from derivations.attention.operations import Concentration
from derivations.vocabulary import e, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="gauge_keeps_concentration_of_parallel_key",
    number="6.8",
    hypotheses=(Unit(e, witness={e: [2, 0], c: 2, tau: 1}),),
    claim=Equal(Concentration(stretched(e, c), stretched(e, 1 / c)), Concentration(e, e)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
