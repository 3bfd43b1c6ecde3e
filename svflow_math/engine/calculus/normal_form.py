"""The normal form that decides identities: a rational function in generators, reduced modulo their relations.

Generators are what the calculus cannot take apart: inner products of vector symbols, exponentials, sines, cosines,
roots, logarithms, Gamma values and finite sums. Each algebraic generator g has one relation g**k = r, where r holds
earlier generators only (sin**2 = 1 - cos**2, root**2 = radicand, inner products fixed by a hypothesis are replaced
on sight). Leading terms that are powers of distinct generators form a Groebner basis, so that reducing the latest
generator first gives a unique remainder, and zero is decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.once import once
from svflow_math.engine.calculus.preparation import prepare
from svflow_math.engine.calculus.signs import is_positive
from svflow_math.engine.calculus.sums import canonical_block
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.obligation import note
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import Dot, FiniteSum, Term, VectorAt


class Ring:
    """The generators met so far, with their relations; one ring decides one identity."""

    def __init__(self, facts: Facts, roots: Iterable[Any] = ()) -> None:
        self.known = facts
        self.roots = tuple(roots)
        self.generators: dict[Any, sp.Symbol] = {}
        self.meaning: dict[Any, Any] = {}
        self.relations: list[tuple[sp.Symbol, int, Any]] = []
        self.fractions: dict[Any, int] = {}
        self.values: list[Any] | None = None
        self.facts: list[Any] = []
        self.found: dict[tuple[str, Any], Any] = {}
        self.facts = [self._canonical(self.convert(prepare(f))) for f in facts.positive]
        self.found.clear()  # without the facts less was shown

    def generator(self, key: Any, positive: bool = False) -> sp.Symbol:
        if key not in self.generators:
            sure = positive or bool(getattr(key, "is_positive", False))
            symbol = sp.Dummy(f"g{len(self.generators)}", real=True, **({"positive": True} if sure else {}))
            self.generators[key] = symbol
            self.meaning[symbol] = key
        return self.generators[key]

    def decode(self, e: Any) -> Any:
        """The expression that a polynomial in generators stands for."""
        return e.xreplace({g: self.meaning[g] for g in e.free_symbols if g in self.meaning})

    @once
    def convert(self, e: Any) -> Any:
        """The expression as a rational function in generators."""
        fixed = self.known.fixed
        if e in fixed:
            return self.convert(sp.sympify(fixed[e]))
        if isinstance(e, sp.Rational):
            return e
        if isinstance(e, sp.Symbol):
            return e
        if isinstance(e, sp.Add):
            return sp.Add(*(self.convert(a) for a in e.args))
        if isinstance(e, sp.Mul):
            return sp.Mul(*(self.convert(a) for a in e.args))
        if isinstance(e, sp.exp):
            return self._exponential(e.args[0])
        if isinstance(e, sp.Abs):
            return self._root(self.convert(e.args[0]) ** 2, 2)
        if isinstance(e, sp.Pow):
            return self._power(e)
        if isinstance(e, sp.sin | sp.cos):
            return self._angle(e)
        if isinstance(e, sp.log):
            return self._logarithm(e.args[0])
        if isinstance(e, sp.atan2 | sp.acos):
            return self._direction(e)
        if isinstance(e, sp.gamma):
            return self._gamma(e.args[0])
        if isinstance(e, FiniteSum):
            return self._sum(e)
        if isinstance(e, SliceIntegral):
            return self._slices(e)
        if isinstance(e, sp.core.function.AppliedUndef):
            return self.generator(e)
        if isinstance(e, Dot) and e.args[0] == e.args[1] and self._is_unit(e.args[0]):
            return sp.S.One
        if e.args and (not isinstance(e, Term) or hasattr(e, "fdiff_rule")):
            value = e.func(*(self.decode(self._canonical(self.convert(a))) for a in e.args))
            return value if value.is_Rational else self.generator(value)
        return self.generator(e)

    def _is_unit(self, v: Any) -> bool:
        return isinstance(v, VectorAt) and v.args[0] in self.known.units

    @once
    def _canonical(self, e: Any) -> Any:
        """Numerator and denominator reduced, without common factors."""
        numerator, denominator = sp.fraction(sp.cancel(sp.together(e)))
        if not any(numerator.has(generator) or denominator.has(generator) for generator, _, _ in self.relations):
            return numerator / denominator
        (above, by_above), (below, by_below) = self.reduce(numerator), self.reduce(denominator)
        return sp.cancel(above * by_below / (below * by_above))

    def _terms(self, e: Any) -> list[tuple[sp.Rational, Any]]:
        """A converted expression as a list of (rational, monomial over its denominator)."""
        numerator, denominator = sp.fraction(self._canonical(e))
        return [term.as_coeff_Mul() for term in sp.Add.make_args(sp.expand(numerator / denominator))]

    def _unit(self, monomial: Any, c: sp.Rational) -> tuple[Any, int]:
        """The finest fraction of a monomial that is in use, and how many of it make c monomials."""
        key = self.decode(monomial)  # generators are renamed from ring to ring, what they stand for is not
        finest = int(sp.ilcm(self.fractions.get(key, 1), c.q))
        if finest > 1:
            self.fractions[key] = finest
        return monomial / finest, int(c * finest)

    def _exponential(self, exponent: Any) -> Any:
        result = sp.S.One
        for c, m in self._terms(self.convert(exponent)):
            if m == 0 or c == 0:
                continue
            logs = [g for g in m.free_symbols if isinstance(self.meaning.get(g), sp.log)]
            if len(logs) == 1 and m == logs[0]:
                result *= self.convert(sp.Pow(self.meaning[logs[0]].args[0], c))
                continue
            unit, count = self._unit(m, c)
            result *= self.generator(sp.exp(self.decode(unit)), positive=True) ** count
        return result

    def _angle(self, e: Any) -> Any:
        sine, cosine = sp.S.Zero, sp.S.One
        for c, m in self._terms(self.convert(e.args[0])):
            if m == 1:
                raise NotImplementedError(f"the angle {e.args[0]} is not a multiple of a symbol")
            m, sign = self._without_absolutes(m)
            unit, count = self._unit(m, c)
            s, co = self._circle(self.decode(unit))
            sk = sp.expand(sp.im(sp.expand((co + sp.I * s) ** abs(count)))) * sp.sign(count) * sign
            ck = sp.expand(sp.re(sp.expand((co + sp.I * s) ** abs(count))))
            sine, cosine = sine * ck + cosine * sk, cosine * ck - sine * sk
        return sine if isinstance(e, sp.sin) else cosine

    def _without_absolutes(self, m: Any) -> tuple[Any, Any]:
        """|t| = +-t in an angle: cos does not see the sign, and sin takes the factor |t|/t."""
        sign = sp.S.One
        for g in m.free_symbols:
            meaning: Any = self.meaning.get(g)
            if isinstance(meaning, sp.Abs):
                value = self.convert(meaning.args[0])
                m, sign = m.xreplace({g: value}), sign * g / value
        return m, sign

    def _circle(self, angle: Any) -> tuple[Any, Any]:
        if not isinstance(sp.cos(angle), sp.cos):  # the angle is an inverse function, or a known part of a turn
            return self.convert(sp.sin(angle)), self.convert(sp.cos(angle))
        cosine = self.generator(sp.cos(angle))
        new = sp.sin(angle) not in self.generators
        sine = self.generator(sp.sin(angle))
        if new:
            self.relations.append((sine, 2, 1 - cosine**2))
        return sine, cosine

    def _direction(self, e: Any) -> Any:
        """The angle of (c, s), named by its point on the unit circle: positive factors of the pair do not matter."""
        if isinstance(e, sp.acos):
            cosine = self.convert(e.args[0])
            sine = self._root(1 - cosine**2, 2)
        else:
            sine, cosine = (self.convert(a) for a in e.args)
        radius = self._root(sine**2 + cosine**2, 2)
        point = (self.decode(self._canonical(coordinate / radius)) for coordinate in (sine, cosine))
        above = self._positive_parts(self._canonical(sine)) is not None  # then the angle is between 0 and pi
        return self.generator(sp.atan2(*point, evaluate=False), positive=above)

    def _power(self, e: Any) -> Any:
        base, exponent = e.base, e.exp
        if isinstance(exponent, sp.Integer):
            return self.convert(base) ** exponent
        if isinstance(exponent, sp.Rational):
            return self._root(self.convert(base), int(exponent.q)) ** exponent.p
        whole, rest = exponent.as_coeff_Add()
        if whole.is_Integer and whole != 0:
            return self.convert(base) ** whole * self.convert(sp.Pow(base, rest))
        value = self._canonical(self.convert(base))
        if self._positive_parts(value) is None:  # e^(log) holds for positive bases only
            return self.generator(sp.Pow(self.decode(value), exponent))
        return self._exponential(exponent * sp.log(base))

    def _root(self, radicand: Any, order: int) -> Any:
        radicand = self._canonical(radicand)
        for value in self._root_values():
            if order == 2 and self.is_zero(radicand - value**2):
                return value
        outside, inside = sp.S.One, sp.S.One
        # a root of a symbol is met as its power, so that squares such as (a + sqrt(b))^2 are seen
        powers = {value: g**k for g, k, value in self.relations if value.is_Symbol}
        numerator, denominator = sp.fraction(radicand)
        for part, sign in ((numerator, 1), (denominator, -1)):
            constant, factors = sp.factor_list(part.xreplace(powers))
            whole = sp.root(constant, order)
            is_power = constant > 0 and whole.is_Rational
            outside, inside = (outside * whole**sign, inside) if is_power else (outside, inside * constant**sign)
            for factor, power in factors:
                positive = self.positive_version(factor)
                if positive is None:
                    inside *= factor ** (sign * power)
                    continue
                if positive != factor and power % 2:
                    inside *= -1
                outside *= positive ** (sign * (power // order))
                if power % order:
                    outside *= self._plain_root(positive, order) ** (sign * (power % order))
        inside = sp.cancel(inside)
        return outside if inside == 1 else outside * self._plain_root(inside, order)

    def _root_values(self) -> list[Any]:
        if self.values is None:
            self.values = []
            for candidate in self.roots:  # a root inside of a later one may be an earlier one
                self.values.append(self.convert(prepare(candidate)))
        return self.values

    def _plain_root(self, radicand: Any, order: int) -> Any:
        """A power of the finest root in use: the square root and the fourth root of one number are not independent."""
        base = self.decode(radicand)
        finest = int(sp.ilcm(self.fractions.get(base, 1), order))
        if finest > 2:
            self.fractions[base] = finest
        key = sp.Pow(base, sp.Rational(1, finest))
        new = key not in self.generators
        generator = self.generator(key, positive=True)
        if new:
            self.relations.append((generator, finest, radicand))
        return generator ** (finest // order)

    @once
    def positive_version(self, factor: Any) -> Any:
        """The factor or its negative, whichever the facts show to be positive; None if neither."""
        for candidate in (factor, sp.expand(-factor)):
            if candidate.is_positive or is_positive(self.decode(candidate), self.known):
                return candidate
            for fact in self.facts:
                quotient = sp.cancel(candidate / fact)
                if quotient.is_positive:
                    return candidate
        return None

    def _logarithm(self, argument: Any) -> Any:
        value = self._canonical(self.convert(argument))
        parts = self._positive_parts(value)
        if parts is None:
            return self.generator(sp.log(self.decode(value)))
        total = sp.S.Zero
        for f, power in parts:
            meaning: Any = self.meaning.get(f)
            if isinstance(meaning, sp.exp):
                total += power * self.convert(meaning.args[0])
            elif isinstance(meaning, sp.Pow):
                total += power * self.convert(meaning.exp * sp.log(meaning.base))
            elif f.is_Rational:
                total += sum(power * k * self.generator(sp.log(prime)) for prime, k in sp.factorrat(f).items())
            else:
                total += power * self.generator(sp.log(self.decode(f)))
        return total

    def _positive_parts(self, value: Any) -> list[tuple[Any, int]] | None:
        """The factors of a positive value with their powers; None unless each is shown to be positive."""
        total, parts = sp.S.One, []
        for part, sign in zip(sp.fraction(value), (1, -1), strict=True):
            constant, factors = sp.factor_list(part)
            total *= constant**sign
            for factor, power in factors:
                positive = self.positive_version(factor)
                if positive is None:
                    return None
                total *= -1 if positive != factor and power % 2 else 1
                parts.append((positive, sign * power))
        return [(total, 1), *parts] if total > 0 else None

    def _gamma(self, argument: Any) -> Any:
        value = sp.expand(argument)
        constant, rest = value.as_coeff_Add()
        shift = int(sp.floor(constant)) if rest != 0 else 0
        base = value - shift
        result = self.generator(sp.gamma(base), positive=bool(base.is_positive))
        for k in range(abs(shift)):
            result *= self.convert(base + k) if shift > 0 else 1 / self.convert(base - k - 1)
        return result

    def _sum(self, e: Any) -> Any:
        total = sp.S.Zero
        for part in self._by_denominator(self.convert(e.body)):
            numerator, denominator = sp.fraction(self._canonical(part))
            inside_denominator, outside_denominator = self._separate(sp.factor(denominator), e.index)
            for term in sp.Add.make_args(sp.expand(numerator)):
                bound, free = self._separate(term, e.index)
                total += free / outside_denominator * self._block(e.index, bound / inside_denominator)
        return total

    def _by_denominator(self, body: Any) -> list[Any]:
        """The terms of a body, those of one denominator together: a common one would hide sums that are equal."""
        parts: dict[Any, Any] = {}
        for term in sp.Add.make_args(sp.expand(body)):
            denominator = sp.fraction(term)[1]
            parts[denominator] = parts.get(denominator, sp.S.Zero) + term
        return list(parts.values())

    def _slices(self, e: SliceIntegral) -> Any:
        """An integral over slices, by linearity, as a sum of integrals of single monomials."""
        body = self._canonical(self.convert(e.body))
        kappa, dim = (self._canonical(self.convert(a)) for a in e.args[1:])
        recurrent = [tuple(self._canonical(self.convert(a)) for a in pair) for pair in self.known.recurrent]
        if (kappa, sp.expand(dim - 2)) in recurrent:
            body, dim = sp.cancel(body * (1 - height**2)), sp.expand(dim - 2)
        numerator, denominator = sp.fraction(body)
        inside, outside = self._separate(sp.factor(denominator), height)
        total = sp.S.Zero
        for term in sp.Add.make_args(sp.expand(numerator)):
            bound, free = self._separate(term, height)
            monomial = self.decode(bound / inside)
            degree = sp.degree(monomial, height) if monomial.is_polynomial(height) else 0
            if degree > 1 and monomial == height**degree and (kappa, dim) in recurrent:
                total += free / outside * self._moment(degree, kappa, dim)
            else:
                total += free / outside * self.generator(SliceIntegral(monomial, *map(self.decode, (kappa, dim))))
        return total

    def _moment(self, degree: int, kappa: Any, dim: Any) -> Any:
        """The integral of s^degree from those of 1 and s, by parts: d/ds [s^(k-2) (1 - s^2)^((n-1)/2) e^(kappa s)]."""
        moments = [self.generator(SliceIntegral(height**k, *map(self.decode, (kappa, dim)))) for k in (0, 1)]
        for k in range(2, degree + 1):
            rest = (k - 2) * (moments[k - 3] - moments[k - 1]) - (dim - 1) * moments[k - 1]
            moments.append(moments[k - 2] + rest / kappa)
        return moments[degree]

    def _separate(self, product: Any, index: Any) -> tuple[Any, Any]:
        bound, free = sp.S.One, sp.S.One
        for factor in sp.Mul.make_args(product):
            if self.decode(factor).has(index) and index in self.decode(factor).free_symbols:
                bound *= factor
            else:
                free *= factor
        return bound, free

    def _block(self, index: Any, body: Any) -> Any:
        block = canonical_block(index, self.decode(body), self.known.laws, self.known.events)
        if not isinstance(block, FiniteSum):
            return self.convert(block)
        innermost = block
        while isinstance(innermost, FiniteSum):
            innermost = innermost.body
        return self.generator(block, positive=bool(self.convert(innermost).is_positive))

    def reduce(self, polynomial: Any) -> tuple[Any, Any]:
        """The remainder of a polynomial modulo the relations, latest generator first, and by what it was multiplied."""
        p, scale = sp.expand(polynomial), sp.S.One
        for generator, order, value in reversed(self.relations):
            if not p.has(generator):
                continue
            numerator, denominator = sp.fraction(value)
            coefficients = sp.Poly(p, generator).all_coeffs()[::-1]
            highest = (len(coefficients) - 1) // order
            scale *= denominator**highest
            p = sp.expand(
                sum(
                    c * generator ** (i % order) * numerator ** (i // order) * denominator ** (highest - i // order)
                    for i, c in enumerate(coefficients)
                )
            )
        return p, scale

    def is_zero(self, converted: Any) -> bool:
        """Whether the numerator vanishes modulo the relations, and the denominator does not."""
        numerator, denominator = sp.fraction(sp.together(converted))
        return self.reduce(numerator)[0] == 0 and self.reduce(denominator)[0] != 0


def is_identity(lhs: Any, rhs: Any, facts: Facts, roots: Iterable[Any] = ()) -> bool:
    """Whether lhs = rhs follows from the facts by the normal form; False means only 'not shown'."""
    fractions: dict[Any, int] = {}
    prepared = prepare(sp.sympify(lhs) - sp.sympify(rhs))
    for _ in range(4):  # a finer fraction of an angle or exponent met later asks for one more pass
        ring = Ring(facts, roots)
        ring.fractions = dict(fractions)
        difference = ring.convert(prepared)
        if ring.fractions == fractions:
            return ring.is_zero(difference) and note(lhs, rhs, facts)
        fractions = ring.fractions
    return False


def is_positive_form(e: Any, facts: Facts) -> bool:
    """Whether every factor of the normal form of e is known to be positive."""
    ring = Ring(facts)
    return ring._positive_parts(ring._canonical(ring.convert(prepare(e)))) is not None
