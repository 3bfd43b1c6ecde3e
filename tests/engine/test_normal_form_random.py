"""Random pairs of expressions: what the normal form accepts is equal at a random point."""

from __future__ import annotations

from random import Random

import mpmath
import sympy as sp

from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.evaluate import Undefined
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Law, Positive, Unit
from svflow_math.engine.record.sample import sample
from svflow_math.engine.record.terms import Dot, FiniteSum, Norm
from tests.engine.symbols import K, a, c, i, j, k, m, p, q, r, s, w, x, z

GIVEN = (Unit(x), Positive(Dot(x, w) - r), Law(q[z], z))
KNOWN = sum((h.facts() for h in GIVEN), Facts())
LEAVES = (p, m, r, s, Dot(x, w), Dot(w, w), Dot(x, x), Norm(w), a[j], a[k], c[j, k], c[k, i], q[z], sp.Integer(2))


def grown(random: Random, depth: int) -> sp.Expr:
    if depth == 0:
        return random.choice(LEAVES)
    left, right = grown(random, depth - 1), grown(random, depth - 1)
    makers = (
        lambda: left + right, lambda: left * right, lambda: left - right, lambda: left / right, lambda: left**2,
        lambda: sp.sqrt(left**2), lambda: sp.sqrt(left), lambda: sp.exp(left), lambda: sp.log(left),
        lambda: sp.sin(left / 2), lambda: sp.cos(left), lambda: sp.Abs(left), lambda: sp.atan2(left, right),
        lambda: FiniteSum(j, left * right), lambda: FiniteSum(k, left) / FiniteSum(i, right),
        lambda: FiniteSum(z, q[z] * left), lambda: sp.atan(left), lambda: p**left,
    )  # fmt: skip
    return random.choice(makers)()


def altered(e: sp.Expr, random: Random) -> sp.Expr:
    """The expression with one random change: a rewriting by SymPy that may be wrong here, or another leaf or index."""
    leaves = sorted((leaf for leaf in LEAVES if e.has(leaf)), key=str)
    changes = [
        lambda: sp.powdenest(e, force=True), lambda: sp.expand_log(e, force=True), lambda: sp.powsimp(e, force=True),
        lambda: e.replace(sp.Abs, lambda t: t), lambda: e.xreplace({j: k}), lambda: e.xreplace({k: i}),
        lambda: e.subs(Norm(w) ** 2, Dot(w, w)), lambda: sp.expand(e), lambda: sp.expand_trig(e),
        lambda: e.xreplace({random.choice(leaves): random.choice(LEAVES)}) if leaves else e,
    ]  # fmt: skip
    random.shuffle(changes)
    return next((changed for change in changes if (changed := change()) != e), e)


def test_what_is_accepted_is_equal() -> None:
    compared = 0
    for seed in range(120):
        random = Random(seed)
        left = grown(random, random.choice([1, 2, 2]))
        right = altered(left, random)
        if left == right or any(e.has(sp.zoo, sp.nan, sp.oo) for e in (left, right)):
            continue
        try:
            shown = is_identity(left, right, KNOWN)
        except NotImplementedError:  # an angle that is no multiple of a symbol
            continue
        for _ in range(8 if shown else 0):
            with mpmath.workdps(30):
                try:
                    equal = Equal(left, right).holds(sample([left, right, K], GIVEN, 2, random), 20)
                except Undefined:
                    continue
            assert equal, f"seed {seed}: {left} = {right}"
            compared += 1
    assert compared > 20
