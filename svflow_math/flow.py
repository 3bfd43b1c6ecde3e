"""Score-based variational flow of von Mises-Fisher mixtures: log density, posterior, fields, gap, divergence."""

from svflow_math.gen.flow import (
    divergence,
    elbo,
    log_density,
    posterior,
    posterior_gap,
    score,
    single_component_flow,
    velocity,
)

__all__ = [
    "divergence",
    "elbo",
    "log_density",
    "posterior",
    "posterior_gap",
    "score",
    "single_component_flow",
    "velocity",
]
