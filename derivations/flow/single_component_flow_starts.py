"""The flow of one component starts where it is said to.

Statement   x(0) = x for the closed form x(t).
Form        At t = 0 both halves of the mass are halves: (1 + c)/2 and (1 - c)/2.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import flowed, time
from derivations.vmf.operations import mu
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="single_component_flow_starts",
    number="3.7",
    hypotheses=(),
    claim=Equal(flowed(x, mu).xreplace({time: sp.S.Zero}), x),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
