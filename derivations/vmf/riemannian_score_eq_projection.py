"""The Riemannian score of a von Mises-Fisher density.

Statement   P_x grad(log C_d(kappa) + kappa <mu, x>) = kappa P_x mu.
Form        The tangent part of the ambient score; any extension off the sphere gives the same.
Sources     mardia2000; absil2008
"""

import sympy as sp

from derivations.vmf.operations import (
    DIRECTIONS,
    LEADING,
    POINTS,
    REFUSED,
    Normalizer,
    kappa,
    mu,
    nm,
    pair,
    residual,
    xe,
    xx,
)
from derivations.vocabulary import Project, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, RowEmission
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot, Gradient
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits, Oracle

SCORE = RowEmission(
    name="score",
    args=(x, mu, kappa),
    value=kappa * Project(x, mu),
    lets=pair(x, mu),
    returns=kappa / nm * residual - kappa * xe / (xx * nm) * x,
    docs=Docs(
        summary="Riemannian score kappa P_x mu: the gradient on the sphere of the log density, tangent at x.",
        parameters={"x": POINTS, "mu": DIRECTIONS, "kappa": LEADING},
        returns="Tangent vectors at x, shape (..., d).",
        raises=REFUSED,
        notes="At y = r x the gradient of the log density of the direction of y is score(x, mu, kappa) / r.",
        example=">>> score([1.0, 0.0], [0.6, 0.8], 10.0)\narray([0., 8.])",
    ),
)

THEOREM = Theorem(
    id="riemannian_score_eq_projection",
    number="2.2",
    hypotheses=(
        Unit(x, convenience="the density lives on the sphere; the identity holds at every x"),
        Unit(mu, convenience="the mean direction of a law; the identity holds for every mu"),
    ),
    claim=Equal(Project(x, Gradient(sp.log(Normalizer(kappa)) + kappa * Dot(mu, x), x)), kappa * Project(x, mu)),
    steps=(NormalForm(),),
    emits=(SCORE,),
    checks=(
        Bits(2, "score", near=((x, mu), (x, -mu)), scale=((kappa, 1e8),)),
        Oracle("score", lambda sphere, x, mu, kappa: sphere.to_tangent(kappa * mu, base_point=x)),
    ),
    cites=("mardia2000", "absil2008"),
)
