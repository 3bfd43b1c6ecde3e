"""A tilt of range Delta costs at most log((e^Delta - 1)/Delta) - 1 + Delta/(e^Delta - 1) in divergence.

Statement   For c <= g_j <= c + Delta and a law w: log sum_j w_j e^(g_j) - sum_j w_j g_j is at most
            log((e^Delta - 1)/Delta) - 1 + Delta/(e^Delta - 1).
Form        Chords of the exponential reduce the law to its mean; the tangent of the logarithm finds the worst mean.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.streamed_softmax_eq_plain import KEYS_AND_QUERIES, OPTIONS, REFUSED
from derivations.attention.total_variation_le_tanh_of_tilt import bound as total_variation_bound
from derivations.vmf.operations import LogNormalizer
from derivations.vocabulary import Delta, j, log_tilt, n, weights
from svflow_math.engine.calculus.rules.algebra import Through
from svflow_math.engine.calculus.rules.bounds import (
    Certificate,
    ChordOfExponential,
    MonotoneLogarithm,
    TangentOfLogarithm,
)
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.emission import BoundsEmission, Docs
from svflow_math.engine.record.hypothesis import Law, Within
from svflow_math.engine.record.primitives import KlOfTilt
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.heads import InsideTiltBounds

c = sp.Symbol("c", real=True)
mass = FiniteSum(j, weights[j] * sp.exp(log_tilt[j]))
mean = FiniteSum(j, weights[j] * log_tilt[j])
slope = (sp.exp(Delta) - 1) / Delta
above_low = 1 + FiniteSum(j, weights[j] * (log_tilt[j] - c)) * slope
chord = sp.exp(c) + (log_tilt[j] - c) / Delta * (sp.exp(c + Delta) - sp.exp(c))

delta = sp.Symbol("delta", positive=True)
smallest, largest = sp.symbols("smallest largest", nonnegative=True)

TILT_BOUNDS = BoundsEmission(
    name="tilt_bounds",
    args=(),
    value=(sp.log(slope) - 1 + 1 / slope).xreplace({Delta: delta}),
    result="TiltBounds",
    range=delta,
    lowest=smallest,
    highest=largest,
    gap=LogNormalizer(smallest) - LogNormalizer(largest),
    fields=(
        ("range", delta),
        ("total_variation", total_variation_bound.xreplace({Delta: delta})),
        ("kl", KlOfTilt(delta)),
    ),
    docs=Docs(
        summary="Bounds on how far softmax weights are from the exact posterior under the prior e^bias.",
        parameters={**KEYS_AND_QUERIES, **{name: OPTIONS[name] for name in ("scale", "mask", "causal")}},
        returns=(
            "TiltBounds(range, total_variation, kl), each (..., n_q): the range of log C_d over the keys of a query, "
            "tanh(range/4), and the sharp bound on the divergence KL(weights || posterior)."
        ),
        raises=REFUSED,
        example=(
            ">>> tilt_bounds([[1.0, 0.0]], [[2.0, 0.0], [0.0, 2.0]], scale=1.0)\n"
            "TiltBounds(range=array([0.]), total_variation=array([0.]), kl=array([0.]))"
        ),
    ),
)

THEOREM = Theorem(
    id="kl_le_of_tilt",
    number="6.1",
    hypotheses=(
        Law(weights[j], j, witness={n: 2, sp.Symbol("w"): [0.9, 0.9], sp.Symbol("g"): [0, 1], c: 0, Delta: 1}),
        Within(
            log_tilt[j],
            c,
            c + Delta,
            witness={n: 2, sp.Symbol("w"): [0.5, 0.5], sp.Symbol("g"): [0, 9], c: 0, Delta: 1},
        ),
    ),
    claim=Bound(sp.log(mass) - mean, sp.log(slope) - 1 + 1 / slope),
    steps=(
        Through((sp.log(sp.exp(c) * above_low) - mean,)),
        ChordOfExponential(log_tilt[j], c, Delta, note="On [c, c + Delta] the exponential lies below its chord."),
        MonotoneLogarithm(mass, sp.exp(c) * above_low),
        Certificate(FiniteSum(j, weights[j] * (chord - sp.exp(log_tilt[j])))),
        TangentOfLogarithm(above_low, slope, note="The worst mean is where the tangent touches."),
    ),
    emits=(TILT_BOUNDS,),
    checks=(InsideTiltBounds(),),
    cites=("liao2026",),
)
