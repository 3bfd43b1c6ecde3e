"""What a theorem emits: a straight-line program of named intermediates, and the textbook value that it must equal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from typing import Any

import sympy as sp

from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Hypothesis, Tangent, Unit
from svflow_math.engine.record.primitives import Rescaled
from svflow_math.engine.record.terms import Apply, Dot, FiniteSum, Index, LinearMap, Normalize, d


@dataclass(frozen=True)
class Let:
    """A named intermediate of the program; later lines use its symbol, or its symbols where one call computes several.

    `means` is the expression in the arguments that the value stands for, where a hypothesis speaks of it; the value may
    be a multiple of it by `times`, which is positive. A value that may overflow is refused where it is not `finite`;
    `words` are what messages call the value.
    """

    symbol: Any
    value: Any
    means: Any = None
    times: Any = 1
    finite: bool = False
    words: str = ""

    def definitions(self) -> dict[Any, Any]:
        """Each symbol with what it stands for."""
        if isinstance(self.symbol, tuple):
            return dict(zip(self.symbol, self.value.components(), strict=True))
        return {self.symbol: self.value}


@dataclass(frozen=True, kw_only=True)
class Docs:
    """The parts of an emitted docstring that the record cannot supply by itself."""

    summary: str
    parameters: dict[str, str]
    returns: str
    raises: str
    example: str
    notes: str = ""


@dataclass(frozen=True, kw_only=True)
class Emission(ABC):
    """A public function: its name, its arguments, its textbook value and the words of its docstring."""

    name: str
    args: tuple[Any, ...]
    value: Any
    docs: Docs

    @property
    @abstractmethod
    def program(self) -> Any:
        """The emitted program as one expression in the arguments."""

    def equalities(self) -> list[tuple[Any, Any]]:
        """Each program with the value that it must equal."""
        return [(self.program, self.value)]


@dataclass(frozen=True, kw_only=True)
class RowEmission(Emission):
    """A function of vectors and numbers, row by row. `lets` and `returns` are the stable program that is emitted.

    Unit vectors stand for their directions and tangent vectors for their tangent parts, so the program is proved
    equal to the value at x/|x| and P_x v for every x that is not zero. A linear map among the arguments is diagonal and
    given by its diagonal.

    `names` calls arguments by another name than that of their symbol. `defaults` are the arguments that may be left
    out; those with the default None are then absent from the formula. `constants` gives symbols of the statement that
    are no arguments one value in each dimension.
    """

    lets: tuple[Let, ...] = ()
    returns: Any
    names: Mapping[Any, str] = field(default_factory=dict)
    defaults: Mapping[Any, float | None] = field(default_factory=dict)
    constants: Mapping[Any, Callable[[int], Any]] = field(default_factory=dict)

    def called(self, argument: Any) -> str:
        """The name under which callers know an argument."""
        return self.names.get(argument, str(argument))

    def absences(self) -> list[tuple[Any, ...]]:
        """Every choice of optional arguments that may be absent."""
        optional = [a for a, default in self.defaults.items() if default is None]
        return [chosen for count in range(len(optional) + 1) for chosen in combinations(optional, count)]

    @property
    def program(self) -> Any:
        """The emitted program as one expression in the arguments."""
        return self.unfolded(self.returns)

    def unfolded(self, e: Any) -> Any:
        """An expression in the named intermediates as one in the arguments."""
        result = sp.sympify(e)
        for let in reversed(self.lets):
            result = result.xreplace(let.definitions())
        return result

    def stand_ins(self) -> list[tuple[Any, Any, Any]]:
        """Triples (program, factor, meaning) of the intermediates that stand for what a hypothesis speaks of."""
        return [(self.unfolded(let.symbol), let.times, let.means) for let in self.lets if let.means is not None]

    def nonzero(self) -> Facts:
        """That what is rescaled to a direction is not zero: the program refuses it."""
        rescaled = [self.unfolded(let.value.args[0]) for let in self.lets if isinstance(let.value, Rescaled)]
        return Facts(positive=tuple(Dot(v, v) for v in rescaled))

    def conditions(self, hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
        """What arguments must satisfy beside being points and tangent vectors: as given, and at what they stand for."""
        hypotheses = tuple(hypotheses)
        mapping, _ = self.at_directions(hypotheses)
        own = {*self.args, *self.constants, d}
        others = [h for h in hypotheses if not isinstance(h, Unit | Tangent)]
        mine = [h for h in others if all(sp.sympify(e).free_symbols <= own for e in h.subjects())]
        return [*mine, *(_moved(h, mapping) for h in mine)]

    def at_directions(self, hypotheses: Iterable[Hypothesis]) -> tuple[dict[Any, Any], Facts]:
        """How arguments stand for directions and tangent parts, and the facts under which the program is proved."""
        hypotheses = tuple(hypotheses)
        points = [h.x for h in hypotheses if isinstance(h, Unit) and h.x in self.args]
        mapping: dict[Any, Any] = {x: Normalize(x) for x in points}
        for h in hypotheses:
            if isinstance(h, Tangent) and h.v in self.args:
                mapping[h.v] = h.v - Dot(h.at, h.v) / Dot(h.at, h.at) * h.at
        facts = Facts(positive=tuple(Dot(x, x) for x in points))
        for h in hypotheses:
            if not isinstance(h, Tangent) and not (isinstance(h, Unit) and h.x in points):
                facts = facts + _moved(h, mapping).facts()
        return mapping, facts


@dataclass(frozen=True, kw_only=True)
class PosteriorEmission(Emission):
    """A law over keys, or a mean under it: normalised exp(log_prior + log_likelihood), tile by tile.

    `log_prior` is the term of the law that the caller gives, under the argument name `prior`; with `values` the result
    is the mean of them. `options` are further arguments of the public function.
    """

    log_likelihood: Any
    log_prior: Any
    index: Index
    lets: tuple[Let, ...] = ()
    prior: str = "bias"
    values: Any = None
    softcap: bool = False
    precise: bool = False

    @property
    def program(self) -> Any:
        """The emitted law or mean as one expression."""
        likelihood = sp.sympify(self.log_likelihood)
        for let in reversed(self.lets):
            likelihood = likelihood.xreplace({let.symbol: let.value})
        joint = sp.exp(likelihood + self.log_prior)
        law = joint / FiniteSum(self.index, joint)
        return law if self.values is None else FiniteSum(self.index, law * self.values)


@dataclass(frozen=True, kw_only=True)
class MixtureEmission(Emission):
    """A function of states and a mixture: `returns` is made of nodes whose values the driver of mixtures provides.

    `log_weight` is the logarithm of a component's weight, which does not depend on the state; `exact` and `returns`
    speak of it by its symbol. `value` and `returns` may speak of a posterior `law`: an argument of the function where
    `given` says so, required or optional. Else, and as the default, it is the exact one, of the program `exact` and the
    textbook value `posterior`. `supported` refuses a law that is not absolutely continuous with respect to the prior.
    `step` is an argument with one number >= 0 for each state: the length of a step from there.
    """

    log_weight: Let
    returns: Any
    law: Any = None
    given: str = ""  # "required", "optional", or not at all
    exact: Any = None
    posterior: Any = None
    step: Any = None
    supported: bool = False

    @property
    def program(self) -> Any:
        """The emitted program as one expression in the arguments."""
        return self.unfolded(self.returns)

    def unfolded(self, e: Any) -> Any:
        """An expression in the named intermediates as one in the arguments."""
        return sp.sympify(e).xreplace({self.log_weight.symbol: self.log_weight.value})

    def equalities(self) -> list[tuple[Any, Any]]:
        """Each program with the value that it must equal: the function's own, and that of the exact posterior."""
        exact = [] if self.exact is None else [(self.unfolded(self.exact), self.posterior)]
        return [*super().equalities(), *exact]


@dataclass(frozen=True, kw_only=True)
class ConcentrationEmission(Emission):
    """A function of a concentration and a dimension: `value` is made of nodes with implementations."""

    @property
    def program(self) -> Any:
        """The nodes whose implementations are called."""
        return self.value


@dataclass(frozen=True, kw_only=True)
class SmoothingEmission(Emission):
    """The mean of values at points of the sphere under a kernel's normalised weights exp(log_kernel)."""

    log_kernel: Any
    index: Index
    values: Any

    @property
    def program(self) -> Any:
        """The emitted mean as one expression."""
        kernel = sp.exp(sp.sympify(self.log_kernel))
        return FiniteSum(self.index, kernel / FiniteSum(self.index, kernel) * self.values)


@dataclass(frozen=True, kw_only=True)
class Choices:
    """The values of a parameter that chooses a function: its name, and by name what it stands for and its program.

    Each is written in the `variables`; `symbol` is the chosen function at `at`.
    """

    parameter: str
    variables: tuple[sp.Symbol, ...]
    symbol: Any
    at: str
    named: Mapping[str, tuple[Any, Any]]


@dataclass(frozen=True)
class Field:
    """One of several results: its name, its textbook value, and its program."""

    name: str
    value: Any
    program: Any


@dataclass(frozen=True, kw_only=True)
class Option:
    """What is returned instead where a boolean parameter is set."""

    parameter: str
    value: Any
    returns: Any


@dataclass(frozen=True, kw_only=True)
class ArrayEmission(Emission):
    """A function of whole arrays: `inputs` checks the parameters, and the program is written in what it returns.

    The members of a family lie along the last axis, and there a sum over an index adds. `signature` names the
    parameters with their types and defaults, `spelled` gives the text of symbols, families and sums. A tuple of values
    is returned side by side, along a new last axis.
    """

    signature: tuple[str, ...]
    inputs: str
    handed: tuple[Let, ...] = ()  # what `inputs` computes for the program
    lets: tuple[Let, ...] = ()
    returns: Any
    spelled: Mapping[Any, str] = field(default_factory=dict)
    choices: Choices | None = None
    option: Option | None = None
    result: str = ""  # of several values: the name of their type
    fields: tuple[Field, ...] = ()
    columns: tuple[Any, ...] = ()  # families of vectors that callers give as the columns of a matrix

    @property
    def parameters(self) -> list[str]:
        """The names of the parameters, but for the one that chooses a function."""
        names = [p.partition(":")[0] for p in self.signature if p != "*"]
        return [n for n in names if self.choices is None or n != self.choices.parameter]

    @property
    def program(self) -> Any:
        """The emitted program as one expression in the arguments, or one for each value."""
        return self.unfolded(self.returns)

    def equalities(self) -> list[tuple[Any, Any]]:
        """Each program with the value that it must equal."""
        several = isinstance(self.value, tuple)
        pairs = list(zip(self.program, self.value, strict=True)) if several else [(self.program, self.value)]
        pairs += [] if self.option is None else [(self.unfolded(self.option.returns), self.option.value)]
        pairs += [] if self.choices is None else [(program, value) for value, program in self.choices.named.values()]
        return pairs + [(self.unfolded(field.program), field.value) for field in self.fields]

    def unfolded(self, e: Any) -> Any:
        """An expression in the named intermediates, or each of several, as one in the arguments."""
        if isinstance(e, tuple):
            return tuple(map(self.unfolded, e))
        result = sp.sympify(e)
        for let in reversed((*self.handed, *self.lets)):
            result = result.xreplace(let.definitions())
        return result


@dataclass(frozen=True, kw_only=True)
class RotaryEmission(Emission):
    """A turn of each plane of a vector by an angle of its own; `args` are the coordinates in a plane and the angle.

    `coordinates` are those of the turned vector along the `axes`, in terms of the named intermediates.
    """

    axes: tuple[Any, Any]
    lets: tuple[Let, ...]
    coordinates: tuple[Any, Any]

    @property
    def program(self) -> Any:
        """The turned vector in its plane."""
        vector = sum(c * axis for c, axis in zip(self.coordinates, self.axes, strict=True))
        return sp.sympify(vector).xreplace({let.symbol: let.value for let in self.lets})


@dataclass(frozen=True, kw_only=True)
class BoundsEmission(Emission):
    """Bounds as functions of the range of log C_d over the keys of a query: fields of a named tuple.

    `gap` is the range between the smallest and the largest concentration, and each field a bound in terms of `range`.
    """

    result: str
    range: sp.Symbol
    lowest: sp.Symbol
    highest: sp.Symbol
    gap: Any
    fields: tuple[tuple[str, Any], ...]

    @property
    def program(self) -> Any:
        """The last field, the bound that the theorem proves; its range is the theorem's own symbol."""
        return self.fields[-1][1]


def without(expression: Any, absent: Iterable[Any]) -> Any:
    """An expression without some arguments: a linear map leaves its vector as it is, a vector is zero."""
    for argument in absent:
        if isinstance(argument, LinearMap):
            expression = sp.sympify(expression).replace(
                lambda e, argument=argument: isinstance(e, Apply) and e.args[0] == argument, lambda e: e.args[1]
            )
        else:
            expression = sp.sympify(expression).xreplace({argument: sp.S.Zero})
    return expression


def _moved(hypothesis: Hypothesis, mapping: dict[Any, Any]) -> Hypothesis:
    found = {f.name: getattr(hypothesis, f.name) for f in fields(hypothesis)}
    return replace(hypothesis, **{k: v.xreplace(mapping) for k, v in found.items() if isinstance(v, sp.Basic)})
