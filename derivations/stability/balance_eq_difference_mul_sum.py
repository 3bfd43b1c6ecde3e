"""The balance of queries and keys as products of their difference and their sum.

Statement   <q_i, q_j> - <k_i, k_j> = (<q_i - k_i, q_j + k_j> + <q_i + k_i, q_j - k_j>)/2 for rows q_i of W_Q and k_i of
            W_K.
Form        The entries of W_Q W_Q^T - W_K W_K^T. Where the maps are nearly balanced, the products on the left cancel
            and those on the right do not.
Sources     du2018; liao2026
"""

import numpy as np
import sympy as sp

from derivations.vocabulary import i, j, plane
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.array_primitives import PlaneProducts, RowProducts
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ArrayEmission, Docs, Option
from svflow_math.engine.record.terms import Dot, Norm, VectorFamily
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.regimes import RegimeBits

queries, keys = VectorFamily("q"), VectorFamily("k")
first, second = ((VectorFamily(q)[plane], VectorFamily(k)[plane]) for q, k in (("a", "b"), ("a'", "b'")))
balance = Dot(queries[i], queries[j]) - Dot(keys[i], keys[j])
half = sp.Rational(1, 2)

BALANCE_INVARIANT = ArrayEmission(
    name="balance_invariant",
    args=(queries[i], keys[i], *first, *second),
    signature=("w_q: ArrayLike", "w_k: ArrayLike", "rotary: bool = False"),
    inputs="svflow_math.numerics.stability_inputs.map_inputs",
    spelled={q: "inputs.w_q" for q in (queries[i], queries[j], first[0])}
    | {k: "inputs.w_k" for k in (keys[i], keys[j], first[1])},
    value=balance,
    returns=half * RowProducts(queries[i] - keys[i], queries[j] + keys[j])
    + half * RowProducts(queries[i] + keys[i], queries[j] - keys[j]),
    option=Option(
        parameter="rotary",
        value=sum((Dot(q, q) - Dot(k, k) for q, k in (first, second)), sp.S.Zero),
        returns=PlaneProducts(first[0] - first[1], first[0] + first[1], second[0] - second[1], second[0] + second[1]),
    ),
    docs=Docs(
        summary="What gradient flow conserves of a head: W_Q W_Q^T - W_K W_K^T, or with rotary one number per plane.",
        parameters={
            "w_q": "Query maps, shape (..., m, d), a row for each of the m dimensions of the head.",
            "w_k": "Key maps, shape (..., m, d); leading axes broadcast.",
            "rotary": "Whether the rotary embedding (half-split layout: rows i and i + m/2 are a plane) turns both.",
        },
        returns=(
            "The matrix, shape (..., m, m), or with rotary the numbers |q_i|^2 + |q_(i + m/2)|^2 - |k_i|^2 - "
            "|k_(i + m/2)|^2, shape (..., m/2)."
        ),
        raises="If shapes do not fit, m is odd with rotary, a value is not finite, or a result overflows.",
        example=(
            ">>> balance_invariant([[1.0, 0.0], [0.0, 1.0]], [[0.5, 0.0], [0.0, 0.0]])\n"
            "array([[0.75, 0.  ],\n       [0.  , 1.  ]])"
        ),
        notes=(
            "With biases give [W b]. For grouped queries put the query maps of the group side by side, and zeros "
            "beside the key map."
        ),
    ),
)


def maps(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Maps that differ, and maps that are nearly balanced."""
    shape = 2 * int(rng.integers(1, 4)), int(rng.integers(2, 6))
    w_q = rng.standard_normal(shape)
    return {"w_q": w_q, "w_k": w_q + 10 ** rng.uniform(-12, 1) * rng.standard_normal(shape)}


THEOREM = Theorem(
    id="balance_eq_difference_mul_sum",
    number="8.4",
    hypotheses=(),
    claim=Equal(
        balance,
        half * Dot(queries[i] - keys[i], queries[j] + keys[j]) + half * Dot(queries[i] + keys[i], queries[j] - keys[j]),
    ),
    steps=(NormalForm(),),
    emits=(BALANCE_INVARIANT,),
    checks=(
        RegimeBits(
            2,
            "balance_invariant",
            maps,
            {queries[i]: "w_q", keys[i]: "w_k"},
            against=Norm(queries[i] - keys[i]) * Norm(queries[j] + keys[j]),
        ),
        RegimeBits(
            2,
            "balance_invariant",
            maps,
            {first[0]: ("w_q", 0), first[1]: ("w_k", 0), second[0]: ("w_q", 1), second[1]: ("w_k", 1)},
            option=True,
            against=sum(Norm(q - k) * Norm(q + k) for q, k in (first, second)),
        ),
    ),
    cites=("du2018", "liao2026"),
)
