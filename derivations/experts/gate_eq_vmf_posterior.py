"""A softmax gate reads the concentration and the mean direction of an expert off its row.

Statement   For |x| = 1 and rows w_z that are not zero: softmax_z(<w_z, x> + b_z) is the posterior of the mixture of
            the laws vMF(N(w_z), |w_z|) with prior proportional to e^(b_z)/C_d(|w_z|).
Form        The prior is e^b corrected by the normaliser: experts with long rows are narrow, and their prior is raised.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import counted, density, gate, kept, likelihood, posterior, rows, top
from derivations.vmf.operations import Normalizer
from derivations.vocabulary import K, bias, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Docs, Let
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.primitives import RowLogit
from svflow_math.engine.record.terms import FiniteSum, Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits

SCALE = gate * (1 + FiniteSum(z, Norm(x) * Norm(rows[z]) + sp.Abs(bias[z])))
"""A relative error of the weights is an absolute one of the logits."""

GATE = ArrayEmission(
    name="gate",
    args=(x, rows[z], bias[z]),
    value=kept * gate / FiniteSum(z, counted * gate),
    signature=(
        "x: ArrayLike",
        "weight: ArrayLike",
        "bias: ArrayLike | None = None",
        "top_k: int | None = None",
        "renormalize: bool = True",
    ),
    inputs="svflow_math.numerics.experts_inputs.gate_inputs",
    lets=(Let(likelihood, sp.exp(RowLogit(x, rows[z], bias[z]) - top)),),
    returns=kept * likelihood / FiniteSum(z, counted * likelihood),
    spelled={top: "inputs.top", kept: "inputs.kept", counted: "inputs.counted"},
    docs=Docs(
        summary="Softmax gate over experts: the posterior of the mixture that its rows describe.",
        parameters={
            "x": "Inputs, shape (..., d).",
            "weight": "Rows of the experts, shape (E, d).",
            "bias": "Added to the logits, shape (E,); -inf takes an expert out.",
            "top_k": "Number of experts that are kept, of largest logits, of equal ones the first; all if None.",
            "renormalize": "Whether the weights of the kept experts are divided by their sum.",
        },
        returns="Weights, shape (..., E), zero for experts that are not kept.",
        raises="If shapes do not fit, a value is not finite, or a logit overflows.",
        notes="The softmax runs over all experts before any is dropped. With one expert kept and renormalised, the "
        "weight is 1 whatever the logits, so that no gradient reaches the gate: a UserWarning says so.",
        example=">>> gate([1.0, 0.0], [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]], top_k=2).round(4)\n"
        "array([0.7311, 0.    , 0.2689])",
    ),
)

THEOREM = Theorem(
    id="gate_eq_vmf_posterior",
    number="7.1",
    hypotheses=(
        Unit(x, convenience="the identity holds for the same formula off the sphere; on it the densities are laws"),
        NonZero(rows[z], witness={x: [1, 0], K: 2, z: 0, rows[z].args[0]: [[0, 0], [0, 1]]}),
    ),
    claim=Equal(gate, posterior(sp.exp(bias[z]) / Normalizer(Norm(rows[z])), density)),
    steps=(NormalForm(),),
    emits=(GATE,),
    checks=(ArrayBits(2, "gate", {kept: 1, counted: 1}, condition=SCALE),),
    cites=("liao2026",),
)
