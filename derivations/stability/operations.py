"""The symbols of the chapter: experts and their gates, a collapsing pair, and losses whose gradients move weights."""

from __future__ import annotations

import sympy as sp

from derivations.attention.operations import turned
from derivations.vocabulary import f, i, j, key_map, query_map, x
from svflow_math.engine.record.terms import (
    Adjoint,
    Dot,
    FiniteSum,
    GradientField,
    Index,
    LinearMap,
    MapFamily,
    Norm,
    ScalarFamily,
    ScalarField,
    VectorFamily,
    VectorSymbol,
)

N = sp.Symbol("N", integer=True, positive=True)
l = Index("l", N)  # noqa: E741
gates, logits = ScalarFamily("g"), ScalarFamily("a")
velocities = ScalarFamily("h")
experts = VectorFamily("E")
delta = VectorSymbol("delta")

own_logit, other_logit = sp.symbols("a_0 a_1", real=True)
own_expert, other_expert = VectorSymbol("E_0"), VectorSymbol("E_1")

r, D, U = VectorSymbol("r"), VectorSymbol("D"), VectorSymbol("U")
eta, zeta = sp.symbols("eta zeta", real=True)
decay, restoring = sp.Symbol("lambda", positive=True), sp.Symbol("c", positive=True)
any_decay, any_restoring = sp.Symbol("lambda", nonnegative=True), sp.Symbol("c", nonnegative=True)


def softmax(family: sp.Expr) -> sp.Expr:
    """The gate of an expert, from the logits of all."""
    return sp.exp(family) / FiniteSum(l, sp.exp(family))


def mean(weight: sp.Expr, vector: sp.Expr) -> sp.Expr:
    """The output of the mixture: the mean of the experts under their gates."""
    return FiniteSum(l, weight * vector)


def loss(at: sp.Expr) -> sp.Expr:
    """An unknown smooth loss."""
    return ScalarField(f, at)


def loss_gradient(at: sp.Expr) -> sp.Expr:
    """Its gradient."""
    return GradientField(f, at)


# An expert beside the others, and a pair of experts alone.
own_mass = sp.exp(own_logit) + FiniteSum(l, sp.exp(logits[l]))
own_gate = sp.exp(own_logit) / own_mass
mixture = (sp.exp(own_logit) * own_expert + FiniteSum(l, sp.exp(logits[l]) * experts[l])) / own_mass

pair_mass = sp.exp(own_logit) + sp.exp(other_logit)
pair_gates = sp.exp(own_logit) / pair_mass, sp.exp(other_logit) / pair_mass
pair_output = pair_gates[0] * own_expert + pair_gates[1] * other_expert


def sigmoid(t: sp.Expr) -> sp.Expr:
    """The gate of the first of two experts."""
    return sp.exp(t) / (1 + sp.exp(t))


router_rows = VectorSymbol("w_0"), VectorSymbol("w_1")


def router_gates(own: sp.Expr, other: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The gates of two experts at the token x, from the rows of a linear gate."""
    masses = sp.exp(Dot(own, x)), sp.exp(Dot(other, x))
    return masses[0] / (masses[0] + masses[1]), masses[1] / (masses[0] + masses[1])


# The reduced system: D = E_0 - E_1 and eta = a_0 - a_1 move with these velocities.
difference_velocity = -sp.tanh(eta / 2) * r
logit_velocity = -2 * sigmoid(eta) * (1 - sigmoid(eta)) * Dot(r, D)


def linear_part(difference, logit, decay_rate=sp.S.Zero, restoring_rate=sp.S.Zero):
    """The linear part of the reduced system at D = 0, eta = 0, with decay of D and restoring of eta."""
    return -decay_rate * difference - logit / 2 * r, -restoring_rate * logit - Dot(r, difference) / 2


def paired(pair) -> sp.Expr:
    """The pairing of (vector, number) with the generic (U, zeta): pairs are equal iff their pairings are."""
    vector, number = pair
    return Dot(vector, U) + number * zeta


def root(decay_rate, restoring_rate) -> sp.Expr:
    """The distance of the two eigenvalues of the collapse."""
    return sp.sqrt((decay_rate - restoring_rate) ** 2 + Norm(r) ** 2)


def eigenvalues(decay_rate, restoring_rate) -> tuple[sp.Expr, sp.Expr]:
    """The larger and the smaller eigenvalue of the collapse with decay and balancing."""
    half_trace, half_gap = -(decay_rate + restoring_rate) / 2, root(decay_rate, restoring_rate) / 2
    return half_trace + half_gap, half_trace - half_gap


growth = (sp.sqrt(restoring**2 + Norm(r) ** 2) - restoring) / 2  # the larger eigenvalue without decay

# What a loss sees of the logits of pairs j of a query and a key, each by the vector e_j that it moves. With the e_j
# free, every smooth function of the logits is such a loss, in a space of enough dimensions.
readings = VectorFamily("e")
query_bias, key_bias = VectorSymbol("b_Q"), VectorSymbol("b_K")
row, column, b = VectorSymbol("p"), VectorSymbol("s"), VectorSymbol("b")
beta = sp.Symbol("beta", real=True)


def of_logits(logit: sp.Expr) -> sp.Expr:
    """What a loss sees of the logits of all pairs."""
    return FiniteSum(j, logit * readings[j])


# What it sees of the outputs at the positions i, each read by a map B_i.
readers = MapFamily("B")
mean_token = VectorFamily("z")[i]


def of_outputs(output: sp.Expr) -> sp.Expr:
    """What a loss sees of the outputs at all positions."""
    return FiniteSum(i, readers[i](output))


G = LinearMap("G")  # the gradient of the loss in W_Q^T W_K, or in W_O W_V
step = sp.Symbol("t", positive=True)


def gram_difference(first, second, u: sp.Expr, v: sp.Expr) -> sp.Expr:
    """<(A A^T - B B^T) u, v>, from what the adjoints of A and B make of a vector."""
    return Dot(first(u), first(v)) - Dot(second(u), second(v))


def moved_query(u: sp.Expr, decay_rate=sp.S.Zero) -> sp.Expr:
    """The adjoint of the query map after a step of gradient descent, at u: W_Q moves by W_K G^T."""
    return (1 - step * decay_rate) * Adjoint(query_map)(u) - step * G(Adjoint(key_map)(u))


def moved_key(u: sp.Expr, decay_rate=sp.S.Zero) -> sp.Expr:
    """The adjoint of the key map after a step of gradient descent, at u: W_K moves by W_Q G."""
    return (1 - step * decay_rate) * Adjoint(key_map)(u) - step * Adjoint(G)(Adjoint(query_map)(u))


# A plane of the rotary embedding: two rows of the query map and the same two of the key map.
query_rows, key_rows = (VectorSymbol("q"), VectorSymbol("q'")), (VectorSymbol("k"), VectorSymbol("k'"))
angles, others, key_tokens = ScalarFamily("phi"), ScalarFamily("o"), VectorFamily("y")


def plane_logit(query, key, angle) -> sp.Expr:
    """What a plane adds to a logit, from the coordinates of query and key in it and the angle between the positions."""
    turned_key = turned(key, angle)
    return query[0] * turned_key[0] + query[1] * turned_key[1]
