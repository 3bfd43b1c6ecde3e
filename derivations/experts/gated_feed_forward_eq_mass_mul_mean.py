"""A gated layer is a mean of scores that depend on the point, weighted by its gate.

Statement   For Z = sum_z phi(a_z) not zero: sum_z phi(a_z) b_z(x) v_z = Z E_q[s_z(x)] with q_z = phi(a_z)/Z and the
            scores s_z(x) = b_z(x) v_z.
Form        Read so, the weights of SwiGLU are those of SiLU: their negative mass is at most the width times W(1/e).
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import ACTIVATIONS, a, activations, factors, gate_rows, hidden_mass, in_rows
from derivations.vocabulary import K, bias, shift, values, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Choices, Docs
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.primitives import RowFactor
from svflow_math.engine.record.terms import Dot, FiniteSum, Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits

SCALE = Norm(shift) + FiniteSum(
    z,
    sp.exp(2 * Norm(x) * Norm(gate_rows[z])) * (Norm(x) * Norm(in_rows[z]) + sp.Abs(bias[z])) * Norm(values[z]),
)
"""No activation, nor its derivative times the size of its input, exceeds e^(2 |a|)."""
score = factors[z] * values[z]

FEED_FORWARD = ArrayEmission(
    name="feed_forward",
    args=(x, in_rows[z], values[z], gate_rows[z], bias[z], shift),
    value=FiniteSum(z, activations[z] * (Dot(x, in_rows[z]) + bias[z]) * values[z]) + shift,
    signature=(
        "x: ArrayLike",
        "w_in: ArrayLike",
        "w_out: ArrayLike",
        "w_gate: ArrayLike | None = None",
        'activation: str = "silu"',
        "b_in: ArrayLike | None = None",
        "b_out: ArrayLike | None = None",
    ),
    inputs="svflow_math.numerics.experts_inputs.feed_forward_inputs",
    returns=FiniteSum(z, activations[z] * RowFactor(x, in_rows[z], bias[z]) * values[z]) + shift,
    spelled={values[z]: "inputs.outputs", shift: "inputs.shift"},
    columns=(values[z],),
    choices=Choices(
        parameter="activation", variables=(a,), symbol=activations[z], at="inputs.logits", named=ACTIVATIONS
    ),
    docs=Docs(
        summary="Feed-forward layer: the outputs of the hidden units, weighted by their activations.",
        parameters={
            "x": "Inputs, shape (..., d).",
            "w_in": "Input rows of the hidden units, shape (m, d).",
            "w_out": "Output weights, shape (d_out, m).",
            "w_gate": "Gate rows, shape (m, d): the activation is of <w_gate, x>, and multiplies <w_in, x> + b_in. "
            "Without them it is of <w_in, x> + b_in, and multiplies nothing.",
            "activation": "One of silu, gelu, gelu_tanh, relu, exp.",
            "b_in": "Added to <w_in, x>, shape (m,).",
            "b_out": "Added to the output, shape (d_out,).",
        },
        returns="Outputs, shape (..., d_out).",
        raises="If shapes do not fit, a value is not finite, the activation is another, or the result overflows.",
        example=">>> feed_forward([1.0, 0.0], [[2.0, 0.0], [-2.0, 0.0]], [[1.0, 1.0]], activation='relu')\narray([2.])",
    ),
)

THEOREM = Theorem(
    id="gated_feed_forward_eq_mass_mul_mean",
    number="7.3",
    hypotheses=(
        NonZero(
            hidden_mass,
            witness={
                K: 2,
                sp.Symbol("varphi"): [1, -1],
                sp.Symbol("c"): [1, 1],
                values[z].args[0]: [[1, 0], [0, 1]],
            },
        ),
    ),
    claim=Equal(
        FiniteSum(z, activations[z] * factors[z] * values[z]),
        hidden_mass * FiniteSum(z, activations[z] / hidden_mass * score),
    ),
    steps=(NormalForm(),),
    emits=(FEED_FORWARD,),
    checks=(ArrayBits(2, "feed_forward", condition=SCALE, at=(Dot(x, gate_rows[z]),)),),
    cites=("liao2026",),
)
