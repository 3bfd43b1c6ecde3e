"""Bessel's operator on one term of Debye's expansion.

Statement   With w = sqrt(nu^2 + kappa^2), p = nu/w, Y = w^(-1/2) e^w (kappa/(nu + w))^nu and L = kappa^2 D^2 + kappa
            D - kappa^2 - nu^2: L(Y p^j) = 2(1-p^2) Y (-nu j p^(j-1) + j((j+1) p^j - (j+3) p^(j+2))/2 + (1-5p^2)
            p^j/8).
Form        L annihilates I_nu. On Y sum_k u_k(p) / nu^k, with u_k a polynomial, the powers of nu balance exactly when
            u_{k+1}' = (p^2(1-p^2) u_k'/2)' + (1-5p^2) u_k/8: the recurrence that gives the tables.
Sources     dlmf (10.41.9)
"""

import sympy as sp

from derivations.vmf.operations import j, kappa, nu
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

w = sp.sqrt(nu**2 + kappa**2)
p = nu / w
wave = w ** sp.Rational(-1, 2) * sp.exp(w) * (kappa / (nu + w)) ** nu
y = wave * p**j

THEOREM = Theorem(
    id="bessel_operator_debye_term_eq",
    number="2.8",
    hypotheses=(Positive(kappa, witness={kappa: 0, nu: sp.Rational(1, 2), j: 1}),),
    claim=Equal(
        kappa**2 * Differential(Differential(y, kappa, 1), kappa, 1)
        + kappa * Differential(y, kappa, 1)
        - (kappa**2 + nu**2) * y,
        2
        * (1 - p**2)
        * wave
        * (-nu * j * p ** (j - 1) + j * ((j + 1) * p**j - (j + 3) * p ** (j + 2)) / 2 + (1 - 5 * p**2) * p**j / 8),
    ),
    steps=(NormalForm(),),
    cites=("dlmf",),
)
