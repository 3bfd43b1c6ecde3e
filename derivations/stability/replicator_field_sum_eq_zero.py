"""The replicator field of the gates keeps them a law.

Statement   For a law g, y = sum_l g_l E_l and the fitness f_l = -g_l <delta, E_l - y>: sum_l g_l (f_l - sum_m g_m f_m)
            = 0.
Form        The field vanishes where a gate does: no expert comes back from zero.
Sources     hofbauer1998; liao2026
"""

import numpy as np
import sympy as sp

from derivations.stability.gradient_step_sub_replicator_isBigO import replicator
from derivations.stability.operations import N, delta, experts, gates, l
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.array_primitives import LawCentred, Pairings
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Docs, Let
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import FiniteSum, ScalarFamily
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.regimes import RegimeBits

pairing, fitness = ScalarFamily("pairing")[l], ScalarFamily("fitness")[l]

REPLICATOR_FIELD = ArrayEmission(
    name="replicator_field",
    args=(gates[l], delta, experts[l]),
    signature=("gates: ArrayLike", "delta: ArrayLike", "experts: ArrayLike"),
    inputs="svflow_math.numerics.stability_inputs.replicator_inputs",
    spelled={gates[l]: "inputs.gates", delta: "inputs.delta", experts[l]: "inputs.experts"},
    value=replicator(gates[l]),
    lets=(
        Let(pairing, Pairings(gates[l], delta, experts[l])),
        Let(fitness, -gates[l] * LawCentred(gates[l], pairing)),
    ),
    returns=gates[l] * LawCentred(gates[l], fitness),
    docs=Docs(
        summary="Velocity of gates under gradient flow on their logits: g_l (f_l - sum_m g_m f_m).",
        parameters={
            "gates": "Gates, shape (..., N), nonnegative with sum 1; they stand for themselves over their sum.",
            "delta": "Gradient of the loss in the output of the mixture, shape (..., d).",
            "experts": "Outputs of the experts, shape (..., N, d); leading axes broadcast.",
        },
        returns="Velocities of the gates, shape (..., N); they sum to zero.",
        raises="If gates are negative or do not sum to 1, a value is not finite, shapes do not fit, or it overflows.",
        example=(">>> replicator_field([0.5, 0.5], [1.0, 0.0], [[1.0, 0.0], [-1.0, 0.0]])\narray([-0.25,  0.25])"),
        notes="The fitness is f_l = -g_l <delta, E_l - y> with y = sum_l g_l E_l.",
    ),
)


def gates_and_experts(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Laws from even to nearly certain, experts from apart to nearly equal."""
    size, dim = int(rng.integers(2, 6)), int(rng.integers(2, 5))
    mass = np.exp(rng.uniform(0, 40) * rng.standard_normal(size))
    common = 10 ** rng.uniform(-3, 3) * rng.standard_normal(dim)
    return {
        "gates": mass / mass.sum(),
        "delta": rng.standard_normal(dim),
        "experts": common + rng.standard_normal((size, dim)),
    }


THEOREM = Theorem(
    id="replicator_field_sum_eq_zero",
    number="8.1",
    hypotheses=(
        Law(
            gates[l],
            l,
            witness={
                N: 2,
                sp.Symbol("g"): [1, 1],
                experts[l].args[0]: [[1, 0], [2, 0]],
                delta: [1, 0],
            },
        ),
    ),
    claim=Equal(FiniteSum(l, replicator(gates[l])), 0),
    steps=(NormalForm(),),
    emits=(REPLICATOR_FIELD,),
    checks=(
        RegimeBits(
            3,
            "replicator_field",
            gates_and_experts,
            {gates[l]: "gates", delta: "delta", experts[l]: "experts"},
            at={gates[l]: gates[l] / FiniteSum(l, gates[l])},
        ),
    ),
    cites=("hofbauer1998", "liao2026"),
)
