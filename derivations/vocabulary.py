"""Every symbol of the derivations once: its notation, what it stands for, and the operations defined on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from svflow_math.engine.record.primitives import Sinc
from svflow_math.engine.record.terms import (
    Defined,
    Dot,
    Index,
    LinearMap,
    MapFamily,
    Norm,
    Normalize,
    ScalarFamily,
    VectorFamily,
    VectorSymbol,
    d,
)


@dataclass(frozen=True)
class Entry:
    """A symbol of the vocabulary: what it is called and what it stands for."""

    symbol: Any
    meaning: str


x, y, z_point = VectorSymbol("x"), VectorSymbol("y"), VectorSymbol("z")
u, v, w, a = VectorSymbol("u"), VectorSymbol("v"), VectorSymbol("w"), VectorSymbol("a")
t = sp.Symbol("t", positive=True)
s, h = sp.Symbol("s", real=True), sp.Symbol("h", positive=True)
alpha = sp.Symbol("alpha", real=True)
epsilon = sp.Symbol("epsilon", real=True)
gain, shift = LinearMap("Gamma"), VectorSymbol("beta")
update = VectorSymbol("f")
theta = sp.Symbol("theta", real=True)
phi = sp.Symbol("phi", real=True)
f, field = sp.Symbol("f"), sp.Symbol("w")

n = sp.Symbol("n", integer=True, positive=True)
K = sp.Symbol("K", integer=True, positive=True)
i, j = Index("i", n), Index("j", n)
z = Index("z", K)
tau = sp.Symbol("tau", positive=True)
Delta = sp.Symbol("Delta", positive=True)
rise = sp.Symbol("r", nonnegative=True)
query = VectorSymbol("y_q")
e = VectorSymbol("e")
keys, values, scores, points = VectorFamily("k"), VectorFamily("v"), VectorFamily("s"), VectorFamily("xi")
bias, log_prior = ScalarFamily("b"), ScalarFamily("pi")
weights, other_weights = ScalarFamily("w"), ScalarFamily("p")
posteriors = ScalarFamily("q")
local_scores, component_means, mean_directions = VectorFamily("a"), VectorFamily("m"), VectorFamily("mu")
tilt, log_tilt = ScalarFamily("t", positive=True), ScalarFamily("g")
concentrations, cosines = ScalarFamily("kappa", positive=True), ScalarFamily("c")
event = component_event = ScalarFamily("A")
single_key, single_value = VectorSymbol("k_0"), VectorSymbol("v_0")
temperature = sp.Symbol("T", positive=True)
head = Index("h", sp.Symbol("H", integer=True, positive=True))
head_maps, head_scores = MapFamily("W"), VectorFamily("s")
query_map, key_map, value_map, output_map = (LinearMap(f"W_{name}") for name in "QKVO")
query_maps, key_maps, value_maps, output_maps = (MapFamily(f"W_{name}") for name in "QKVO")
gauge, gauged_keys = LinearMap("M"), VectorFamily("l")
plane = Index("p", sp.Symbol("P", integer=True, positive=True))
frequencies = ScalarFamily("omega")
kappa, rho = sp.Symbol("kappa", nonnegative=True), sp.Symbol("rho", nonnegative=True)
mu, omega, eta = VectorSymbol("mu"), VectorSymbol("omega"), VectorSymbol("eta")
diameter = sp.Symbol("D", positive=True)

SYMBOLS = (
    Entry(d, "dimension of the ambient space, at least 2"),
    Entry(x, "a point of the sphere"),
    Entry(y, "a second point of the sphere"),
    Entry(u, "a unit tangent vector, or a direction"),
    Entry(v, "a tangent vector at x"),
    Entry(w, "a vector of the ambient space, or a vector field"),
    Entry(a, "a vector of the ambient space"),
    Entry(t, "time along a curve"),
    Entry(s, "a number, or the fraction of a way"),
    Entry(h, "the step length"),
    Entry(alpha, "the step of a normalised transformer"),
    Entry(epsilon, "the number added to the mean square by a normalising layer"),
    Entry(gain, "the gains of a normalising layer: a linear map, diagonal in practice"),
    Entry(shift, "the bias of a normalising layer"),
    Entry(update, "what a residual branch adds to the stream"),
    Entry(theta, "the angle between two points"),
    Entry(phi, "half the angle between two points"),
    Entry(f, "a smooth function"),
    Entry(n, "number of keys"),
    Entry(K, "number of mixture components"),
    Entry(i, "an index over the keys"),
    Entry(j, "an index over the keys"),
    Entry(z, "an index over the components"),
    Entry(tau, "scale of attention, one over the square root of the head dimension"),
    Entry(rise, "an increase of the concentration"),
    Entry(Delta, "range of a log tilt"),
    Entry(query, "a query"),
    Entry(e, "a vector against which others are measured"),
    Entry(keys[j], "a key"),
    Entry(values[j], "a value"),
    Entry(scores[z], "the score of a component"),
    Entry(points[j], "the point of a key"),
    Entry(local_scores[j, z], "the score of a component at the point of a key"),
    Entry(component_means[z], "the mean of a Gaussian component"),
    Entry(mean_directions[z], "the mean direction of a von Mises-Fisher component"),
    Entry(bias[j], "an additive bias of the logits"),
    Entry(log_prior[z], "the logarithm of a prior weight"),
    Entry(weights[j], "attention weights, or the weights of a first law"),
    Entry(other_weights[j], "the weights of a second law"),
    Entry(posteriors[j, z], "a variational posterior at the point of a key"),
    Entry(tilt[j], "a positive factor by which a law is tilted"),
    Entry(log_tilt[j], "the logarithm of a tilt"),
    Entry(concentrations[j], "the concentration of a key"),
    Entry(cosines[j], "the cosine of the angle between the query and a key"),
    Entry(event[j], "the indicator of an event"),
    Entry(single_key, "one key beside the others, such as a sink"),
    Entry(single_value, "the value of one key beside the others"),
    Entry(temperature, "the temperature of a softmax"),
    Entry(head.over, "number of heads"),
    Entry(head, "an index over the heads"),
    Entry(head_maps[head], "the linear map to the space of a head"),
    Entry(head_scores[head, j], "the score of a component of a head"),
    Entry(query_map, "the query map of a head; with an index, of one head among several"),
    Entry(key_map, "the key map of a head"),
    Entry(value_map, "the value map of a head"),
    Entry(output_map, "the output map of a head"),
    Entry(gauge, "a change of gauge: a linear map between the spaces of queries and keys"),
    Entry(gauged_keys[j], "a key in another gauge"),
    Entry(plane.over, "number of planes, half the dimension"),
    Entry(plane, "an index over the planes of the rotary embedding"),
    Entry(frequencies[plane], "the angle by which a plane turns per position"),
    Entry(query_maps[head], "the query map of a head among several"),
    Entry(key_maps[head], "the key map of a head among several"),
    Entry(value_maps[head], "the value map of a head among several"),
    Entry(output_maps[head], "the output map of a head among several"),
    Entry(kappa, "the concentration of a von Mises-Fisher law"),
    Entry(mu, "the mean direction of a von Mises-Fisher law"),
    Entry(VectorSymbol("mu1"), "the mean direction of the first of two laws"),
    Entry(VectorSymbol("mu2"), "the mean direction of the second of two laws"),
    Entry(sp.Symbol("kappa1", nonnegative=True), "the concentration of the first of two laws"),
    Entry(sp.Symbol("kappa2", nonnegative=True), "the concentration of the second of two laws"),
    Entry(rho, "the mean resultant length of a sample"),
    Entry(sp.Symbol("nu", positive=True), "the order of a Bessel function, half the dimension less one"),
    Entry(sp.Symbol("m", integer=True, nonnegative=True), "the index of a term of a power series"),
    Entry(sp.Symbol("M", integer=True, nonnegative=True), "the number of terms that are kept of a power series"),
    Entry(omega, "a unit vector orthogonal to the mean direction"),
    Entry(eta, "a vector orthogonal to the mean direction"),
    Entry(sp.Symbol("q", nonnegative=True), "a squared length in the tangent space"),
    Entry(diameter, "the diameter of a set of vectors, or the length of an interval"),
    Entry(sp.Symbol("D_k", positive=True), "the diameter of the keys"),
    Entry(sp.Symbol("D_v", positive=True), "the diameter of the values"),
    Entry(sp.Symbol("sigma", positive=True), "the standard deviation of a Gaussian component"),
    Entry(sp.Symbol("c", positive=True), "a positive factor"),
    Entry(sp.Symbol("c", real=True), "a number"),
)


class Project(Defined):
    """P_x w = w - <x, w> x: the tangent part of w at x."""

    vector = True
    notation = r"P_{{{0}}} {1}"
    nargs = 2

    def definition(self) -> sp.Expr:
        base, vector = self.args
        return vector - Dot(base, vector) * base


class Exp(Defined):
    """exp_x(v) = cos|v| x + sinc(|v|) v."""

    vector = True
    notation = r"\exp_{{{0}}}\left({1}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        base, vector = self.args
        return sp.cos(Norm(vector)) * base + Sinc(Norm(vector)) * vector


class Dist(Defined):
    """The angle between two unit vectors, arccos <x, y>."""

    notation = r"\operatorname{{dist}}\left({0}, {1}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        return sp.acos(Dot(*self.args))


class Log(Defined):
    """log_x(y) = (theta / sin theta) P_x y with theta = dist(x, y)."""

    vector = True
    notation = r"\log_{{{0}}}\left({1}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        base, target = self.args
        return Project(base, target) / Sinc(Dist(base, target))


class Projective(Defined):
    """The projective retraction R_x(v) = N(x + v)."""

    vector = True
    notation = r"R_{{{0}}}\left({1}\right)"
    nargs = 2

    def definition(self) -> sp.Expr:
        base, vector = self.args
        return Normalize(base + vector)


class Transport(Defined):
    """Parallel transport of v from x to y along the minimal geodesic."""

    vector = True
    notation = r"\Gamma_{{{0} \to {1}}} {2}"
    nargs = 3

    def definition(self) -> sp.Expr:
        base, target, vector = self.args
        return vector - Dot(target, vector) / (1 + Dot(base, target)) * (base + target)
