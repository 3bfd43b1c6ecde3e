"""Sphinx extension: records and results as pages.

.. theorem:: ID          one theorem
.. theorems:: CHAPTER    the opening words of a chapter and its theorems in reading order
.. theorem-index::       every theorem with its number and status
.. symbols::             the symbols and operations, each with the theorems that speak of it
.. functions::           the public functions of every chapter
.. dependencies::        which theorems use which, chapter by chapter
.. run::                 a program with what it prints and shows
.. references::          the bibliography
.. article::             a link to all statements and proofs as LaTeX
.. plot:: NAME           a drawing, docs/figures/NAME.py
:theorem:`ID`            a link to a theorem
:figure:`ID:CHECK`       what a check found, with its unit
:decimal:`ID`            the least fraction of a statement, in decimals
:cite:`KEY`              a link to the bibliography
"""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

from svflow_math.engine.record.registry import entries
from svflow_math.engine.render import (
    article,
    blocks,
    dependencies,
    directives,
    functions,
    plots,
    programs,
    references,
    symbols,
)


def setup(app: Sphinx) -> dict[str, Any]:
    app.setup_extension("svflow_math.engine.render.mathml")
    for part in (blocks, references, directives, plots, symbols, functions, dependencies, programs, article):
        part.setup(app)
    # Before the work is spread over processes, so that none of them loads the records again.
    app.connect("builder-inited", lambda app: entries())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
