"""Gradient descent on the logits moves the gates by a replicator equation with fitness -g_l <delta, E_l - y>.

Statement   A step a_l - t dL/da_l with dL/da_l = g_l <delta, E_l - y> changes the gate g_l by t g_l (f_l - sum_m g_m
            f_m) + O(t^2), with the fitness f_l = -g_l <delta, E_l - y>.
Form        The fitness holds the gate itself: an expert with a small gate cannot rise fast, however good it is.
Sources     hofbauer1998; liao2026
"""

from derivations.stability.operations import delta, experts, l, logits, mean, softmax
from derivations.vocabulary import t
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem


def fitness(gate):
    """-g_l <delta, E_l - y>."""
    return -gate * Dot(delta, experts[l] - mean(gate, experts[l]))


def replicator(gate):
    """g_l (f_l - sum_m g_m f_m)."""
    return gate * (fitness(gate) - mean(gate, fitness(gate)))


before = softmax(logits[l])
after = softmax(logits[l] + t * fitness(before))

THEOREM = Theorem(
    id="gradient_step_sub_replicator_isBigO",
    number="8.1",
    hypotheses=(),
    claim=OrderOf(after - before - t * replicator(before), t, 2),
    steps=(Taylor(),),
    cites=("hofbauer1998", "liao2026"),
)
