"""Rules for integrals over the slices of the sphere, and for the volume factor of a parametrisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import differential, spread, unfold, vector_terms
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rules.algebra import rewritten
from svflow_math.engine.calculus.signs import is_positive
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.determinant import Determinant
from svflow_math.engine.record.evaluate import evaluate
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Dot, d


def integrable(dim: Any, facts: Facts) -> None:
    """Raise NotShown where (1 - s^2)^((n-3)/2) is not known to be integrable."""
    if not is_positive(dim - 1, facts):
        raise NotShown(f"the dimension {dim} is not known to be above 1")


def is_smooth(e: Any, functions: tuple[type, ...] = (sp.exp,)) -> bool:
    """Whether e is built from the height by sums, products, whole powers and the functions, hence continuous."""
    if height not in e.free_symbols or e == height:
        return True
    if isinstance(e, sp.Pow) and e.base != sp.E:
        return bool(e.exp.is_integer and e.exp.is_nonnegative) and is_smooth(e.base, functions)
    return isinstance(e, (sp.Add, sp.Mul, *functions)) and all(is_smooth(a, functions) for a in e.args)


@dataclass(frozen=True)
class IntegrateByParts(Step):
    """The sides differ by a multiple of the integral of d/ds [g(s) (1 - s^2)^((n-1)/2) e^(kappa s)], which is zero.

    The bracket vanishes at both ends, s = -1 and s = 1, since n > 1 and g is smooth.
    """

    g: Any
    multiple: Any
    kappa: Any
    dim: Any = d

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Equal):
            raise NotShown("integration by parts shows equalities")
        integrable(self.dim, goal.facts)
        g = sp.sympify(self.g)
        if not is_smooth(g):
            raise NotShown(f"{g} is not known to be smooth for -1 <= s <= 1")
        inside = 1 - height**2
        slope = inside * differential(g, height, sp.S.One)
        integrand = slope - (self.dim - 1) * height * g + self.kappa * inside * g
        exact = self.multiple * SliceIntegral(integrand, self.kappa, self.dim)
        if not is_identity(claim.lhs - claim.rhs, exact, goal.facts):
            raise NotShown("the sides do not differ by the multiple of the exact integral")
        return []


@dataclass(frozen=True)
class Reduced(Hypothesis):
    """That integrals over slices obey their recurrence by parts, which takes kappa > 0 and n > 1."""

    kappa: Any
    dim: Any

    def subjects(self) -> tuple[Any, ...]:
        return (self.kappa, self.dim)

    def holds(self, point: Any) -> bool:
        return bool(evaluate(self.kappa, point) > 0 and evaluate(self.dim, point) > 1)

    def facts(self) -> Facts:
        return Facts(recurrent=((self.kappa, self.dim),))

    def latex(self) -> str:
        return rf"\text{{moments of }} {latex(height)} \text{{ by parts}}"


@dataclass(frozen=True)
class MomentRecurrence(Step):
    """Reduce integrals of powers of s, by parts, to the integrals of 1 and s; dimension n + 2 is n with 1 - s^2."""

    kappa: Any
    dim: Any = d

    def apply(self, goal: Goal) -> list[Goal]:
        integrable(self.dim, goal.facts)
        if not is_positive(self.kappa, goal.facts):
            raise NotShown(f"{self.kappa} is not known to be positive")
        return [goal.given(Reduced(self.kappa, self.dim))]


@dataclass(frozen=True)
class LowerDimension(Step):
    """Write each integral in dimension n + 2 as the integral in dimension n with the factor 1 - s^2."""

    dim: Any = d

    def apply(self, goal: Goal) -> list[Goal]:
        integrable(self.dim, goal.facts)

        def lowered(e: Any) -> Any:
            e = unfold(sp.sympify(e))
            found = [i for i in e.atoms(SliceIntegral) if sp.expand(i.args[2] - self.dim - 2) == 0]
            changes = {i: SliceIntegral(i.body * (1 - height**2), i.args[1], self.dim) for i in found}
            return e.xreplace(changes)

        claim = rewritten(goal.claim, lowered)
        if claim == rewritten(goal.claim, lambda e: unfold(sp.sympify(e))):
            raise NotShown(f"no integral in dimension {self.dim + 2}")
        return [goal.with_claim(claim)]


@dataclass(frozen=True)
class Antiderivative(Step):
    """Evaluate an integral as the difference of an antiderivative between the ends, s = -1 and s = 1."""

    function: Any

    def apply(self, goal: Goal) -> list[Goal]:
        f = sp.sympify(self.function)
        if not is_smooth(f, (sp.exp, sp.asin)) or any(a.args[0] != height for a in f.atoms(sp.asin)):
            raise NotShown(f"{f} is not known to be continuous for -1 <= s <= 1")
        slope = differential(f, height, sp.S.One)
        inside = goal.facts + Facts(positive=(1 - height, 1 + height))

        def is_integrand(i: SliceIntegral) -> bool:
            body, kappa, dim = i.args
            weight = (1 - height**2) ** ((dim - 3) / 2) * sp.exp(kappa * height)
            return is_identity(slope, body * weight, inside)

        claim = rewritten(goal.claim, lambda e: unfold(sp.sympify(e)))
        found = {i for e in claim.terms() for i in sp.sympify(e).atoms(SliceIntegral) if is_integrand(i)}
        if not found:
            raise NotShown(f"{f} is no antiderivative of an integrand of the claim")
        value = f.xreplace({height: sp.S.One}) - f.xreplace({height: sp.S.NegativeOne})
        return [goal.with_claim(rewritten(claim, lambda e: sp.sympify(e).xreplace(dict.fromkeys(found, value))))]


@dataclass(frozen=True)
class DeterminantLemma(Step):
    """det(c I + sum_i a_i <b_i, .>) = c^(d-r) det(c delta_ij + <b_i, a_j>) for r terms of rank one and c > 0."""

    def apply(self, goal: Goal) -> list[Goal]:
        def read_off(e: Any) -> Any:
            found = {
                i: low_rank_determinant(i.args[0], i.args[1], goal.facts) for i in sp.sympify(e).atoms(Determinant)
            }
            return sp.sympify(e).xreplace(found)

        claim = rewritten(goal.claim, read_off)
        if claim == goal.claim:
            raise NotShown("no determinant in the claim")
        return [goal.with_claim(claim)]


def low_rank_determinant(body: Any, u: Any, facts: Facts) -> Any:
    """The determinant of u -> c u + sum_i a_i <b_i, u>; raises NotShown for other maps."""
    scale, ranks = sp.S.Zero, {}
    for coefficient, vector in vector_terms(spread(unfold(body))):
        for term in sp.Add.make_args(sp.expand_mul(coefficient)):
            factors = sp.Mul.make_args(term)
            pairings = [f for f in factors if f.has(u)]
            if vector == u and not pairings:
                scale += term
            elif len(pairings) == 1 and isinstance(pairings[0], Dot) and u in pairings[0].args and not vector.has(u):
                b = next((a for a in pairings[0].args if a != u), u)
                if b.has(u):
                    raise NotShown(f"{term * vector} is not linear in {u}")
                ranks[b] = ranks.get(b, sp.S.Zero) + term / pairings[0] * vector
            else:
                raise NotShown(f"{term * vector} is neither a multiple of {u} nor of rank one")
    if not is_positive(scale, facts):
        raise NotShown(f"the multiple {scale} of the identity is not known to be positive")
    small = sp.Matrix(
        len(ranks), len(ranks), lambda i, j: scale * int(i == j) + Dot(list(ranks)[i], list(ranks.values())[j])
    )
    return scale ** (d - len(ranks)) * small.det(method="berkowitz")
