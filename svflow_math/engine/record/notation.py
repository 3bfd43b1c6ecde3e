"""Which symbols and operations a theorem speaks of, as the vocabulary knows them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from svflow_math.engine.record.registry import chapters
from svflow_math.engine.record.terms import Defined, FiniteSum, MapAt, VectorAt
from svflow_math.engine.record.theorem import Theorem


def name_of(symbol: Any) -> Any:
    """What names the symbol: itself, or of a member of a family the family."""
    if isinstance(symbol, VectorAt | MapAt):
        return type(symbol), symbol.args[0], len(symbol.args)
    return symbol.func if isinstance(symbol, AppliedUndef) else symbol


@cache
def vocabulary() -> dict[Any, Any]:
    """The entries of the chapters' vocabularies by the name of their symbol: each has a symbol and its meaning."""
    packages = dict.fromkeys(module.__name__.rpartition(".")[0] for module in chapters().values())
    names = [f"{package}.vocabulary" for package in packages if package and find_spec(f"{package}.vocabulary")]
    return {name_of(entry.symbol): entry for name in names for entry in importlib.import_module(name).SYMBOLS}


def symbols_of(theorem: Theorem) -> list[Any]:
    """The entries of the vocabulary for the symbols in the statement, in its order."""
    found = {name_of(n) for n in _nodes(theorem) if isinstance(n, sp.Symbol | VectorAt | MapAt | AppliedUndef)}
    return [entry for name, entry in vocabulary().items() if name in found]


def operations_of(theorem: Theorem) -> list[type[Defined]]:
    """The named operations in the statement."""
    found = dict.fromkeys(type(node) for node in _nodes(theorem) if isinstance(node, Defined))
    return sorted(found, key=lambda operation: operation.__name__)


def _nodes(theorem: Theorem) -> Iterator[Any]:
    waiting = [*theorem.claim.terms(), *(s for h in theorem.hypotheses for s in h.subjects())]
    while waiting:
        node = sp.sympify(waiting.pop())
        yield node
        # A member of a family is one symbol, whatever its indices; so is the index that a sum binds.
        if isinstance(node, VectorAt | MapAt | AppliedUndef):
            waiting += [a for a in node.args if isinstance(a, sp.Symbol) and a is not node.args[0]]
            waiting += [node.args[0]] if isinstance(node, AppliedUndef) else []
        elif isinstance(node, FiniteSum):
            waiting += [node.index.over, *node.args]
        else:
            waiting += node.args
