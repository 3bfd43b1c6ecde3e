"""The spherical flow stays on the sphere.

Statement   d/dt |x_t|^2 = 0 for dx/dt = P_x E_q[s_z] at |x| = 1.
Form        The projection is all that matters: any field, projected, keeps the norm.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import field
from derivations.vocabulary import K, Project, scores, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="spherical_flow_keeps_norm",
    number="3.6",
    hypotheses=(Unit(x, witness={x: [2, 0], K: 1, sp.Symbol("q"): [1], scores[z].args[0]: [[1, 0]]}),),
    claim=Equal(Differential(Dot(x, x), x, Project(x, field)), sp.S.Zero),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
