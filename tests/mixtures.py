"""Random mixtures of von Mises-Fisher laws for tests, many at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def random_mixtures(
    rng: np.random.Generator, count: int, components: int, dim: int
) -> tuple[NDArray, NDArray, NDArray]:
    """Means (n, K, d) uniform on the sphere, concentrations with a uniform logarithm in [-3, 4], Dirichlet priors."""
    means = rng.standard_normal((count, components, dim))
    means /= np.linalg.norm(means, axis=-1, keepdims=True)
    kappas = np.exp(rng.uniform(-3, 4, (count, components)))
    return means, kappas, np.log(rng.dirichlet(np.ones(components), count))
