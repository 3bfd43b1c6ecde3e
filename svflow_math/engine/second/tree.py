"""The term tree as the second engine reads it: plain nodes, shared where they are equal, definitions unfolded."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp

from svflow_math.engine.record import terms
from svflow_math.engine.record.fields import FieldAt
from svflow_math.engine.record.higher_derivative import HigherDerivativeField
from svflow_math.engine.record.polar_sum import PolarSum
from svflow_math.engine.record.slices import SliceIntegral, height


class Unread(Exception):
    """The second engine has no reading of a term, or its reading is too large."""


class Node:
    """An operation with what it is told (`data`) and its arguments; `free` are the variables that it depends on."""

    __slots__ = ("args", "bound", "data", "free", "number", "op")

    def __init__(self, op: str, data: Any, args: tuple[Node, ...], free: frozenset, number: int) -> None:
        self.op, self.data, self.args, self.free, self.number = op, data, args, free, number
        self.bound: tuple[Any, ...] = ()


_FUNCTIONS = {
    sp.exp: "exp", sp.log: "log", sp.sin: "sin", sp.cos: "cos", sp.tan: "tan", sp.sinh: "sinh", sp.cosh: "cosh",
    sp.tanh: "tanh", sp.asin: "asin", sp.acos: "acos", sp.atan: "atan", sp.atan2: "atan2", sp.atanh: "atanh",
    sp.gamma: "gamma", sp.loggamma: "lgamma", sp.besseli: "besseli", sp.erf: "erf", sp.Abs: "abs", sp.Max: "max",
    sp.Min: "min",
}  # fmt: skip
_ALGEBRAIC = {"abs", "max", "min"}
_FIELDS = {  # whether the values are numbers, and how many derivatives are taken
    terms.ScalarField: (True, 0), terms.GradientField: (True, 1), terms.HessianField: (True, 2),
    terms.VectorField: (False, 0), terms.JacobianField: (False, 1), HigherDerivativeField: (False, None),
}  # fmt: skip


class Tree:
    """Terms translated to nodes; equal terms share one node."""

    def __init__(self) -> None:
        self._nodes: dict[Any, Node] = {}
        self._read: dict[Any, Node] = {}
        self._binders: set[Any] = set()

    def read(self, *expressions: Any) -> list[Node]:
        """The nodes of the expressions. Raises Unread."""
        found = [self._term(sp.sympify(e)) for e in expressions]
        for node in self._nodes.values():
            node.bound = tuple(v for v in node.free if v in self._binders or isinstance(v, terms.Index))
        return found

    @property
    def is_transcendental(self) -> bool:
        """Whether a function that is not algebraic occurs in what has been read."""
        return any(
            node.op in ("power", "slice") or (node.op == "function" and node.data not in _ALGEBRAIC)
            for node in self._nodes.values()
        )

    @property
    def indices(self) -> set[Any]:
        """The indices that occur, summed over or free."""
        return {v for n in self._nodes.values() for v in (n.data, *n.free) if isinstance(v, terms.Index)}

    def _node(self, op: str, data: Any = None, args: tuple[Node, ...] = (), binds: Any = None) -> Node:
        key = (op, data, tuple(a.number for a in args))
        if key not in self._nodes:
            free = frozenset().union(*(a.free for a in args))
            if binds is not None:
                self._binders.add(binds)
                # what varies the point of a derivative is not bound by it: the value at that point is meant
                free = free | {binds} if op in ("differential", "gradient") else free - {binds}
            if op == "symbol":
                free = frozenset((data,))
            if op == "member":
                free = free | {data[0]}
            self._nodes[key] = Node(op, data, args, free, len(self._nodes))
        return self._nodes[key]

    def _term(self, e: Any) -> Node:
        found = self._read.get(e)
        if found is None:
            found = self._read[e] = self._translated(e)
        return found

    def _all(self, expressions: Any) -> tuple[Node, ...]:
        return tuple(self._term(e) for e in expressions)

    def _translated(self, e: Any) -> Node:
        if isinstance(e, sp.Rational):
            return self._node("number", Fraction(int(e.p), int(e.q)))
        if isinstance(e, sp.Symbol):
            return self._node("symbol", e)
        for kind, rule in _RULES.items():
            if isinstance(e, kind):
                return rule(self, e)
        if e.func in _FUNCTIONS:
            return self._node("function", _FUNCTIONS[e.func], self._all(e.args))
        if isinstance(e, terms.Defined):
            return self._term(e.definition())
        if e in (sp.pi, sp.E):
            return self._node("constant", str(e))
        raise Unread(f"no reading of {type(e).__name__}")

    def _power(self, e: Any) -> Node:
        if isinstance(e.exp, sp.Rational):
            return self._node("root", Fraction(int(e.exp.p), int(e.exp.q)), (self._term(e.base),))
        return self._node("power", None, self._all((e.base, e.exp)))

    def _sum(self, e: Any) -> Node:
        return self._node("sum", e.index, (self._term(e.body),), binds=e.index)

    def _member(self, e: Any) -> Node:
        vector = isinstance(e, terms.VectorAt)
        name, indices = (e.args[0], e.args[1:]) if vector else (e.func, e.args)
        return self._node("member", (name, vector), self._all(indices))

    def _apply(self, e: Any) -> Node:
        linear_map, vector = e.args
        transposed = isinstance(linear_map, terms.Adjoint)
        linear_map = linear_map.args[0] if transposed else linear_map
        name, *indices = linear_map.args if isinstance(linear_map, terms.MapAt) else (linear_map,)
        return self._node("apply", (name, transposed), self._all((vector, *indices)))

    def _field(self, e: Any) -> Node:
        scalar, order = _FIELDS[type(e)]
        field, point, *directions = e.args
        name, *indices = field.args if isinstance(field, FieldAt) else (field,)
        taken = len(directions) if order is None else order
        return self._node("field", (name, (scalar, taken), len(indices)), self._all((*indices, point, *directions)))

    def _differential(self, e: Any) -> Node:
        f, x, u = e.args
        return self._node("differential", x, self._all((f, u)), binds=x)

    def _gradient(self, e: Any) -> Node:
        return self._node("gradient", e.args[1], self._all(e.args[:1]), binds=e.args[1])

    def _trace(self, e: Any) -> Node:
        return self._node("trace", e.args[1], self._all(e.args[:1]), binds=e.args[1])

    def _slice(self, e: Any) -> Node:
        body, *rest = self._all(e.args)
        return self._node("slice", None, (self._node("over", None, (body,), binds=height), *rest))

    def _polar(self, e: Any) -> Node:
        kappa, nu, order = e.args
        if not isinstance(order, sp.Integer):
            raise Unread("a sum in polar form of unknown order")
        square = kappa**2 + nu**2
        parts = [
            sp.Rational(c.numerator, c.denominator) * nu ** (2 * j) * square ** (-sp.Rational(k, 2) - j)
            for k, row in enumerate(e.rows)
            for j, c in enumerate(row)
        ]
        return self._term(sp.Add(*parts))

    def _factorial(self, e: Any) -> Node:
        return self._term(sp.gamma(e.args[0] + 1))

    def _many(self, e: Any) -> Node:
        return self._node("sum of" if isinstance(e, sp.Add) else "product", None, self._all(e.args))


_RULES: dict[type, Callable[[Tree, Any], Node]] = {
    sp.Add: Tree._many,
    sp.Mul: Tree._many,
    sp.Pow: Tree._power,
    sp.factorial: Tree._factorial,
    sp.core.function.AppliedUndef: Tree._member,
    terms.VectorAt: Tree._member,
    terms.FiniteSum: Tree._sum,
    terms.Dot: lambda tree, e: tree._node("dot", None, tree._all(e.args)),
    terms.Apply: Tree._apply,
    terms.Differential: Tree._differential,
    terms.Gradient: Tree._gradient,
    terms.Trace: Tree._trace,
    SliceIntegral: Tree._slice,
    PolarSum: Tree._polar,
    **dict.fromkeys(_FIELDS, Tree._field),
}
