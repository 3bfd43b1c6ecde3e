"""Without epsilon, LayerNorm lands on the sphere of radius sqrt(d).

Statement   |LayerNorm_0(y)| = sqrt(d) for y not a multiple of the ones.
Form        The centred vector must not vanish: a constant y has no direction left.
Sources     liao2026
"""

import sympy as sp

from derivations.retraction.operations import LayerNorm
from derivations.vocabulary import Project, e, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Norm, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="norm_layer_norm_eq_sqrt_dim",
    number="4.4",
    hypotheses=(
        Unit(e, witness={e: [2, 0], y: [1, 1]}),
        NonZero(Project(e, y), witness={e: [1, 0], y: [1, 0]}),
    ),
    claim=Equal(Norm(LayerNorm(e, y, 0)), sp.sqrt(d)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
