"""The words of a statement: vectors of symbolic dimension, inner products, finite sums, derivatives.

A vector is an ordinary SymPy expression each term of which has one vector factor, `x + a / (1 + Dot(x, a))` say. A term
keeps the shape in which it was written until a rule changes it: its numeric value shares no algebra with its proof.
"""

from __future__ import annotations

from typing import Any, ClassVar

import sympy as sp
from sympy.printing.precedence import PRECEDENCE

d = sp.Symbol("d", integer=True, positive=True)


def subscripted(name: str, indices: list[str]) -> str:
    """A LaTeX name with indices below it, after the subscript that it may have already."""
    base, has_subscript, subscript = name.partition("_{")
    below = [subscript.removesuffix("}"), *indices] if has_subscript else indices
    return f"{base}_{{{','.join(below)}}}"


class VectorSymbol(sp.Symbol):
    """A vector of R^d with d symbolic."""


class Index(sp.Symbol):
    """An index over a finite set of symbolic size; sets are told apart by the symbol of their size."""

    __slots__ = ("over",)
    over: sp.Symbol

    def __new__(cls, name: str, over: sp.Symbol) -> Index:
        if not over.is_positive:
            raise ValueError(f"the set of {name} may be empty: its size {over} is not declared positive")
        index = cls.__xnew__(cls, name, integer=True)  # not from SymPy's cache, which knows nothing of `over`
        index.over = over
        return index

    def __getnewargs_ex__(self) -> Any:
        return ((self.name, self.over), {})

    def _hashable_content(self) -> tuple:
        return (*super()._hashable_content(), self.over)

    def renamed(self, suffix: int) -> Index:
        return Index(f"{self.name}_{suffix}", self.over)


class FixedIndex(Index):
    """The index of one member that has been chosen; a fact about it is not a fact about all members."""

    __slots__ = ()


class VectorAt(sp.Expr):
    """A member k[j] of a family of vectors."""

    is_commutative = True

    def _latex(self, printer: Any) -> str:
        return subscripted(printer._print(self.args[0]), [printer._print(i) for i in self.args[1:]])


class VectorFamily:
    """A finite family of vectors: `VectorFamily("k")[j]`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getitem__(self, index: Any) -> VectorAt:
        indices = index if isinstance(index, tuple) else (index,)
        return VectorAt(VectorSymbol(self.name), *indices)


class ScalarFamily:
    """A finite family of real numbers: `ScalarFamily("b")[j]`; assumptions as for a SymPy symbol."""

    def __init__(self, name: str, **assumptions: bool) -> None:
        self.name = name
        self.function: Any = sp.Function(name, **({"real": True} | assumptions))

    def __getitem__(self, index: Any) -> sp.Expr:
        indices = index if isinstance(index, tuple) else (index,)
        return self.function(*indices)


class Term(sp.Function):
    """A node of the calculus that SymPy never evaluates by itself; `vector` says what it stands for."""

    vector: ClassVar[bool] = False
    is_commutative = True

    @classmethod
    def eval(cls, *args: Any) -> None:
        return None

    def _sympystr(self, printer: Any) -> str:  # SymPy prints classes of its own that share a name with ours
        return f"{type(self).__name__}({', '.join(printer._print(a) for a in self.args)})"

    def _eval_is_real(self) -> bool:
        return not self.vector

    def _eval_is_extended_real(self) -> bool:
        return not self.vector


class Dot(Term):
    """The inner product of two vectors."""

    nargs = 2

    def __new__(cls, a: Any, b: Any) -> Any:
        left, right = sorted((sp.sympify(a), sp.sympify(b)), key=sp.default_sort_key)
        return super().__new__(cls, left, right)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\langle {printer._print(self.args[0])}, {printer._print(self.args[1])} \rangle"
        return text if exp is None else rf"{text}^{{{exp}}}"


class FiniteSum(sp.Expr):
    """The sum of `body` over every value of `index`; linear, whatever the size of the set."""

    is_commutative = True
    precedence = PRECEDENCE["Mul"]  # a power of a sum takes brackets

    def __new__(cls, index: Index, body: Any) -> FiniteSum:
        if isinstance(index, FixedIndex):
            raise ValueError(f"{index} is one chosen index, over which nothing is summed")
        return sp.Expr.__new__(cls, index, sp.sympify(body))

    @property
    def index(self) -> Any:
        return self.args[0]

    @property
    def body(self) -> Any:
        return self.args[1]

    @property
    def free_symbols(self) -> set:
        return self.body.free_symbols - {self.index}

    def _eval_is_real(self) -> bool | None:
        return self.body.is_real

    def _eval_is_positive(self) -> bool | None:
        return True if self.body.is_positive else None

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.body.is_nonnegative else None

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        body = printer.parenthesize(self.body, PRECEDENCE["Mul"], strict=True)
        text = rf"\sum_{{{printer._print(self.index)}}} {body}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


def apart(expression: Any, *others: Any) -> Any:
    """The expression with its bound indices renamed where they occur in the others, so that none is captured."""
    taken = {index for other in others for index in sp.sympify(other).atoms(Index)}
    if not taken or not expression.has(FiniteSum):
        return expression
    rebuilt = expression.func(*(apart(a, *taken) if a.args else a for a in expression.args))
    if not isinstance(rebuilt, FiniteSum) or rebuilt.index not in taken:
        return rebuilt
    fresh = rebuilt.index
    while fresh in taken or rebuilt.has(fresh):
        fresh = fresh.renamed(1)
    return FiniteSum(fresh, rebuilt.body.xreplace({rebuilt.index: fresh}))


class Apply(Term):
    """A linear map, known by its name only, applied to a vector."""

    vector = True
    nargs = 2

    def _latex(self, printer: Any) -> str:
        return rf"{printer._print(self.args[0])}\,{printer.parenthesize(self.args[1], 50)}"


class _Applicable:
    """What maps a vector to a vector, by being called; a symmetric map moves across an inner product."""

    __slots__ = ()
    symmetric: bool = False

    def __call__(self, v: Any) -> Apply:
        return Apply(self, v)


class LinearMap(_Applicable, sp.Symbol):
    """A linear map of R^d; `symmetric=True` for one that moves across an inner product."""

    __slots__ = ("symmetric",)

    def __new__(cls, name: str, symmetric: bool = False) -> LinearMap:
        linear_map = cls.__xnew__(cls, name)  # not from SymPy's cache, which knows nothing of `symmetric`
        linear_map.symmetric = symmetric
        return linear_map

    def __getnewargs_ex__(self) -> Any:
        return ((self.name, self.symmetric), {})

    def _hashable_content(self) -> tuple:
        return (*super()._hashable_content(), self.symmetric)


class MapAt(sp.Expr, _Applicable):
    """A member W[h] of a family of linear maps."""

    is_commutative = True

    def _latex(self, printer: Any) -> str:
        return subscripted(printer._print(self.args[0]), [printer._print(i) for i in self.args[1:]])


class MapFamily:
    """A finite family of linear maps of R^d: `MapFamily("W")[h]`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getitem__(self, index: Any) -> MapAt:
        indices = index if isinstance(index, tuple) else (index,)
        return MapAt(LinearMap(self.name), *indices)


class Adjoint(sp.Expr, _Applicable):
    """The adjoint of a linear map: <A^T u, v> = <u, A v>."""

    is_commutative = True

    def __new__(cls, linear_map: Any) -> Any:
        if isinstance(linear_map, Adjoint):
            return linear_map.args[0]
        return linear_map if linear_map.symmetric else sp.Expr.__new__(cls, linear_map)

    def _latex(self, printer: Any) -> str:
        return rf"{{{printer._print(self.args[0])}}}^{{\top}}"


class Differential(Term):
    """D_x f [u]: the derivative of an expression in x in the direction u. It is a vector when f is one."""

    nargs = 3

    def _latex(self, printer: Any) -> str:
        f, x, u = (printer._print(a) for a in self.args)
        if self.args[2] == 1:
            return rf"\frac{{\mathrm{{d}}}}{{\mathrm{{d}}{x}}} \left({f}\right)"
        return rf"\mathrm{{D}}_{{{x}}}\left({f}\right)[{u}]"


class Gradient(Term):
    """The vector g with <g, u> = D_x f [u] for every u."""

    vector = True
    nargs = 2

    def _latex(self, printer: Any) -> str:
        f, x = (printer._print(a) for a in self.args)
        return rf"\nabla_{{{x}}}\left({f}\right)"


class Trace(Term):
    """The trace of the linear map that sends the vector symbol u to the expression."""

    nargs = 2

    @property
    def free_symbols(self) -> set:
        return self.args[0].free_symbols - {self.args[1]}

    def _latex(self, printer: Any) -> str:
        return rf"\operatorname{{tr}}\left({printer._print(self.args[1])} \mapsto {printer._print(self.args[0])}\right)"


class ScalarField(Term):
    """A smooth function f(x) of which nothing else is known."""

    nargs = 2

    def _latex(self, printer: Any) -> str:
        return rf"{printer._print(self.args[0])}({printer._print(self.args[1])})"


class GradientField(Term):
    """The gradient of an unknown smooth function at x."""

    vector = True
    nargs = 2

    def _latex(self, printer: Any) -> str:
        return rf"\nabla {printer._print(self.args[0])}({printer._print(self.args[1])})"


class HessianField(Term):
    """The Hessian of an unknown smooth function at x, applied to a vector; symmetric."""

    vector = True
    nargs = 3

    def _latex(self, printer: Any) -> str:
        f, x, u = (printer._print(a) for a in self.args)
        return rf"\nabla^2 {f}({x})\,{u}"


class VectorField(Term):
    """A smooth vector field w(x) of which nothing else is known."""

    vector = True
    nargs = 2

    def _latex(self, printer: Any) -> str:
        return rf"{printer._print(self.args[0])}({printer._print(self.args[1])})"


class JacobianField(Term):
    """The derivative of an unknown smooth vector field at x, applied to a vector."""

    vector = True
    nargs = 3

    def _latex(self, printer: Any) -> str:
        w, x, u = (printer._print(a) for a in self.args)
        return rf"\mathrm{{D}}{w}({x})\,{u}"


class Defined(Term):
    """A named operation with a definition in simpler terms, given by `definition`."""

    notation: ClassVar[str] = ""

    def definition(self) -> sp.Expr:
        raise NotImplementedError

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = self.notation.format(*(printer._print(a) for a in self.args))
        return text if exp is None else rf"{text}^{{{exp}}}"


class Norm(Defined):
    """|v|."""

    notation = r"\left|{0}\right|"
    nargs = 1

    def _eval_is_nonnegative(self) -> bool:
        return True

    def definition(self) -> sp.Expr:
        return sp.sqrt(Dot(self.args[0], self.args[0]))


class Normalize(Defined):
    """N(y) = y / |y|."""

    vector = True
    notation = r"N({0})"
    nargs = 1

    def definition(self) -> sp.Expr:
        return self.args[0] / Norm(self.args[0])


def is_vector(expression: Any) -> bool:
    """Whether the expression stands for a vector; a sum of vectors and numbers is a TypeError."""
    if isinstance(expression, VectorSymbol | VectorAt):
        return True
    if isinstance(expression, FiniteSum):
        return is_vector(expression.body)
    if isinstance(expression, Differential):
        return is_vector(expression.args[0])
    if isinstance(expression, Term):
        return expression.vector
    if isinstance(expression, sp.Add):
        kinds = {is_vector(term) for term in expression.args}
        if len(kinds) > 1:
            raise TypeError(f"a vector and a number are added in {expression}")
        return kinds.pop()
    if isinstance(expression, sp.Mul):
        vectors = sum(is_vector(factor) for factor in expression.args)
        if vectors > 1:
            raise TypeError(f"two vectors are multiplied in {expression}")
        return vectors == 1
    return False


def split(term: Any) -> tuple[sp.Expr, sp.Expr]:
    """A product with one vector factor as (number, vector)."""
    if isinstance(term, sp.Mul):
        vectors = [factor for factor in term.args if is_vector(factor)]
        if len(vectors) != 1:
            raise TypeError(f"{term} is not a number times a vector")
        return sp.Mul(*(factor for factor in term.args if factor is not vectors[0])), vectors[0]
    return sp.S.One, term
