"""After RMSNorm the concentrations of a gate are sqrt(d) times the norms of its rows.

Statement   For |x| = 1 and rows w_z that are not zero: softmax_z(<w_z, sqrt(d) x> + b_z) is the posterior of the
            mixture of the laws vMF(N(w_z), sqrt(d)|w_z|) with prior proportional to e^(b_z)/C_d(sqrt(d)|w_z|).
Form        RMSNorm with gain 1 and eps = 0 hands sqrt(d) N(y) to the gate; a gain is folded into the rows.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import posterior, rows, softmax
from derivations.vmf.operations import Density, Normalizer
from derivations.vocabulary import K, bias, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm, Normalize, d
from svflow_math.engine.record.theorem import Theorem

concentration = sp.sqrt(d) * Norm(rows[z])

THEOREM = Theorem(
    id="gate_of_rms_norm_eq_vmf_posterior",
    number="7.1",
    hypotheses=(
        Unit(x, convenience="the identity holds for the same formula off the sphere; on it the densities are laws"),
        NonZero(rows[z], witness={x: [1, 0], K: 2, z: 0, rows[z].args[0]: [[0, 0], [0, 1]]}),
    ),
    claim=Equal(
        softmax(Dot(sp.sqrt(d) * x, rows[z]) + bias[z]),
        posterior(sp.exp(bias[z]) / Normalizer(concentration), Density(x, Normalize(rows[z]), concentration)),
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
