"""Where shares and mean gates agree, the Switch loss is at least one.

Statement   For a law P over N experts: N sum_z P_z^2 >= 1.
Form        Equality for uniform P only: the gap is N times a sum of squares. With hard counts f other than P the loss
            may fall below one.
Sources     fedus2022
"""

import sympy as sp

from derivations.experts.operations import gates, width
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="switch_loss_ge_one_of_equal_shares",
    number="7.2",
    hypotheses=(Law(gates[z], z, witness={K: 2, sp.Symbol("q"): [0.25, 0.25]}),),
    claim=Bound(1, width * FiniteSum(z, gates[z] ** 2)),
    steps=(Certificate(width * FiniteSum(z, (gates[z] - 1 / width) ** 2)),),
    cites=("fedus2022",),
)
