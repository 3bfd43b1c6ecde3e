"""Programs on pages: run when the pages are built, shown with what they print and with their last value.

The programs of one page are run in one after the other and share their names, as the cells of a notebook do.
"""

from __future__ import annotations

import ast
import traceback
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from svflow_math.engine.render.blocks import svg


def executed(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """What the program prints, and the value of its last line if that is an expression."""
    tree = ast.parse(source)
    last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None  # type: ignore[attr-defined]
    printed = StringIO()
    with redirect_stdout(printed):
        # The programs are those of the pages in this checkout.
        exec(compile(tree, "<page>", "exec"), names)  # noqa: S102
        value = eval(compile(last, "<page>", "eval"), names) if last else None  # noqa: S307
    return printed.getvalue(), value


class Run(SphinxDirective):
    """A program and its output; an error in it fails the build."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        source = "\n".join(self.content)
        names: Any = self.env.temp_data.setdefault("svflow_names", {"__name__": "page"})
        try:
            printed, value = executed(source, names)
        except Exception as error:
            where = traceback.format_exception_only(error)[-1].strip()
            raise self.error(f"the program fails: {where}") from error
        found: list[nodes.Node] = [nodes.literal_block(source, source, language="python")]
        if hasattr(value, "_repr_html_"):
            found.append(nodes.container("", svg(value._repr_html_()), classes=["shown"]))
        elif value is not None:
            printed += f"{value!r}\n"
        if printed := printed.rstrip("\n"):
            found.append(nodes.literal_block(printed, printed, language="none", classes=["output"]))
        return found


def setup(app: Sphinx) -> None:
    app.add_directive("run", Run)
