"""Mutants of a module: one node of its syntax tree changed, by the operators below.

Docstrings, annotations, assertions and what a refusal says are left alone, and so are `strict=` and `copy=`, which
guard us from ourselves and spare memory; and so are the sizes of blocks.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

FOLDERS = ("gen", "numerics", "tables")  # of svflow_math/; its chapters are names only
ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
COMPARISON = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
NAMES = {
    "minimum": "maximum",
    "any": "all",
    "min": "max",
    "floor": "ceil",
    "exp": "expm1",
    "log": "log1p",
    "sin": "cos",
}
NAMES |= {changed: name for name, changed in NAMES.items()}
KEYWORDS = ("initial", "where", "dtype")  # without which NumPy does something else
# Exchanged arguments are the same call, or an error of types that hides nothing.
SYMMETRIC = (
    *("add", "multiply", "dot", "vecdot", "hypot", "logaddexp", "equal", "array_equal", "combine", "isinstance"),
    *("broadcast_shapes", "broadcast_arrays", "may_share_memory", "swapaxes", "clip", "fmin"),
)
SIZES = ("BLOCK", "BLOCK_OF_ORDERS", "PAIRS", "FEW", "HEIGHT", "KEY_TILE", "QUERY_TILE", "TILE_VALUES")
TABLE, DIGIT, STEP = 1e-9, 1e-6, 2.0  # how a coefficient, a factor and a threshold change


@dataclass(frozen=True)
class Mutant:
    """A changed node: where it is, what it was and what it becomes."""

    file: str  # in svflow_math/
    function: str  # its qualified name, empty for the module
    change: str  # the operator and what it does to which text
    ordinal: int  # among the changes of one function that read the same
    path: tuple[tuple[str, int], ...]  # of the node: fields, with places in lists
    node: ast.AST

    @property
    def place(self) -> str:
        """The file and the function."""
        return f"{self.file}::{self.function}"

    @property
    def id(self) -> str:
        """What stays when lines move."""
        return f"{self.place}::{self.change}" + (f"::{self.ordinal}" if self.ordinal else "")

    def way(self, tree: ast.Module) -> list[ast.AST]:
        """The nodes down to what is changed, from the whole module on."""
        nodes: list[ast.AST] = [tree]
        for name, place in self.path:
            nodes.append(getattr(nodes[-1], name) if place < 0 else getattr(nodes[-1], name)[place])
        return nodes

    def undone(self, source: str) -> Mutant:
        """The same place with what stands there: a mutant that no test may kill."""
        return replace(self, node=self.way(ast.parse(source))[-1])

    def is_inside(self, source: str) -> bool:
        """Whether the change is in one function; one in a function that a function returns has been made elsewhere."""
        return sum(isinstance(n, ast.FunctionDef | ast.Lambda) for n in self.way(ast.parse(source))) == 1

    def tree(self, source: str) -> ast.Module:
        """The module with the change made."""
        tree = ast.parse(source)
        parent = self.way(tree)[-2]
        name, place = self.path[-1]
        if place < 0:
            setattr(parent, name, self.node)
        else:
            getattr(parent, name)[place] = self.node
        return ast.fix_missing_locations(tree)


def mutants(root: Path, file: str) -> list[Mutant]:
    """All mutants of a file."""
    tree = ast.parse((root / file).read_text(encoding="utf-8"))
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    chapter = "/" not in file
    for path, function, node, parent in _nodes(tree):
        for kind, new in _names(node) if chapter else _changes(node, parent, function, file.startswith("tables")):
            change = f"{kind}: {_text(node)}" + ("" if kind in ("removed", "negated") else f" -> {_text(new)}")
            found.append(Mutant(file, function, change, seen[function, change], path, ast.copy_location(new, node)))
            seen[function, change] += 1
    return found


def _text(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 72 else f"{text[:69]}..."


Place = tuple[tuple[str, int], ...]


def _nodes(tree: ast.Module) -> Iterator[tuple[Place, str, ast.AST, ast.AST]]:
    """(path, function, node, parent) of what may change, in the order of the text."""
    todo: list[tuple[Place, str, ast.AST, ast.AST]] = [((), "", tree, tree)]
    while todo:
        path, function, node, parent = todo.pop()
        if _is_left_alone(node):
            continue
        yield path, function, node, parent
        if isinstance(node, ast.Raise | ast.ImportFrom):
            continue
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            function = f"{function}.{node.name}".lstrip(".")
        children = []
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "bases"):
                continue
            for place, child in enumerate(value) if isinstance(value, list) else ((-1, value),):
                if isinstance(child, ast.AST):
                    children.append(((*path, (name, place)), function, child, node))
        todo.extend(reversed(children))


def _is_left_alone(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.keyword):
        return node.arg in ("strict", "copy")
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        if node.targets[0].id in SIZES:
            return True
        is_alias = isinstance(node.value, ast.Subscript) and node.targets[0].id.istitle()
        is_alias |= isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "TypeVar"
        return is_alias or node.targets[0].id.startswith("__")
    return isinstance(node, ast.Assert | ast.Import | ast.JoinedStr | ast.arg)


def _names(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """A name that a chapter no longer has."""
    if isinstance(node, ast.ImportFrom):
        for name in node.names:
            rest = [other for other in node.names if other is not name]
            yield f"without {name.name}", ast.ImportFrom(node.module, rest, node.level) if rest else ast.Pass()


def _changes(node: ast.AST, parent: ast.AST, function: str, is_table: bool) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.BinOp(left, op, right) if type(op) in ARITHMETIC:
            yield "arithmetic", ast.BinOp(left, ARITHMETIC[type(op)](), right)
        case ast.AugAssign(target, op, value):
            if type(op) in ARITHMETIC:
                yield "arithmetic", ast.AugAssign(target, ARITHMETIC[type(op)](), value)
            yield "removed", _removed(node)
        case ast.UnaryOp(ast.USub(), operand) if not (is_table or _is_axis(parent)):
            yield "sign", operand
        case ast.UnaryOp(ast.Not(), operand):
            yield "condition", operand
        case ast.Compare(left, [op], [right]):
            yield "comparison", ast.Compare(left, [COMPARISON[type(op)]()], [right])
        case ast.BoolOp(op, values):
            yield "condition", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.Constant(value):
            for new in _constants(value, parent, function, is_table):
                yield "constant", ast.Constant(new)
        case ast.Call(func, args, keywords):
            yield from _calls(node, func, args, keywords)
        case ast.Slice(lower, upper, step):
            if lower is not None and not isinstance(lower, ast.Constant):
                yield "slice", ast.Slice(None, upper, step)
            if upper is not None and not isinstance(upper, ast.Constant):
                yield "slice", ast.Slice(lower, None, step)
        case ast.Expr() | ast.Raise() | ast.Break() | ast.Continue():
            yield "removed", _removed(node)
        case ast.Assign([ast.Subscript() | ast.Attribute()]):
            yield "removed", _removed(node)
    is_test = isinstance(parent, ast.If | ast.IfExp | ast.While) and node is parent.test
    if is_test and isinstance(node, ast.expr) and not isinstance(node, ast.UnaryOp):
        yield "negated", ast.UnaryOp(ast.Not(), node)


def _calls(
    node: ast.Call, func: ast.expr, args: list[ast.expr], keywords: list[ast.keyword]
) -> Iterator[tuple[str, ast.AST]]:
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    if name in NAMES:
        other = copy.copy(func)
        setattr(other, "attr" if isinstance(func, ast.Attribute) else "id", NAMES[name])
        yield "function", ast.Call(other, args, keywords)
    elif len(args) > 1 and name not in SYMMETRIC and _differ(*args[:2]):
        yield "swapped", ast.Call(func, [args[1], args[0], *args[2:]], keywords)
    for keyword in keywords:
        if keyword.arg in KEYWORDS:
            yield f"without {keyword.arg}", ast.Call(func, args, [k for k in keywords if k is not keyword])


def _differ(a: ast.expr, b: ast.expr) -> bool:
    return not isinstance(a, ast.Starred) and not isinstance(b, ast.Starred) and ast.dump(a) != ast.dump(b)


def _constants(value: Any, parent: ast.AST, function: str, is_table: bool) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, float):
        factor = 1 + TABLE if is_table else STEP if isinstance(parent, ast.Compare) or not function else 1 + DIGIT
        yield value * factor if value else 1.0
    elif isinstance(value, str) and not isinstance(parent, ast.Subscript):
        yield f"{value}_"


def _is_axis(parent: ast.AST) -> bool:
    """Whether a number says along which axis: with its sign changed it may be the same one. It is made another, too."""
    return isinstance(parent, ast.keyword) and parent.arg == "axis"


def _removed(node: ast.stmt) -> ast.If:
    """A statement that is never reached: names keep their scopes."""
    return ast.If(ast.Constant(False), [node], [])
