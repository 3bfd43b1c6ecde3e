"""Smoothing the exact posterior over the keys costs at most the mean of tanh(D |x - x_j|/4).

Statement   If q(z|x_j) is the exact posterior at every key, the smoothed posterior sum_j w_j q(z|x_j) satisfies
            TV(q(.|x), p(.|x)) <= sum_j w_j tanh(D |x - x_j|/4), for D the diameter of the scores.
Form        The total variation is convex, and each key contributes the move of the posterior from x_j to x.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import D, posterior
from derivations.flow.posterior_total_variation_le import THEOREM as MOVE
from derivations.flow.posterior_total_variation_le import probability, u
from derivations.vocabulary import K, component_event, j, n, points, scores, weights, x, y, z
from svflow_math.engine.calculus.rules.bounds import Termwise
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Event, Law, Positive, Within
from svflow_math.engine.record.terms import FiniteSum, Norm
from svflow_math.engine.record.theorem import Theorem

smoothed = FiniteSum(j, weights[j] * posterior(points[j]))
cost = sp.tanh(D * Norm(x - points[j]) / 4)

A, w, prior = sp.symbols("A w pi")
s_, x_ = scores[z].args[0], points[j].args[0]
one_key = {n: 1, K: 2, prior: [0, 0], s_: [[1, 0], [0, 0]], x_: [[1, 0]], x: [0, 0], D: 1}

THEOREM = Theorem(
    id="smoothed_posterior_total_variation_le",
    number="6.2",
    hypotheses=(
        Law(weights[j], j, witness={**one_key, w: [5], A: [1, 1]}),
        Event(component_event[z], witness={**one_key, w: [1], A: [99, 0]}),
        Within(Norm(scores[z] - scores[u]), sp.S.Zero, D, witness={**one_key, w: [1], A: [1, 0], s_: [[9, 0], [0, 0]]}),
        Positive(Norm(x - points[j]), convenience="a key at x itself contributes nothing to either side"),
    ),
    claim=Bound(FiniteSum(z, smoothed * component_event[z]) - probability(x), FiniteSum(j, weights[j] * cost)),
    steps=(
        Termwise(j, weights[j], probability(points[j]) - probability(x), cost, note="Compare key by key."),
        Use(MOVE, {x: points[j], y: x}, note="Each key is a move from x_j to x."),
    ),
    cites=("liao2026",),
)
