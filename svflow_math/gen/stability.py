"""Stability: functions emitted from the records of derivations/stability.

EMITTED by `python -m derivations`; a change belongs in the record. Digest 169afe0af01d2012.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.last_axis import side_by_side
from svflow_math.numerics.law_centred import law_centred, pairings
from svflow_math.numerics.product_gap import product_gap_quotient
from svflow_math.numerics.row_products import plane_products, row_products
from svflow_math.numerics.stability_inputs import map_inputs, rate_inputs, replicator_inputs

__all__ = ["balance_invariant", "collapse_eigenvalues", "replicator_field"]


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def replicator_field(gates: ArrayLike, delta: ArrayLike, experts: ArrayLike) -> NDArray:
    """Velocity of gates under gradient flow on their logits: g_l (f_l - sum_m g_m f_m).

    Parameters
    ----------
    gates
        Gates, shape (..., N), nonnegative with sum 1; they stand for themselves over their sum.
    delta
        Gradient of the loss in the output of the mixture, shape (..., d).
    experts
        Outputs of the experts, shape (..., N, d); leading axes broadcast.

    Returns
    -------
        Velocities of the gates, shape (..., N); they sum to zero.

    Raises
    ------
    ValueError, TypeError
        If gates are negative or do not sum to 1, a value is not finite, shapes do not fit, or it overflows.

    Notes
    -----
    The fitness is f_l = -g_l <delta, E_l - y> with y = sum_l g_l E_l.

    Source: theorem ``replicator_field_sum_eq_zero`` (section 8.1).

    Examples
    --------
    >>> from svflow_math.stability import replicator_field
    >>> replicator_field([0.5, 0.5], [1.0, 0.0], [[1.0, 0.0], [-1.0, 0.0]])
    array([-0.25,  0.25])
    """
    inputs = replicator_inputs(gates=gates, delta=delta, experts=experts)
    pairing = pairings(inputs.gates, inputs.delta, inputs.experts)
    fitness = -inputs.gates * law_centred(inputs.gates, pairing)
    return inputs.result(inputs.gates * law_centred(inputs.gates, fitness))


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def collapse_eigenvalues(residual_norm: ArrayLike, restoring_rate: ArrayLike = 0.0, decay: ArrayLike = 0.0) -> NDArray:
    """Eigenvalues of the collapse of two experts, the larger first; it is stable where that is negative.

    Parameters
    ----------
    residual_norm
        Norm of the gradient of the loss in the output of the mixture, >= 0.
    restoring_rate
        Rate c at which balancing restores the difference of the logits, >= 0.
    decay
        Rate lambda at which the difference of the experts decays, >= 0; the three broadcast.

    Returns
    -------
        The two eigenvalues -(lambda + c)/2 +- sqrt((lambda - c)^2 + |r|^2)/2, shape (..., 2); the other d - 1, of
        what is orthogonal to the gradient, are -lambda.

    Raises
    ------
    ValueError, TypeError
        If a value is negative or not finite, shapes do not broadcast, or a result overflows.

    Notes
    -----
    The larger one is computed as a quotient by the smaller, the product of both without cancellation.

    Source: theorem ``balanced_growing_mode_eq`` (section 8.3).

    Examples
    --------
    >>> from svflow_math.stability import collapse_eigenvalues
    >>> collapse_eigenvalues(3.0, restoring_rate=4.0)
    array([ 0.5, -4.5])
    """
    inputs = rate_inputs(residual_norm=residual_norm, restoring_rate=restoring_rate, decay=decay)
    total = (
        (1 / 2) * inputs.restoring_rate
        + (1 / 2) * inputs.decay
        + np.hypot(-1 / 2 * inputs.restoring_rate + (1 / 2) * inputs.decay, (1 / 2) * inputs.residual_norm)
    )
    return inputs.result(
        side_by_side(
            product_gap_quotient(
                (1 / 2) * inputs.residual_norm,
                (1 / 2) * inputs.residual_norm,
                inputs.decay,
                inputs.restoring_rate,
                total,
            ),
            -total,
        )
    )


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def balance_invariant(w_q: ArrayLike, w_k: ArrayLike, rotary: bool = False) -> NDArray:
    """What gradient flow conserves of a head: W_Q W_Q^T - W_K W_K^T, or with rotary one number per plane.

    Parameters
    ----------
    w_q
        Query maps, shape (..., m, d), a row for each of the m dimensions of the head.
    w_k
        Key maps, shape (..., m, d); leading axes broadcast.
    rotary
        Whether the rotary embedding (half-split layout: rows i and i + m/2 are a plane) turns both.

    Returns
    -------
        The matrix, shape (..., m, m), or with rotary the numbers |q_i|^2 + |q_(i + m/2)|^2 - |k_i|^2 - |k_(i +
        m/2)|^2, shape (..., m/2).

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, m is odd with rotary, a value is not finite, or a result overflows.

    Notes
    -----
    With biases give [W b]. For grouped queries put the query maps of the group side by side, and zeros beside the
    key map.

    Source: theorem ``balance_eq_difference_mul_sum`` (section 8.4).

    Examples
    --------
    >>> from svflow_math.stability import balance_invariant
    >>> balance_invariant([[1.0, 0.0], [0.0, 1.0]], [[0.5, 0.0], [0.0, 0.0]])
    array([[0.75, 0.  ],
           [0.  , 1.  ]])
    """
    inputs = map_inputs(w_q=w_q, w_k=w_k, rotary=rotary)
    if rotary:
        return inputs.result(plane_products(inputs.w_q - inputs.w_k, inputs.w_q + inputs.w_k))
    return inputs.result(
        (1 / 2) * row_products(-inputs.w_k + inputs.w_q, inputs.w_k + inputs.w_q)
        + (1 / 2) * row_products(inputs.w_k + inputs.w_q, -inputs.w_k + inputs.w_q)
    )
