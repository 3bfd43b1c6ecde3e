"""Under the flow of one component the tangent of half the angle to the mean direction decays exponentially.

Statement   From x = cos(2 phi) mu + sin(2 phi) u, 0 <= phi < pi/2, |mu| = |u| = 1 and u orthogonal to mu, the flow
            reaches x(t) = cos(2 psi) mu + sin(2 psi) u with tan psi = tan phi e^(-kappa t).
Form        With theta = 2 phi: tan(theta(t)/2) = tan(theta_0/2) e^(-kappa t), along the great circle of x and mu.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import flowed, rate, time
from derivations.vmf.operations import mu
from derivations.vocabulary import phi, u
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Between, Tangent, Unit
from svflow_math.engine.record.theorem import Theorem

psi = sp.atan(sp.tan(phi) * sp.exp(-rate * time))
quarter = {mu: [1, 0], u: [0, 1], phi: 0.5, rate: 1, time: 0.5}

THEOREM = Theorem(
    id="single_component_half_angle",
    number="3.7",
    hypotheses=(
        Unit(mu, witness={**quarter, mu: [2, 0]}),
        Tangent(u, mu, witness={**quarter, u: [sp.Rational(3, 5), sp.Rational(4, 5)]}),
        Unit(u, convenience="the flow is linear in the part orthogonal to mu"),
        Between(
            phi,
            0,
            sp.pi / 2,
            open_high=True,
            convenience="beyond a right angle psi is half a turn further, at the right angle there is no tangent",
        ),
    ),
    claim=Equal(flowed(sp.cos(2 * phi) * mu + sp.sin(2 * phi) * u, mu), sp.cos(2 * psi) * mu + sp.sin(2 * psi) * u),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
