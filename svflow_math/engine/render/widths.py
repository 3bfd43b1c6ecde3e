"""How wide a formula is, by the advances of its glyphs: what has no room on paper is set smaller, without a script."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from fontTools.ttLib import TTFont

FONT = "STIXTwoMath-Regular.ttf"
_PAGE = 32.0  # ems of a display on A4, indented as in the steps of a proof
_SCRIPT = 0.73  # of the size around it; the font says 0.7 and 0.55
_SIGNS = frozenset("=≠<>≤≥≈∼∈→↦⊥∝+−-·×±∖∣⟂≪≫⇔⟹:")
_LARGE = frozenset("∑∏∫,")
_OTHER = 0.62  # of a glyph that the font has under another name
_NAMED = re.compile(r"&(?!lt;|gt;|amp;)\w+;")  # HTML names more characters than XML does
_STACKED = ("munder", "mover", "munderover")
_SCRIPTED = ("msub", "msup", "msubsup", "mmultiscripts")


def font_file() -> Path:
    """The font of the pages. Its package is found, not loaded: that would read the whole font, and takes seconds."""
    spec = find_spec("ziamath")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("ziamath is missing: pip install 'svflow-math[docs]'", name="ziamath")
    return Path(spec.origin).parent / "fonts" / FONT


@cache
def _advances() -> dict[int, float]:
    with TTFont(font_file()) as font:
        unit = font["head"].unitsPerEm  # type: ignore[attr-defined]
        metrics, names = font["hmtx"].metrics, font.getBestCmap()  # type: ignore[attr-defined]
        return {code: metrics[name][0] / unit for code, name in names.items()}


def fit(mathml: str) -> float:
    """The share of its size at which a formula fits on paper, 1 for most."""
    return min(1.0, _PAGE / max(width_of(parsed(mathml)), 1.0))


def parsed(mathml: str) -> ElementTree.Element:
    return ElementTree.fromstring(_NAMED.sub(lambda entity: unescape(entity[0]), mathml))


def width_of(part: ElementTree.Element) -> float:
    """The width of a formula or of a part of a display in ems, rather too large than too small."""
    return _width(part, part.tag != "math" or part.get("display") == "block")


def _width(element: ElementTree.Element, display: bool) -> float:
    display = {"true": True, "false": False}.get(element.get("displaystyle", ""), display)
    tag, parts = element.tag, list(element)
    if tag in ("mi", "mn", "mo", "mtext"):
        return _text(element)
    if tag == "mspace":
        return _ems(element.get("width", "0em"))
    if tag == "mfrac":
        return max(_width(part, False) for part in parts) * (1 if display else _SCRIPT / 0.9) + 0.25
    if tag in _STACKED:
        base, *limits = parts
        return max([_width(base, display), *(_SCRIPT * _width(limit, False) for limit in limits)])
    if tag in _SCRIPTED:
        base, *scripts = parts
        return _width(base, display) + _SCRIPT * max(_width(script, False) for script in scripts) + 0.1
    if tag == "mtable":
        rows = [[_width(cell, display) for cell in row] for row in parts]
        columns = max(len(row) for row in rows)
        return sum(max(row[i] for row in rows if i < len(row)) + 1 for i in range(columns))
    inside = sum(_width(part, display) for part in parts)
    return inside + (1.25 if tag in ("msqrt", "mroot") else 0)


def _text(element: ElementTree.Element) -> float:
    text = (element.text or "").strip()
    advance = sum(_advances().get(ord(character), _OTHER) for character in text)
    if element.tag != "mo":
        return 1.06 * advance  # slanted letters are a little wider
    default = (
        "0.2778em" if text in _SIGNS else "0.1667em" if text in ("∑", "∏", "∫", ",", "log", "max", "min") else "0em"
    )
    return advance + _ems(element.get("lspace", default)) + _ems(element.get("rspace", default))


def _ems(length: str) -> float:
    return float(length.removesuffix("em") or 0)
