"""The squared coefficient of variation is the Switch loss of equal shares, less one.

Statement   For a law P over N experts: the variance of N P_z over the experts is N sum_z P_z^2 - 1.
Form        N P_z has mean one, so its variance is the squared coefficient of variation of any multiple of P. With the
            sample variance, divided by N - 1, it is N/(N - 1) times that: an argument of `squared_cv_loss`.
Sources     fedus2022
"""

import sympy as sp

from derivations.experts.operations import freedom, gates, width
from derivations.experts.switch_loss_eq_one_of_uniform import CONVENTIONS, GATES
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Docs
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits

SQUARED_CV = ArrayEmission(
    name="squared_cv_loss",
    args=(gates[z], freedom),
    value=FiniteSum(z, (width * gates[z] - 1) ** 2) / (width - freedom),
    signature=(
        "gates: ArrayLike",
        "top_k: int | None = None",
        "*",
        "mask: ArrayLike | None = None",
        "ddof: int = 0",
        'layers: str = "mean"',
    ),
    inputs="svflow_math.numerics.balance_inputs.variation_inputs",
    returns=FiniteSum(z, (width * gates[z] - 1) ** 2) / (width - freedom),
    spelled={width: "inputs.width", gates[z]: "inputs.gates", freedom: "inputs.correction"},
    docs=Docs(
        summary="Squared coefficient of variation of the experts' importance or load.",
        parameters={
            **GATES,
            "top_k": "None: importance, the sum of an expert's gates; else its load, the number of tokens for which it "
            "is among the top_k.",
            "ddof": "0: variance over the E experts; 1: the sample variance, divided by E - 1.",
            **CONVENTIONS,
        },
        returns="Loss, one number, or of shape (...) for each layer.",
        raises="If shapes do not fit, a gate is negative or not finite, a token has no gate, or a layer no token.",
        example=">>> squared_cv_loss([[0.75, 0.25]]), squared_cv_loss([[0.75, 0.25]], ddof=1)\n"
        "(np.float64(0.25), np.float64(0.5))",
    ),
)

THEOREM = Theorem(
    id="squared_cv_eq_switch_loss_sub_one",
    number="7.2",
    hypotheses=(Law(gates[z], z, witness={K: 2, sp.Symbol("q"): [0.25, 0.25]}),),
    claim=Equal(FiniteSum(z, (width * gates[z] - 1) ** 2) / width, width * FiniteSum(z, gates[z] ** 2) - 1),
    steps=(NormalForm(),),
    emits=(SQUARED_CV,),
    checks=(
        ArrayBits(
            2,
            "squared_cv_loss",
            {freedom: 0},
            condition=FiniteSum(z, (width * gates[z]) ** 2) / width,
            passed={"gates": (gates[z],)},
        ),
    ),
    cites=("fedus2022",),
)
