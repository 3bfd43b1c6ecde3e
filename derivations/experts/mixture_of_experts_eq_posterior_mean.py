"""A mixture of experts is the posterior mean of its experts, read as scores.

Statement   With g the softmax gate of rows w_z = kappa_z mu_z and s_z the output of expert z at x: sum_z g_z s_z is the
            mean of s_z under the posterior of the mixture of the laws vMF(mu_z, kappa_z).
Form        The scores are learnt: nothing ties s_z to kappa_z mu_z, which the gate knows.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import gates, means, posterior, sizes, softmax
from derivations.vmf.operations import Density, Normalizer
from derivations.vocabulary import bias, scores, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Docs
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot, FiniteSum, Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits

law = posterior(sp.exp(bias[z]) / Normalizer(sizes[z]), Density(x, means[z], sizes[z]))

MIXTURE = ArrayEmission(
    name="mixture_of_experts",
    args=(gates[z], scores[z]),
    value=FiniteSum(z, gates[z] * scores[z]),
    signature=("gates: ArrayLike", "outputs: ArrayLike"),
    inputs="svflow_math.numerics.experts_inputs.mixture_inputs",
    returns=FiniteSum(z, gates[z] * scores[z]),
    spelled={gates[z]: "inputs.gates", scores[z]: "inputs.outputs"},
    docs=Docs(
        summary="Output of a mixture of experts: the mean of their outputs under the gate.",
        parameters={
            "gates": "Weights of the experts, shape (..., E).",
            "outputs": "Outputs of the experts, shape (..., E, d).",
        },
        returns="Outputs, shape (..., d).",
        raises="If shapes do not fit, a value is not finite, or the result overflows.",
        example=">>> mixture_of_experts([0.75, 0.25], [[4.0, 0.0], [0.0, 4.0]])\narray([3., 1.])",
    ),
)

THEOREM = Theorem(
    id="mixture_of_experts_eq_posterior_mean",
    number="7.2",
    hypotheses=(
        Unit(x, convenience="the identity holds for the same formula off the sphere; on it the densities are laws"),
        Unit(means[z], convenience="the identity holds for the same formula; the densities are laws for unit vectors"),
    ),
    claim=Equal(
        FiniteSum(z, softmax(Dot(sizes[z] * means[z], x) + bias[z]) * scores[z]), FiniteSum(z, law * scores[z])
    ),
    steps=(NormalForm(),),
    emits=(MIXTURE,),
    checks=(ArrayBits(2, "mixture_of_experts", condition=FiniteSum(z, sp.Abs(gates[z]) * Norm(scores[z]))),),
    cites=("liao2026",),
)
