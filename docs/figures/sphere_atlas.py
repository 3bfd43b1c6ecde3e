"""Heat maps of the relative error over dimension and angle, for the distance and the logarithm: on the left this
library, on the right geomstats. The left maps are dark from nearly equal to nearly antipodal points; the right ones
lose all digits towards both ends."""

import mpmath
import numpy as np
from geomstats.geometry.hypersphere import Hypersphere
from matplotlib import colormaps
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

from svflow_math import sphere

DIMS = (2, 3, 8, 16, 64, 256)
TINY = [10.0**-k for k in range(12, 0, -1)]
LABELS = {0: "$10^{-12}$", 6: "$10^{-6}$", 12: r"$\pi/2$", 18: r"$\pi - 10^{-6}$", 24: r"$\pi - 10^{-12}$"}


def pair(angle: float, opposite: bool, rng: np.random.Generator, dim: int) -> tuple[np.ndarray, np.ndarray]:
    """Unit vectors that lie at the angle from each other, or from the antipode of each other."""
    x = sphere.normalize(rng.standard_normal(dim))
    u = sphere.normalize(sphere.project_tangent(x, rng.standard_normal(dim)))
    y = sphere.normalize(np.cos(angle) * x + np.sin(angle) * u)
    return x, -y if opposite else y


def exact(x: np.ndarray, y: np.ndarray) -> tuple[mpmath.mpf, list[mpmath.mpf]]:
    """The distance and the logarithm of the directions of the points as they are stored."""
    a, b = ([mpmath.mpf(float(c)) for c in v] for v in (x, y))
    lengths = [mpmath.sqrt(mpmath.fdot(v, v)) for v in (a, b)]
    a, b = ([c / length for c in v] for v, length in zip((a, b), lengths, strict=True))
    cosine = mpmath.fdot(a, b)
    across = [q - cosine * p for p, q in zip(a, b, strict=True)]
    sine = mpmath.sqrt(mpmath.fdot(across, across))
    theta = mpmath.atan2(sine, cosine)
    return theta, [theta / sine * c for c in across]


def errors() -> dict[tuple[str, str], np.ndarray]:
    rng = np.random.default_rng(0)
    angles = [(a, False) for a in TINY] + [(np.pi / 2, False)] + [(a, True) for a in reversed(TINY)]
    found = {(f, w): np.full((len(DIMS), len(angles)), np.nan) for f in ("dist", "log") for w in ("ours", "geomstats")}
    for row, dim in enumerate(DIMS):
        metric = Hypersphere(dim - 1).metric
        for column, (angle, opposite) in enumerate(angles):
            x, y = pair(angle, opposite, rng, dim)
            with mpmath.workdps(40):
                theta, logarithm = exact(x, y)
                for whose, (distance, vector) in {
                    "ours": (sphere.dist(x, y), sphere.log(x, y)),
                    "geomstats": (metric.dist(x, y), metric.log(y, base_point=x)),
                }.items():
                    gap = [float(v) - e for v, e in zip(vector, logarithm, strict=True)]
                    found["dist", whose][row, column] = abs(float(distance) - theta) / theta
                    found["log", whose][row, column] = mpmath.sqrt(mpmath.fdot(gap, gap)) / theta
    return found


def figure() -> Figure:
    found = Figure(figsize=(6.6, 4.6))
    panels = found.subplots(2, 2, sharex=True, sharey=True)
    colors = colormaps["inferno"].with_extremes(bad="#8a8a8a")
    for axes, ((function, whose), error) in zip(panels.flat, errors().items(), strict=True):
        image = axes.imshow(
            np.clip(error, 1e-17, 1), norm=LogNorm(1e-17, 1), cmap=colors, aspect="auto", origin="lower"
        )
        axes.set_title(f"{function}, {whose}: {np.nanmax(error):.1e}")
        axes.set_xticks(list(LABELS), list(LABELS.values()), rotation=30)
        axes.set_yticks(range(len(DIMS)), DIMS)
    found.supxlabel("angle between the points")
    found.supylabel("dimension $d$")
    found.colorbar(image, ax=panels, label="relative error", shrink=0.7)
    return found
