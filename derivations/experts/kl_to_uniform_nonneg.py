"""The divergence of the uniform law from a gate is not negative.

Statement   For a law g > 0 over N experts: -(1/N) sum_z log(N g_z) >= 0.
Form        KL(uniform || g): it is infinite where a gate vanishes, so no expert can be given up for free.
Sources     fedus2022
"""

import sympy as sp

from derivations.experts.operations import gates, width
from derivations.experts.switch_loss_eq_one_of_uniform import CONVENTIONS, GATES
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.bounds import TangentOfLogarithm, Termwise
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.emission import ArrayEmission, Docs
from svflow_math.engine.record.hypothesis import Law, Positive
from svflow_math.engine.record.primitives import LogRemainder
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits

ratio = width * gates[z]
divergence = -FiniteSum(z, sp.log(ratio)) / width
q = sp.Symbol("q")

KL = ArrayEmission(
    name="kl_to_uniform_loss",
    args=(gates[z],),
    value=divergence,
    signature=(
        "gates: ArrayLike",
        "*",
        "mask: ArrayLike | None = None",
        'of: str = "tokens"',
        'layers: str = "mean"',
    ),
    inputs="svflow_math.numerics.balance_inputs.uniform_inputs",
    returns=FiniteSum(z, LogRemainder(ratio - 1, ratio)) / width,
    spelled={width: "inputs.width", gates[z]: "inputs.gates"},
    docs=Docs(
        summary="Balancing loss KL(uniform || gate), the mean over the tokens or of the mean gate.",
        parameters={
            **GATES,
            "of": "'tokens': the mean of the divergences of the tokens' gates; 'mean': that of their mean.",
            **CONVENTIONS,
        },
        returns="Loss, one number, or of shape (...) for each layer; inf where a gate vanishes.",
        raises="If shapes do not fit, a gate is negative or not finite, a token has no gate, or a layer no token.",
        example=">>> kl_to_uniform_loss([[0.5, 0.5]]), kl_to_uniform_loss([[0.75, 0.25]]).round(6)\n"
        "(np.float64(0.0), np.float64(0.143841))",
    ),
)

THEOREM = Theorem(
    id="kl_to_uniform_nonneg",
    number="7.2",
    hypotheses=(
        Law(gates[z], z, witness={K: 2, q: [1, 1]}),
        Positive(gates[z], witness={K: 2, q: [0, 1]}),
    ),
    claim=Bound(0, divergence),
    steps=(
        Termwise(z, 1 / width, sp.log(ratio), ratio - 1, note="The ratios N g_z have mean one."),
        TangentOfLogarithm(ratio, sp.S.One),
    ),
    emits=(KL,),
    checks=(
        ArrayBits(
            2,
            "kl_to_uniform_loss",
            condition=1 + FiniteSum(z, sp.Abs(sp.log(ratio))) / width,
            passed={"gates": (gates[z],)},
        ),
    ),
    cites=("fedus2022",),
)
