"""Attention weights against exact posterior probabilities of the same keys, one panel for each of four layers of a
language model, on logarithmic axes: the points lie along the diagonal, tighter or looser by layer."""

from matplotlib.figure import Figure

from svflow_math import attention
from svflow_math.data import attention_heads


def figure() -> Figure:
    layers = attention_heads()
    found = Figure(figsize=(6.6, 5.6))
    panels = found.subplots(2, 2, sharex=True, sharey=True)
    for axes, layer in zip(panels.flat, layers, strict=True):
        q, k = layer.q.astype(float), layer.k.astype(float)
        weights = attention.weights(q, k, scale=layer.scale, causal=True)
        posterior = attention.exact_posterior(q, k, scale=layer.scale, causal=True)
        gap = abs(weights - posterior).sum(-1) / 2
        bound = attention.tilt_bounds(q, k, scale=layer.scale, causal=True).total_variation
        assert (gap <= bound * (1 + 1e-9)).all()
        for head in range(len(q)):
            axes.loglog(
                posterior[head, -1], weights[head, -1], linestyle="", marker="o^s"[head], markersize=3.2,
                label=f"head {head}",
            )  # fmt: skip
        axes.plot([1e-9, 1], [1e-9, 1], color="#8a8a8a", linestyle="-", linewidth=1)
        axes.set_title(f"layer {layer.layer}: TV at most {gap.max():.2g}, bound {bound.max():.2g}")
        axes.grid(True)
    panels[0, 0].legend()
    found.supxlabel("exact posterior of the key")
    found.supylabel("attention weight of the key")
    return found
