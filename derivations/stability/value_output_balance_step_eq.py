"""Gradient flow of attention conserves W_V W_V^T - W_O^T W_O in each head, with the rotary embedding or without.

Statement   For a loss that depends on W_V and W_O through W_O W_V, with gradient G in it: after the step W_V - t W_O^T
            G, W_O - t G W_V^T the pairing of W_V W_V^T - W_O^T W_O with u and v has changed by exactly t^2 (<G^T W_O u,
            G^T W_O v> - <G W_V^T u, G W_V^T v>).
Form        Nothing of first order in t. The attention weights may be anything: rotations act on queries and keys only.
Sources     du2018; liao2026
"""

from derivations.stability.operations import G, gram_difference, step
from derivations.vocabulary import output_map, u, v, value_map
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Adjoint
from svflow_math.engine.record.theorem import Theorem


def value_drift(w):
    """G^T W_O w."""
    return Adjoint(G)(output_map(w))


def output_drift(w):
    """G W_V^T w."""
    return G(Adjoint(value_map)(w))


before = gram_difference(Adjoint(value_map), output_map, u, v)
after = gram_difference(
    lambda w: Adjoint(value_map)(w) - step * value_drift(w), lambda w: output_map(w) - step * output_drift(w), u, v
)

THEOREM = Theorem(
    id="value_output_balance_step_eq",
    number="8.4",
    hypotheses=(),
    claim=Equal(after - before, step**2 * gram_difference(value_drift, output_drift, u, v)),
    steps=(NormalForm(),),
    cites=("du2018", "liao2026"),
)
