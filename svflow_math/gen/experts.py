"""Experts: functions emitted from the records of derivations/experts.

EMITTED by `python -m derivations`; a change belongs in the record. Digest a180e9d7a7e588a7.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.activations import normal_cdf, positive_part, sigmoid
from svflow_math.numerics.balance_inputs import switch_inputs, uniform_inputs, variation_inputs
from svflow_math.numerics.checks import chosen
from svflow_math.numerics.experts_inputs import feed_forward_inputs, gate_inputs, mixture_inputs
from svflow_math.numerics.last_axis import contract, total
from svflow_math.numerics.log1p_remainder import log1p_remainder

__all__ = ["feed_forward", "gate", "kl_to_uniform_loss", "mixture_of_experts", "squared_cv_loss", "switch_loss"]


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def gate(
    x: ArrayLike, weight: ArrayLike, bias: ArrayLike | None = None, top_k: int | None = None, renormalize: bool = True
) -> NDArray:
    """Softmax gate over experts: the posterior of the mixture that its rows describe.

    Parameters
    ----------
    x
        Inputs, shape (..., d).
    weight
        Rows of the experts, shape (E, d).
    bias
        Added to the logits, shape (E,); -inf takes an expert out.
    top_k
        Number of experts that are kept, of largest logits, of equal ones the first; all if None.
    renormalize
        Whether the weights of the kept experts are divided by their sum.

    Returns
    -------
        Weights, shape (..., E), zero for experts that are not kept.

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a value is not finite, or a logit overflows.

    Notes
    -----
    The softmax runs over all experts before any is dropped. With one expert kept and renormalised, the weight is 1
    whatever the logits, so that no gradient reaches the gate: a UserWarning says so.

    Source: theorem ``gate_eq_vmf_posterior`` (section 7.1).

    Examples
    --------
    >>> from svflow_math.experts import gate
    >>> gate([1.0, 0.0], [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]], top_k=2).round(4)
    array([0.7311, 0.    , 0.2689])
    """
    inputs = gate_inputs(x=x, weight=weight, bias=bias, top_k=top_k, renormalize=renormalize)
    likelihood = np.exp(-inputs.top + inputs.logits)
    return inputs.result(inputs.kept * likelihood / total(inputs.counted * likelihood))


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def mixture_of_experts(gates: ArrayLike, outputs: ArrayLike) -> NDArray:
    """Output of a mixture of experts: the mean of their outputs under the gate.

    Parameters
    ----------
    gates
        Weights of the experts, shape (..., E).
    outputs
        Outputs of the experts, shape (..., E, d).

    Returns
    -------
        Outputs, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a value is not finite, or the result overflows.

    Notes
    -----
    Source: theorem ``mixture_of_experts_eq_posterior_mean`` (section 7.2).

    Examples
    --------
    >>> from svflow_math.experts import mixture_of_experts
    >>> mixture_of_experts([0.75, 0.25], [[4.0, 0.0], [0.0, 4.0]])
    array([3., 1.])
    """
    inputs = mixture_inputs(gates=gates, outputs=outputs)
    return inputs.result(contract(inputs.gates, inputs.outputs))


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def switch_loss(
    gates: ArrayLike,
    top_k: int = 1,
    *,
    assigned: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    counts: str = "assignments",
    layers: str = "mean",
) -> NDArray:
    """Balancing loss of the Switch Transformer: E times the sum of share of tokens times mean gate.

    Parameters
    ----------
    gates
        Gates, shape (..., T, E): nonnegative scores of T tokens over E experts, divided by their sum over the
        experts; leading axes are those of layers.
    top_k
        Number of experts to which a token is sent, those of its largest gates; of equal ones the first.
    assigned
        Boolean, shape (..., T, E): where tokens are sent, in the place of the largest gates.
    counts
        The share of an expert: of all "assignments", so that balanced loads give 1; of the "tokens", so that they
        give top_k; or "soft", its mean gate.
    mask
        Boolean, broadcasts to (..., T): True for tokens that count, False for padding.
    layers
        The 'mean' of the losses of the layers, the loss of 'each', or that of the 'pooled' tokens.

    Returns
    -------
        Loss, one number, or of shape (...) for each layer.

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a gate is negative or not finite, a token has no gate, or a layer no token.

    Notes
    -----
    Hard counts have no gradient in the gates, with soft ones the loss is differentiated in both factors: values
    agree with other implementations, gradients are a matter of what is held fixed. Pooling the tokens of layers
    hides that each of them is out of balance.

    Source: theorem ``switch_loss_eq_one_of_uniform`` (section 7.2).

    Examples
    --------
    >>> from svflow_math.experts import switch_loss
    >>> switch_loss([[0.75, 0.25], [0.25, 0.75]]), switch_loss([[0.75, 0.25], [0.75, 0.25]])
    (np.float64(1.0), np.float64(1.5))
    """
    inputs = switch_inputs(gates=gates, top_k=top_k, assigned=assigned, mask=mask, counts=counts, layers=layers)
    return inputs.result(inputs.width * total(inputs.shares * inputs.gates))


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def squared_cv_loss(
    gates: ArrayLike, top_k: int | None = None, *, mask: ArrayLike | None = None, ddof: int = 0, layers: str = "mean"
) -> NDArray:
    """Squared coefficient of variation of the experts' importance or load.

    Parameters
    ----------
    gates
        Gates, shape (..., T, E): nonnegative scores of T tokens over E experts, divided by their sum over the
        experts; leading axes are those of layers.
    top_k
        None: importance, the sum of an expert's gates; else its load, the number of tokens for which it is among
        the top_k.
    ddof
        0: variance over the E experts; 1: the sample variance, divided by E - 1.
    mask
        Boolean, broadcasts to (..., T): True for tokens that count, False for padding.
    layers
        The 'mean' of the losses of the layers, the loss of 'each', or that of the 'pooled' tokens.

    Returns
    -------
        Loss, one number, or of shape (...) for each layer.

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a gate is negative or not finite, a token has no gate, or a layer no token.

    Notes
    -----
    Source: theorem ``squared_cv_eq_switch_loss_sub_one`` (section 7.2).

    Examples
    --------
    >>> from svflow_math.experts import squared_cv_loss
    >>> squared_cv_loss([[0.75, 0.25]]), squared_cv_loss([[0.75, 0.25]], ddof=1)
    (np.float64(0.25), np.float64(0.5))
    """
    inputs = variation_inputs(gates=gates, top_k=top_k, mask=mask, ddof=ddof, layers=layers)
    return inputs.result(
        total((inputs.gates * inputs.width - 1) * (inputs.gates * inputs.width - 1))
        / (-inputs.correction + inputs.width)
    )


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def kl_to_uniform_loss(
    gates: ArrayLike, *, mask: ArrayLike | None = None, of: str = "tokens", layers: str = "mean"
) -> NDArray:
    """Balancing loss KL(uniform || gate), the mean over the tokens or of the mean gate.

    Parameters
    ----------
    gates
        Gates, shape (..., T, E): nonnegative scores of T tokens over E experts, divided by their sum over the
        experts; leading axes are those of layers.
    of
        'tokens': the mean of the divergences of the tokens' gates; 'mean': that of their mean.
    mask
        Boolean, broadcasts to (..., T): True for tokens that count, False for padding.
    layers
        The 'mean' of the losses of the layers, the loss of 'each', or that of the 'pooled' tokens.

    Returns
    -------
        Loss, one number, or of shape (...) for each layer; inf where a gate vanishes.

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a gate is negative or not finite, a token has no gate, or a layer no token.

    Notes
    -----
    Source: theorem ``kl_to_uniform_nonneg`` (section 7.2).

    Examples
    --------
    >>> from svflow_math.experts import kl_to_uniform_loss
    >>> kl_to_uniform_loss([[0.5, 0.5]]), kl_to_uniform_loss([[0.75, 0.25]]).round(6)
    (np.float64(0.0), np.float64(0.143841))
    """
    inputs = uniform_inputs(gates=gates, mask=mask, of=of, layers=layers)
    return inputs.result(
        total(log1p_remainder(inputs.gates * inputs.width - 1, inputs.gates * inputs.width)) / inputs.width
    )


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def feed_forward(
    x: ArrayLike,
    w_in: ArrayLike,
    w_out: ArrayLike,
    w_gate: ArrayLike | None = None,
    activation: str = "silu",
    b_in: ArrayLike | None = None,
    b_out: ArrayLike | None = None,
) -> NDArray:
    """Feed-forward layer: the outputs of the hidden units, weighted by their activations.

    Parameters
    ----------
    x
        Inputs, shape (..., d).
    w_in
        Input rows of the hidden units, shape (m, d).
    w_out
        Output weights, shape (d_out, m).
    w_gate
        Gate rows, shape (m, d): the activation is of <w_gate, x>, and multiplies <w_in, x> + b_in. Without them it
        is of <w_in, x> + b_in, and multiplies nothing.
    activation
        One of silu, gelu, gelu_tanh, relu, exp.
    b_in
        Added to <w_in, x>, shape (m,).
    b_out
        Added to the output, shape (d_out,).

    Returns
    -------
        Outputs, shape (..., d_out).

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a value is not finite, the activation is another, or the result overflows.

    Notes
    -----
    Source: theorem ``gated_feed_forward_eq_mass_mul_mean`` (section 7.3).

    Examples
    --------
    >>> from svflow_math.experts import feed_forward
    >>> feed_forward([1.0, 0.0], [[2.0, 0.0], [-2.0, 0.0]], [[1.0, 1.0]], activation='relu')
    array([2.])
    """
    inputs = feed_forward_inputs(x=x, w_in=w_in, w_out=w_out, w_gate=w_gate, b_in=b_in, b_out=b_out)
    varphi = chosen("activation", activation, _ACTIVATIONS)(inputs.logits)
    return inputs.result(inputs.shift + contract(varphi * inputs.factor, inputs.outputs))


def _silu(a: NDArray) -> NDArray:
    return a * sigmoid(a)


def _gelu(a: NDArray) -> NDArray:
    return a * normal_cdf(a)


def _gelu_tanh(a: NDArray) -> NDArray:
    return a * sigmoid(2 * np.sqrt(2) * ((8943 / 200000) * a**3 + a) / np.sqrt(np.pi))


def _relu(a: NDArray) -> NDArray:
    return positive_part(a)


def _exp(a: NDArray) -> NDArray:
    return np.exp(a)


_ACTIVATIONS = {"silu": _silu, "gelu": _gelu, "gelu_tanh": _gelu_tanh, "relu": _relu, "exp": _exp}
