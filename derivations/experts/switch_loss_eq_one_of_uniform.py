"""The Switch loss of uniform gates is one, however the tokens are counted.

Statement   For shares f of the tokens that sum to one, and mean gates P_z = 1/N of N experts: N sum_z f_z P_z = 1.
Form        With f counted per token instead, each sent to k experts, the shares sum to k and so does the loss: the
            convention is an argument of `switch_loss`.
Sources     fedus2022
"""

import sympy as sp

from derivations.experts.operations import factors, gates, width
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Docs
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits

GATES = {
    "gates": "Gates, shape (..., T, E): nonnegative scores of T tokens over E experts, divided by their sum over the "
    "experts; leading axes are those of layers.",
}
CONVENTIONS = {
    "mask": "Boolean, broadcasts to (..., T): True for tokens that count, False for padding.",
    "layers": "The 'mean' of the losses of the layers, the loss of 'each', or that of the 'pooled' tokens.",
}

SWITCH = ArrayEmission(
    name="switch_loss",
    args=(factors[z], gates[z]),
    value=width * FiniteSum(z, factors[z] * gates[z]),
    signature=(
        "gates: ArrayLike",
        "top_k: int = 1",
        "*",
        "assigned: ArrayLike | None = None",
        "mask: ArrayLike | None = None",
        'counts: str = "assignments"',
        'layers: str = "mean"',
    ),
    inputs="svflow_math.numerics.balance_inputs.switch_inputs",
    returns=width * FiniteSum(z, factors[z] * gates[z]),
    spelled={width: "inputs.width", factors[z]: "inputs.shares", gates[z]: "inputs.gates"},
    docs=Docs(
        summary="Balancing loss of the Switch Transformer: E times the sum of share of tokens times mean gate.",
        parameters={
            **GATES,
            "top_k": "Number of experts to which a token is sent, those of its largest gates; of equal ones the first.",
            "assigned": "Boolean, shape (..., T, E): where tokens are sent, in the place of the largest gates.",
            "counts": 'The share of an expert: of all "assignments", so that balanced loads give 1; of the "tokens", '
            'so that they give top_k; or "soft", its mean gate.',
            **CONVENTIONS,
        },
        returns="Loss, one number, or of shape (...) for each layer.",
        raises="If shapes do not fit, a gate is negative or not finite, a token has no gate, or a layer no token.",
        notes="Hard counts have no gradient in the gates, with soft ones the loss is differentiated in both factors: "
        "values agree with other implementations, gradients are a matter of what is held fixed. Pooling the tokens of "
        "layers hides that each of them is out of balance.",
        example=">>> switch_loss([[0.75, 0.25], [0.25, 0.75]]), switch_loss([[0.75, 0.25], [0.75, 0.25]])\n"
        "(np.float64(1.0), np.float64(1.5))",
    ),
)

THEOREM = Theorem(
    id="switch_loss_eq_one_of_uniform",
    number="7.2",
    hypotheses=(Law(gates[z], z, witness={K: 2, sp.Symbol("q"): [1, 1]}),),
    claim=Equal(width * FiniteSum(z, gates[z] / width), 1),
    steps=(NormalForm(),),
    emits=(SWITCH,),
    checks=(
        ArrayBits(2, "switch_loss", {factors[z]: gates[z]}, passed={"gates": (gates[z],)}, options={"counts": "soft"}),
    ),
    cites=("fedus2022",),
)
