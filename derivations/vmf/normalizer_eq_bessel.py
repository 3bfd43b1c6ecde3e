"""The normaliser of the von Mises-Fisher law.

Statement   |S^(d-2)| times the integral of e^(kappa s) (1 - s^2)^((d-3)/2) over -1 < s < 1, which is the integral of
            e^(kappa <mu, x>) over the sphere and 1 / C_d(kappa), is (2 pi)^(d/2) kappa^(1-d/2) I_{d/2-1}(kappa).
Form        By slices no integral over the sphere is left, and d stays a symbol.
Sources     mardia2000; dlmf (10.32.2)
"""

import sympy as sp

from derivations.vmf.operations import LogNormalizer, SphereArea, kappa, words
from derivations.vmf.slice_integral_eq_bessel import THEOREM as POISSON
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import ConcentrationEmission
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.concentration import ConcentrationBits

LOG_NORMALIZER = ConcentrationEmission(
    name="log_normalizer",
    args=(kappa,),
    value=LogNormalizer(kappa),
    docs=words(
        "Logarithm of the normaliser C_d(kappa): the density of the law is C_d(kappa) e^(kappa <mu, x>).",
        returns="log C_d(kappa)",
        example=">>> float(log_normalizer(1000.0, 3).round(10))\n-994.9301217874",
    ),
)

THEOREM = Theorem(
    id="normalizer_eq_bessel",
    number="2.1",
    hypotheses=(
        Positive(d - 1, witness={d: 1}),
        Positive(kappa, witness={kappa: 0, d: 3}),
    ),
    claim=Equal(
        SphereArea(d - 1) * SliceIntegral(1, kappa),
        (2 * sp.pi) ** (d / 2) * kappa ** (1 - d / 2) * sp.besseli(d / 2 - 1, kappa),
    ),
    steps=(Use(POISSON), NormalForm()),
    emits=(LOG_NORMALIZER,),
    checks=(ConcentrationBits("log_normalizer", 1e-15),),
    cites=("mardia2000", "dlmf"),
)
