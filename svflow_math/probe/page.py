"""A page that needs nothing else: its style and its figures are in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1d2530;
  background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; display: block; overflow-x: auto; }
th, td { text-align: left; padding: 0.35rem 0.7rem; border-bottom: 1px solid #d9dee5; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; } .figures svg { max-width: 100%; height: auto; }
p.note { color: #566; font-size: 0.88rem; }
"""


def page(title: str, body: Iterable[str]) -> str:
    """A whole page."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells that begin with a digit or a sign are set as numbers."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    lines = []
    for row in rows:
        cells = "".join(f"<td{' class=number' if _is_number(cell) else ''}>{escape(cell)}</td>" for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def figures(parts: Iterable[str]) -> str:
    return f'<div class="figures">{"".join(parts)}</div>'


def paragraph(text: str, note: bool = False) -> str:
    return f"<p{' class=note' if note else ''}>{escape(text)}</p>"


def heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _is_number(cell: str) -> bool:
    return cell[:1] in "+-−0123456789" and len(cell) < 28
