"""Plots: the directive `plot` runs docs/figures/NAME.py and puts what its `figure()` returns into the page as SVG.

The drawing takes its black from the text around it, so that it is legible in dark mode; glyphs are paths, so that no
font is fetched; nothing in it depends on the day or the machine.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any

import matplotlib
from cycler import cycler
from docutils import nodes
from matplotlib.figure import Figure
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from svflow_math.engine.render.blocks import svg

FOLDER = "figures"
_PACKAGE = Path(__file__).parents[2]
# Each has a contrast of 3 to 1 or better with the light and the dark background.
COLORS = ("#2f7ed8", "#d9730d", "#2a9d5c", "#a45bd0", "#d6456b", "#0f93a8")
_DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)), (0, (9, 2)), (0, (3, 1, 1, 1, 1, 1)))
_INK = "#010101"  # stands for the colour of the text
STYLE: dict[str, Any] = {
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "axes.prop_cycle": cycler(color=COLORS) + cycler(linestyle=_DASHES),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": "medium",
    "figure.constrained_layout.use": True,
    "figure.figsize": (6.6, 3.8),
    "figure.labelsize": "medium",
    "font.size": 9.5,
    "grid.alpha": 0.35,
    "grid.color": "#8a8a8a",
    "image.interpolation": "nearest",
    "legend.fontsize": "small",
    "legend.frameon": False,
    "mathtext.fontset": "dejavusans",
    "savefig.transparent": True,
    "svg.fonttype": "path",
    "svg.image_inline": True,
    "text.color": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
}
_METADATA: dict[str, Any] = {"Date": None, "Creator": None, "Format": None, "Type": None}


def drawn(path: Path) -> tuple[str, str]:
    """The drawing of a file as SVG, and its text alternative, the docstring of the file."""
    spec = importlib.util.spec_from_file_location(f"figure_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # "agg" needs no display; the hash salt makes the names of clip paths the same in every run.
    style: Any = {**STYLE, "backend": "agg", "svg.hashsalt": path.stem}
    with matplotlib.rc_context(style):
        spec.loader.exec_module(module)
        figure: Figure = module.figure()
        text = StringIO()
        figure.savefig(text, format="svg", metadata=_METADATA)
    if not module.__doc__:
        raise ValueError(f"{path.name} has no docstring, which is the text alternative of its drawing")
    alternative = " ".join(module.__doc__.split())
    return _inlined(text.getvalue(), re.sub(r"\W", "-", path.stem), alternative), alternative


def _kept(path: Path, folder: Path) -> tuple[str, str]:
    """As `drawn`, from the folder if nothing that the drawing may depend on has changed."""
    kept = folder / f"{path.stem}-{_digest(path)}.json"
    if not kept.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(drawn(path)), encoding="utf-8")
    drawing, alternative = json.loads(kept.read_text(encoding="utf-8"))
    return drawing, alternative


def _digest(path: Path) -> str:
    total = hashlib.sha256()
    results = (path.parents[2] / "build").glob("*.json")
    library = (p for p in _PACKAGE.rglob("*") if p.suffix in (".py", ".npz") and "engine" not in p.parts)
    for source in (path, Path(__file__), *sorted(library), *sorted(results)):
        total.update(source.name.encode() + source.read_bytes())
    return total.hexdigest()[:16]


def _inlined(text: str, name: str, alternative: str) -> str:
    """SVG of matplotlib as an element of a page: names that no other drawing has, black as the text around."""
    text = text[text.index("<svg") :].replace(_INK, "currentColor").replace("#000000", "currentColor")
    text = re.sub(r"<(metadata|style)\b.*?</\1>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", text)
    label = escape(alternative, quote=True)
    return text.replace("<svg", f'<svg class="plot" fill="currentColor" role="img" aria-label="{label}"', 1)


class Plot(SphinxDirective):
    """A drawing by the name of its file, with a caption."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        (name,) = self.arguments
        path = Path(self.env.app.confdir) / FOLDER / f"{name}.py"
        if not path.is_file():
            raise self.error(f"no drawing is called {name!r}")
        self.env.note_dependency(str(path))
        try:
            drawing, alternative = _kept(path, Path(self.env.app.doctreedir) / FOLDER)
        except Exception as error:
            raise self.error(f"the drawing {name!r} fails: {type(error).__name__}: {error}") from error
        figure = nodes.figure("", svg(drawing, alternative), ids=[nodes.make_id(f"plot-{name}")], classes=["plot"])
        caption = nodes.caption("", "", *self.parse_inline(" ".join(self.content))[0])
        self.set_source_info(caption)
        figure += caption
        return [figure]


def setup(app: Sphinx) -> None:
    app.add_directive("plot", Plot)
