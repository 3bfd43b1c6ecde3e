"""Long displays in lines: nothing is lost, lines are short enough, and what fits is left alone."""

from __future__ import annotations

import pytest

from svflow_math.engine.record.typeset import mathml
from svflow_math.engine.render.lines import LINE, broken
from svflow_math.engine.render.widths import fit, parsed, width_of

LONG = " + ".join(rf"a_{{{i}}} x^{{{i}}}" for i in range(30)) + " = f(x)"


def lines(latex: str) -> list[str]:
    return ["".join(row.itertext()) for row in parsed(broken(mathml(latex, block=True))).iter("mtr")]


def test_what_fits_is_left_alone() -> None:
    short = mathml(r"\frac{a}{b} = c", block=True)
    assert broken(short) == short and fit(short) == 1


def test_a_long_sum_is_broken_before_its_signs() -> None:
    found = lines(LONG)
    assert len(found) > 1
    assert "".join(found) == "".join(parsed(mathml(LONG, block=True)).itertext())
    assert all(line.startswith(("+", "=")) for line in found[1:])
    shown = parsed(broken(mathml(LONG, block=True)))
    assert all(width_of(cell) <= LINE for cell in shown.iter("mtd"))
    assert shown.get("display") == "block"


def test_a_relation_is_preferred_and_brackets_are_kept() -> None:
    left = " + ".join(f"b_{{{i}}}" for i in range(8))
    found = lines(rf"a({left}) = c({left} + {left})")
    assert found[1].startswith("=")
    assert all(line.count("(") == line.count(")") for line in found[:1])


@pytest.mark.parametrize("latex", [rf"\sqrt{{{LONG}}}", rf"\frac{{{LONG}}}{{2}}"])
def test_what_stretches_stays_in_one_piece_and_is_set_smaller(latex: str) -> None:
    found = broken(mathml(latex, block=True))
    assert "mtable" not in found
    assert fit(found) < 1


def test_tall_brackets_are_opened_where_a_line_has_no_room_for_them() -> None:
    assert len(lines(rf"f = \left({LONG} + \frac{{1}}{{2}}\right)")) > 2
    assert len(lines(rf"\left(a + \frac{{1}}{{2}}\right) = {LONG}")) > 1
    assert lines(rf"\left(a + \frac{{1}}{{2}}\right) = {LONG}")[0].startswith("(a+12)")


def test_a_sign_before_a_number_is_no_place_to_break() -> None:
    found = lines("f = " + " ".join(rf"e^{{{i}}} \cdot (-{i})" for i in range(40)))
    assert not any(line.startswith("−") for line in found)


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        ("x", "x + x"),
        (r"\frac{a}{b}", r"\frac{a + c}{b}"),
        ("x^2", "x^{2 n + 1}"),
        (r"\sum_j a_j", r"\sum_{j = 1, 2, 3, 4} a_j"),
        ("x", r"\sqrt{x}"),
        (r"\begin{pmatrix} a & b \end{pmatrix}", r"\begin{pmatrix} a + b & b \end{pmatrix}"),
    ],
)
def test_widths_grow_with_what_is_added(narrow: str, wide: str) -> None:
    assert width_of(parsed(mathml(narrow, block=True))) < width_of(parsed(mathml(wide, block=True)))
