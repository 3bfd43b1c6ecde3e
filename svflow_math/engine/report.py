"""Results as tables: what a run of the pipeline prints."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table


def print_results(results: list[dict[str, Any]], console: Console) -> None:
    """One row a theorem, rows of measurements, and what fails with its worst input and its reproduction."""
    table = Table("theorem", "verdicts", "worst figure", "seconds", title="theorems and their checks")
    for name in dict.fromkeys(r["theorem"] for r in results):
        mine = [r for r in results if r["theorem"] == name]
        verdicts = {v: sum(r["verdict"] == v for r in mine) for v in dict.fromkeys(r["verdict"] for r in mine)}
        words = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
        seconds = f"{sum(r['seconds'] for r in mine):.1f}"
        table.add_row(name, words, _worst(mine), seconds, style=None if set(verdicts) <= {"holds"} else "bold")
    console.print(table)
    for r in results:
        if any("layer" in row for row in r["details"]):
            _print_rows(f"{r['theorem']}: {r['check']}", r["details"], console)
        if r["verdict"] in ("fails", "unknown"):
            console.print(f"{r['theorem']}: {r['check']} {r['verdict']}", style="bold red")
            console.print(f"  worst input: {r['worst_input']}", markup=False, highlight=False, soft_wrap=True)
            console.print(f"  reproduce:   {r['reproduce']}", markup=False, highlight=False, soft_wrap=True)


def _worst(results: list[dict[str, Any]]) -> str:
    """The most bits lost and the fewest digits agreed among a theorem's checks."""
    bits = [r["figure"] for r in results if r["unit"] == "bits" and r["figure"] is not None]
    digits = [r["figure"] for r in results if r["unit"] == "digits" and r["figure"] is not None]
    parts = [f"{max(bits)} bits lost"] if bits else []
    return ", ".join(parts + ([f"{min(digits)} digits"] if digits else []))


def _print_rows(title: str, rows: list[dict[str, Any]], console: Console) -> None:
    table = Table(*rows[0], title=title)
    for row in rows:
        table.add_row(*(f"{v:.3g}" if isinstance(v, float) else str(v) for v in row.values()))
    console.print(table)
