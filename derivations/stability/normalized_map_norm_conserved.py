"""With normalised queries and keys, gradient flow conserves the size of the query map and that of the key map.

Statement   For any smooth loss of the normalised queries N(W_Q x_i), none of them zero: the derivative of the loss
            along the multiples s W_Q of the map is zero for s > 0. The same holds for keys.
Form        At s = 1 the derivative is the inner product of W_Q and the gradient, so that |W_Q|_F^2 is conserved, per
            head. Gains, rotations and what keys do may be anything. It takes a norm without an added epsilon.
Sources     li2020; liao2026
"""

import sympy as sp

from derivations.stability.operations import loss, of_outputs
from derivations.vocabulary import i, n, points, query_map
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Differential, Normalize
from svflow_math.engine.record.theorem import Theorem

scale = sp.Symbol("s", positive=True)

THEOREM = Theorem(
    id="normalized_map_norm_conserved",
    number="8.4",
    hypotheses=(
        NonZero(
            query_map(points[i]),
            witness={n: 1, query_map: [[0, 0], [0, 0]], points[i].args[0]: [[1, 0]]},
        ),
    ),
    claim=Equal(Differential(loss(of_outputs(Normalize(scale * query_map(points[i])))), scale, sp.S.One), 0),
    steps=(NormalForm(),),
    cites=("li2020", "liao2026"),
)
