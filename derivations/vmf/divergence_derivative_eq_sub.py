"""The divergence for equal means grows with the second concentration as the mean resultant lengths differ.

Statement   d/dh KL(kappa | kappa + h) = A(kappa + h) - A(kappa).
Form        So KL is the integral of a difference of A, which does not cancel where the two logarithms of C do.
Sources     mardia2000
"""

from derivations.vmf.operations import Divergence, MeanResultantLength, h, kappa
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="divergence_derivative_eq_sub",
    number="2.6",
    hypotheses=(),
    claim=Equal(
        Differential(Divergence(kappa, kappa + h, 1), h, 1), MeanResultantLength(kappa + h) - MeanResultantLength(kappa)
    ),
    steps=(NormalForm(),),
    cites=("mardia2000",),
)
