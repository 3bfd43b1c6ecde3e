"""Long displays in several lines: browsers break text, but no formula.

A display is broken before relations, sums and differences, outside brackets where it can be; roots and fractions stay
in one piece, and so do tall brackets unless they are wider than a line.
"""

from __future__ import annotations

from xml.etree import ElementTree

from svflow_math.engine.render.widths import parsed, width_of

LINE = 34.0  # ems that a line of a display has on paper and beside the contents on a screen
_INDENT = 1.5
_RELATIONS = frozenset("=≠<>≤≥≈∼∈→⇔⟹")
_BREAKS = _RELATIONS | frozenset("+−-")
_OPEN, _CLOSE = frozenset("([{⟨"), frozenset(")]}⟩")
_STUB, _SHORT = 0.12, 0.4  # of a line: no line is shorter than the one, and none than the other unless it must

Part = ElementTree.Element


def broken(mathml: str) -> str:
    """The display in lines, as it is where one suffices."""
    root = parsed(mathml)
    if width_of(root) <= LINE:
        return mathml
    parts = _flat(root)
    starts = _starts(parts, [width_of(part) for part in parts])
    if len(starts) == 1:
        return mathml
    table = ElementTree.Element("mtable", {"class": "lines", "displaystyle": "true"})
    for first, last in zip(starts, [*starts[1:], len(parts)], strict=True):
        cell = ElementTree.SubElement(ElementTree.SubElement(table, "mtr"), "mtd")
        if first:
            ElementTree.SubElement(cell, "mspace", {"width": f"{_INDENT}em"})
        cell.extend(parts[first:last])
    shown = ElementTree.Element("math", {"display": "block"})
    shown.append(table)
    return ElementTree.tostring(shown, encoding="unicode")


def _flat(row: Part) -> list[Part]:
    """What stands side by side; a group is opened unless its brackets stretch and a line has room for it."""
    found: list[Part] = []
    for part in row:
        whole = part.tag != "mrow" or part.attrib or (_tall(part) and width_of(part) <= LINE)
        found += [part] if whole else _flat(part)
    return found


def _tall(group: Part) -> bool:
    """Whether a group is in brackets that are as tall as what they hold."""
    ends = [child for child in (*list(group)[:1], *list(group)[-1:]) if child.tag == "mo"]
    return any(end.get("stretchy") != "false" and (end.text or "") in "()[]{}|⟨⟩⌈⌉⌊⌋" for end in ends)


def _starts(parts: list[Part], widths: list[float]) -> list[int]:
    """The indices at which lines begin."""
    depths, depth = [], 0
    for sign in map(_sign, parts):
        depth -= sign in _CLOSE
        depths.append(depth)
        depth += sign in _OPEN
    places = [i for i in range(1, len(parts)) if _infix(parts, i)]
    starts, room = [0], LINE
    while sum(widths[starts[-1] :]) > room:
        ends = {i: sum(widths[starts[-1] : i]) for i in places if i > starts[-1]}
        here = [i for i, end in ends.items() if _SHORT * room <= end <= room]
        here = here or [i for i, end in ends.items() if _STUB * room <= end <= room]
        if here:
            starts.append(min(here, key=lambda i: (depths[i], -(parts[i].text in _RELATIONS), -i)))
        elif beyond := [i for i, end in ends.items() if end > room]:  # after a piece that is wider than a line
            starts.append(min(beyond, key=lambda i: (depths[i], i)))
        else:
            break
        room = LINE - _INDENT
    return starts


def _sign(part: Part) -> str:
    """The sign that a part is, be it raised to a power; nothing for what is no sign."""
    base = part[0] if part.tag in ("msup", "msub", "msubsup") else part
    return base.text or "" if base.tag == "mo" else ""


def _infix(parts: list[Part], i: int) -> bool:
    """Whether a line may begin with this sign: it stands between two things."""
    if parts[i].tag != "mo" or parts[i].text not in _BREAKS or parts[i].get("lspace") == "0":
        return False
    before = parts[i - 1]
    return not (before.tag == "mo" and (before.text or "") in _BREAKS | _OPEN | {","})
