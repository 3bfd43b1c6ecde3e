"""Sphinx extension: LaTeX to native MathML at build time, set in STIX Two Math shipped with the pages.

A malformed formula is a warning with its place, so that `sphinx-build -W` fails and names every one of them.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from math_core import LatexError
from sphinx.application import Sphinx
from sphinx.util import logging

from svflow_math.engine.record.typeset import mathml
from svflow_math.engine.render.lines import broken
from svflow_math.engine.render.widths import FONT, fit, font_file

_log = logging.getLogger(__name__)


def _converted(node: nodes.math | nodes.math_block, *, block: bool) -> str:
    latex = node.astext()
    try:
        shown = broken(mathml(latex, block=True)) if block else mathml(latex)
    except LatexError as error:
        _log.warning("malformed formula %r: %s", latex, error, location=node, type="svflow", subtype="math")
        return ""
    share = fit(shown)
    return shown if share == 1 else shown.replace("<math", f'<math style="--fit: {share:.2f}"', 1)


def _visit_inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(_converted(node, block=False))
    raise nodes.SkipNode


def _visit_block(translator: Any, node: nodes.math_block) -> None:
    # A formula wider than the page is scrolled, by keyboard too.
    opening = translator.starttag(node, "div", CLASS="formula", tabindex="0", role="group")
    translator.body.append(f"{opening}{_converted(node, block=True)}</div>\n")
    raise nodes.SkipNode


def _ship_font(app: Sphinx, failure: Exception | None) -> None:
    if failure is None and app.builder.format == "html":
        shutil.copyfile(font_file(), Path(app.outdir) / "_static" / FONT)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))
    app.connect("build-finished", _ship_font)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
