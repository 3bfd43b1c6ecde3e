"""The larger eigenvalue of the collapse with decay and balancing, and its mode.

Statement   For mu = -(lambda + c)/2 + sqrt((lambda - c)^2 + |r|^2)/2 the linear part sends (-|r|/2 N(r), mu + lambda)
            to mu times itself; r != 0. Both sides are paired with a generic (U, zeta).
Form        The matrix is symmetric, so that its eigenvalues are real: states drift, they do not oscillate.
Sources     fedus2022; liao2026
"""

import numpy as np
import sympy as sp

from derivations.stability.operations import (
    U,
    any_decay,
    any_restoring,
    eigenvalues,
    linear_part,
    paired,
    r,
    zeta,
)
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.array_primitives import ProductGapQuotient
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Docs, Let
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.primitives import Hypot
from svflow_math.engine.record.terms import Norm, Normalize
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.regimes import RegimeBits

value, other_value = eigenvalues(any_decay, any_restoring)
mode = -Norm(r) / 2 * Normalize(r), value + any_decay

size = sp.Symbol("residual_norm", nonnegative=True)
total = sp.Symbol("total", nonnegative=True)

COLLAPSE_EIGENVALUES = ArrayEmission(
    name="collapse_eigenvalues",
    args=(size, any_restoring, any_decay),
    signature=("residual_norm: ArrayLike", "restoring_rate: ArrayLike = 0.0", "decay: ArrayLike = 0.0"),
    inputs="svflow_math.numerics.stability_inputs.rate_inputs",
    spelled={size: "inputs.residual_norm", any_restoring: "inputs.restoring_rate", any_decay: "inputs.decay"},
    value=(value.xreplace({Norm(r): size}), other_value.xreplace({Norm(r): size})),
    lets=(Let(total, any_decay / 2 + any_restoring / 2 + Hypot(any_decay / 2 - any_restoring / 2, size / 2)),),
    returns=(ProductGapQuotient(size / 2, size / 2, any_decay, any_restoring, total), -total),
    docs=Docs(
        summary="Eigenvalues of the collapse of two experts, the larger first; it is stable where that is negative.",
        parameters={
            "residual_norm": "Norm of the gradient of the loss in the output of the mixture, >= 0.",
            "restoring_rate": "Rate c at which balancing restores the difference of the logits, >= 0.",
            "decay": "Rate lambda at which the difference of the experts decays, >= 0; the three broadcast.",
        },
        returns=(
            "The two eigenvalues -(lambda + c)/2 +- sqrt((lambda - c)^2 + |r|^2)/2, shape (..., 2); the other d - 1, "
            "of what is orthogonal to the gradient, are -lambda."
        ),
        raises="If a value is negative or not finite, shapes do not broadcast, or a result overflows.",
        example=">>> collapse_eigenvalues(3.0, restoring_rate=4.0)\narray([ 0.5, -4.5])",
        notes="The larger one is computed as a quotient by the smaller, the product of both without cancellation.",
    ),
)


def rates(rng: np.random.Generator) -> dict[str, float]:
    """Sizes over the range of doubles, rates that are zero, and the threshold of stability."""
    size, restoring, decay = (10 ** rng.uniform(-100, 100, size=3)).tolist()
    kind = int(rng.integers(4))
    if kind == 0:
        restoring, decay = size * 10 ** rng.uniform(0, 20), 0.0
    elif kind == 1:
        restoring = 0.0
    elif kind == 2:
        decay = size * 10 ** rng.uniform(-3, 3)
        restoring = size / decay * size / 4 * (1 + rng.uniform(-1, 1) * 10 ** rng.uniform(-17, 0))
    return {"residual_norm": size, "restoring_rate": restoring, "decay": decay}


THEOREM = Theorem(
    id="balanced_growing_mode_eq",
    number="8.3",
    hypotheses=(NonZero(r, witness={r: [0, 0], U: [1, 0], zeta: 1, any_decay: 1, any_restoring: 1}),),
    claim=Equal(paired(linear_part(*mode, any_decay, any_restoring)), value * paired(mode)),
    steps=(NormalForm(),),
    emits=(COLLAPSE_EIGENVALUES,),
    checks=(
        RegimeBits(
            2,
            "collapse_eigenvalues",
            rates,
            {size: "residual_norm", any_restoring: "restoring_rate", any_decay: "decay"},
        ),
    ),
    cites=("fedus2022", "liao2026"),
)
