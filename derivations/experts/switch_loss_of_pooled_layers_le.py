"""Pooling the tokens of several layers hides their imbalance from the Switch loss.

Statement   For laws P_j over the experts, one a layer, and the share w_j of the tokens that layer j has, the loss of
            the pooled gates is at most the mean of the losses: sum_z (sum_j w_j P_jz)^2 <= sum_j w_j sum_z P_jz^2.
Form        Two layers, each collapsed to an expert of its own, pool to a loss of one as if balanced; their mean is the
            number of experts. Which of the two is wanted is an argument of `switch_loss`.
Sources     fedus2022
"""

import sympy as sp

from derivations.experts.operations import gates
from derivations.vocabulary import K, j, n, weights, z
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

pooled = FiniteSum(j, weights[j] * gates[j, z])

THEOREM = Theorem(
    id="switch_loss_of_pooled_layers_le",
    number="7.2",
    hypotheses=(Law(weights[j], j, witness={n: 1, K: 1, sp.Symbol("w"): [2], sp.Symbol("q"): [[1]]}),),
    claim=Bound(FiniteSum(z, pooled**2), FiniteSum(j, weights[j] * FiniteSum(z, gates[j, z] ** 2))),
    steps=(Certificate(FiniteSum(z, FiniteSum(j, weights[j] * (gates[j, z] - pooled) ** 2))),),
    cites=("fedus2022",),
)
