"""The field of the flow differs from the score by the mean of the scores under q - p(.|x).

Statement   E_q[s_z] - grad log p(x) = sum_z (q_z - p(z|x)) s_z.
Form        The error is linear in the error of the posterior; for the exact posterior there is none.
Sources     liao2026
"""

from derivations.flow.operations import field, log_density, posterior, q
from derivations.vocabulary import scores, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import FiniteSum, Gradient
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="field_sub_score_eq",
    number="3.4",
    hypotheses=(),
    claim=Equal(field - Gradient(log_density(x), x), FiniteSum(z, (q - posterior(x)) * scores[z])),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
