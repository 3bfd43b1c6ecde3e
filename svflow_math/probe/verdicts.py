"""What became of each claim, by rules that are fixed before a run: claim, verdict, figure.

A sign is taken as shown where the interval over passages holds no zero. A correlation counts only if it is there with
the sink and without, and when the level is removed: what moves with the dose correlates with whatever else does.
"""

from __future__ import annotations

from typing import Any

SIZES = ((0.1, "low"), (0.3, "moderate"), (float("inf"), "high"))
VARIANTS = ("", ".nosink")
NAMES = {
    "log_likelihood": "log p",
    "posterior_gap": "gap KL",
    "concentration": "concentration",
    "entropy": "entropy",
    "divergence": "context divergence",
}


def claims(summary: dict[str, Any]) -> list[dict[str, str]]:
    """The table of claims, for every space that was measured."""
    found = []
    for space in summary["regime"]:
        found += [
            _perplexity(summary, space),
            _calibration(summary, space),
            _depth(summary, space),
            _gap(summary, space),
        ]
    return [*found, _divergence(summary), _regimes(summary)]


def sign(figure: dict[str, Any]) -> int:
    """The sign that an interval leaves no doubt about."""
    low, high = figure["low"], figure["high"]
    if low is None or high is None or low != low:
        return 0
    return 1 if low > 0 else -1 if high < 0 else 0


def correlation(figure: dict[str, Any]) -> str:
    """A correlation with its interval, as text."""
    if figure["rho"] is None or figure["rho"] != figure["rho"]:
        return "does not exist"
    return f"{figure['rho']:+.2f} [{figure['low']:+.2f}, {figure['high']:+.2f}]"


def probability(figure: dict[str, Any]) -> str:
    """An exact p, if there is one."""
    return "—" if figure["p"] is None else f"{figure['p']:.3f}"


def label(metric: str) -> str:
    """A metric in words."""
    name = metric.removesuffix(".nosink")
    space, _, kind = name.rpartition(".")
    words = NAMES.get(kind, kind.replace("_", " ")) + (f" ({space} space)" if space else "")
    return words + (", without sink" if metric.endswith(".nosink") else "")


def _perplexity(summary: dict[str, Any], space: str) -> dict[str, str]:
    ways = [summary["correlations"][f"{space}.log_likelihood{variant}"]["perplexity"] for variant in VARIANTS]
    within = [sign(way["within passage"]) for way in ways]
    removed = [sign(way["level removed"]) for way in ways]
    if within[0] and within[0] == within[1] == removed[0] == removed[1]:
        verdict = "holds" if within[0] > 0 else "the opposite holds"
    elif within[0] * within[1] < 0:
        verdict = "not robust: the sign hangs on the sink"
    elif any(within) and not all(removed):
        verdict = "not robust: it goes when the level is removed"
    else:
        verdict = "not shown"
    texts = [
        f"{'without sink' if variant else 'with sink'}: "
        + ", ".join(f"{name} {correlation(way[name])}" for name in way)
        for variant, way in zip(VARIANTS, ways, strict=True)
    ]
    return _claim(f"log p correlates with perplexity (claimed 0.87), {space} space", verdict, "; ".join(texts))


def _calibration(summary: dict[str, Any], space: str) -> dict[str, str]:
    figures = [summary["correlations"][f"{space}.log_likelihood{variant}"]["calibration"] for variant in VARIANTS]
    signs = [sign(figure) for figure in figures]
    if signs[0] and signs[0] == signs[1]:
        verdict = "by level only: the dose moves both" if signs[0] > 0 else "the opposite sign, by level only"
    elif signs[0] * signs[1] < 0:
        verdict = "not robust: the sign hangs on the sink"
    else:
        verdict = "not shown"
    levels = [f"{e['error']:.3f} (floor {e['floor']:.3f})" for e in summary["outcome"]["calibration"].values()]
    both = f"with sink {correlation(figures[0])}, without {correlation(figures[1])}"
    text = f"{both}; error from {levels[0]} to {levels[-1]}"
    return _claim(f"log p correlates with calibration error, {space} space", verdict, text)


def _depth(summary: dict[str, Any], space: str) -> dict[str, str]:
    kinds = ("posterior_gap", "concentration", "entropy", "log_likelihood")
    found = {kind: summary["depth"][f"{space}.{kind}"].get("relative") for kind in kinds}
    measured = {kind: figure for kind, figure in found.items() if figure is not None}
    holds = [NAMES[kind] for kind, figure in measured.items() if sign(figure) > 0]
    fails = [NAMES[kind] for kind, figure in measured.items() if sign(figure) <= 0]
    if not measured:
        verdict = "not tested: fewer than three layers"
    elif not holds:
        verdict = "not shown"
    else:
        verdict = "holds" if not fails else f"holds for {', '.join(holds)}; not shown for {', '.join(fails)}"
    text = ", ".join(f"{NAMES[kind]} {correlation(figure)}" for kind, figure in measured.items())
    return _claim(f"deeper layers are more sensitive (relative change), {space} space", verdict, text)


def _gap(summary: dict[str, Any], space: str) -> dict[str, str]:
    figures = [summary["change"][f"{space}.posterior_gap{variant}"] for variant in VARIANTS]
    signs = [sign(figure) for figure in figures]
    words = {1: "it grows", -1: "it falls", 0: "no change shown"}
    verdict = words[signs[0]] if signs[0] == signs[1] else f"with sink {words[signs[0]]}, without {words[signs[1]]}"
    text = ", ".join(f"{f['mean']:+.3f} [{f['low']:+.3f}, {f['high']:+.3f}]" for f in figures)
    return _claim(
        f"the posterior gap grows as the context is shuffled, {space} space", verdict, f"with sink, without: {text}"
    )


def _divergence(summary: dict[str, Any]) -> dict[str, str]:
    ways = [summary["correlations"][f"divergence{variant}"]["perplexity"] for variant in VARIANTS]
    removed = [sign(way["level removed"]) for way in ways]
    if removed[0] and removed[0] == removed[1]:
        verdict = "holds" if removed[0] > 0 else "the opposite holds"
    else:
        within = [sign(way["within passage"]) for way in ways]
        verdict = "goes with the dose only" if all(within) else "not shown"
    text = ", ".join(f"{name} {correlation(ways[0][name])}" for name in ways[0])
    return _claim("context divergence correlates with perplexity", verdict, f"with sink: {text}")


def _regimes(summary: dict[str, Any]) -> dict[str, str]:
    texts = []
    for space, figure in summary["regime"].items():
        size = abs(figure["relative_gap_change"])
        name = next(name for bound, name in SIZES if size < bound)
        texts.append(
            f"{space} space: κ/(d/2 − 1) {figure['median_ratio']:.2f}, gap {figure['relative_gap_change']:+.1%}"
            f" ({name} by the rule: under 10 %, under 30 %, above)"
        )
    return _claim("models fall into three regimes", "no claim: one model is no regime", "; ".join(texts))


def _claim(claim: str, verdict: str, figure: str) -> dict[str, str]:
    return {"claim": claim, "verdict": verdict, "figure": figure}
