"""Pages across chapters: symbols, dependencies in drawings and words, documented functions, programs that were run."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
import sympy as sp
from docutils import nodes

from derivations.vocabulary import SYMBOLS, keys, posteriors, weights, x
from svflow_math.engine.record.claim import Bound, Equal, ForAll, Iff, Limit
from svflow_math.engine.record.notation import name_of, operations_of, symbols_of, vocabulary
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.terms import Dot, FiniteSum, Normalize
from svflow_math.engine.render import functions
from svflow_math.engine.render.dependencies import Node, drawing, kind, legend, mark
from svflow_math.engine.render.programs import executed
from svflow_math.engine.render.symbols import _name
from svflow_math.engine.render.theorem import Status

t = sp.Symbol("t", real=True)


def theorem(*terms: Any) -> Any:
    return SimpleNamespace(claim=SimpleNamespace(terms=lambda: terms), hypotheses=())


def test_every_symbol_has_one_entry_and_one_name() -> None:
    assert len(vocabulary()) == len(SYMBOLS)
    names = [_name(entry.symbol) for entry in SYMBOLS]
    assert len(set(names)) == len(names)


def test_symbols_of_a_statement_are_those_in_it() -> None:
    j = next(e.symbol for e in SYMBOLS if str(e.symbol) == "j")
    found = {name_of(e.symbol) for e in symbols_of(theorem(FiniteSum(j, weights[j] * Dot(keys[j], x))))}
    assert found == {x, j, j.over, name_of(keys[j]), name_of(weights[j])}
    assert name_of(posteriors[j, j]) not in found


def test_a_letter_with_another_range_is_another_symbol() -> None:
    tau = sp.Symbol("tau", real=True)  # that of the vocabulary is positive
    assert [e for e in symbols_of(theorem(tau))] == []


def test_operations_of_a_statement() -> None:
    assert operations_of(theorem(Dot(Normalize(x), x))) == [Normalize]


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        (Equal(t, t), "equality"),
        (Bound(t, t), "bound"),
        (Iff(Equal(t, t), Equal(t, t)), "equivalence"),
        (ForAll((), Bound(t, t)), "bound"),
        (Limit(t, t, 0, 0), "order or limit"),
    ],
)
def test_kinds(claim: Any, name: str) -> None:
    assert kind(claim) == name


def node(name: str, standing: Status = Status.PROVED, kind: str = "bound", away: bool = False) -> Node:
    return Node(name, f"{name} < 1", f"page.html#{name}", kind, standing, away)


def test_marks_differ_without_colour() -> None:
    marks = {mark(node("a", standing, k)) for standing in Status for k in ("equality", "bound", "equivalence")}
    assert len(marks) == 3 * len(Status)
    assert not re.search(r"#[0-9a-f]{3,6}|rgb", "".join(marks))
    assert all(str(standing) in legend() for standing in Status)


def test_drawing_has_an_arc_for_each_use_and_a_link_for_each_theorem() -> None:
    drawn = drawing([node("a", away=True), node("b"), node("c")], {"b": ["a"], "c": ["a", "b"]}, "three")
    assert drawn.count("M170,") == 3
    assert re.findall(r'href="([^"]*)"', drawn) == [f"page.html#{name}" for name in "abc"]
    assert drawn.count("italic") == 1 and 'aria-label="three"' in drawn
    assert [f"<title>{name} &lt; 1: bound, proved</title>" in drawn for name in "abc"] == [True] * 3


def documented() -> None:
    """What it does, theta and all.

    More of it.

    Parameters
    ----------
    x : array_like
        Points, |x| <= 1.
    y
        More
        points.

    Returns
    -------
    The result, see ``exp_on_sphere`` and ``np.exp``.

    Examples
    --------
    >>> 1 + 1
    2
    """


def test_docstring_becomes_a_definition_list() -> None:
    summary, _ = functions._parts(documented)
    assert summary == "What it does, theta and all."
    found = nodes.container("", *functions._sections(documented))
    assert [term.astext() for term in found.findall(nodes.term)] == ["x : array_like", "y"]
    assert [d.astext() for d in found.findall(nodes.definition)] == ["Points, |x| ≤ 1.", "More points."]
    (block,) = found.findall(nodes.literal_block)
    assert block.astext() == ">>> 1 + 1\n2" and block["language"] == "pycon"
    assert "exp_on_sphere" in entries()
    codes = [c.astext() for c in found.findall(nodes.literal)]
    assert codes[-2:] == ["exp_on_sphere", "np.exp"] and "``" not in found.astext()


def test_programs_share_names_and_show_their_last_value() -> None:
    names: dict[str, Any] = {}
    assert executed("a = 1\nprint(a)", names) == ("1\n", None)
    assert executed("b = a + 1\nb", names) == ("", 2)
    assert executed("print(b)", names) == ("2\n", None)
    with pytest.raises(NameError):
        executed("c", names)
