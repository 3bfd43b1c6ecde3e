"""The ambient score of a von Mises-Fisher density.

Statement   The gradient in x of log C_d(kappa) + kappa <mu, x> is kappa mu: it does not depend on x.
Form        The linear extension of the log density off the sphere; the score is linear in the mean direction.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import DIRECTIONS, LEADING, REFUSED, Normalizer, kappa, mm, mu
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot, Gradient
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

AMBIENT = RowEmission(
    name="ambient_score",
    args=(mu, kappa),
    value=kappa * mu,
    lets=(Let(mm, Dot(mu, mu)),),
    returns=kappa / sp.sqrt(mm) * mu,
    docs=Docs(
        summary="Gradient kappa mu of the log density, extended off the sphere linearly: the same at every point.",
        parameters={"mu": DIRECTIONS, "kappa": LEADING},
        returns="Vectors of the ambient space, shape (..., d).",
        raises=REFUSED,
        example=">>> ambient_score([0.6, 0.8], 10.0)\narray([6., 8.])",
    ),
)

THEOREM = Theorem(
    id="score_eq_concentrated_direction",
    number="2.2",
    hypotheses=(Unit(mu, convenience="the mean direction of a law; the gradient is kappa mu for any vector mu"),),
    claim=Equal(Gradient(sp.log(Normalizer(kappa)) + kappa * Dot(mu, x), x), kappa * mu),
    steps=(NormalForm(),),
    emits=(AMBIENT,),
    checks=(Bits(2, "ambient_score", scale=((kappa, 1e8),)),),
    cites=("mardia2000",),
)
