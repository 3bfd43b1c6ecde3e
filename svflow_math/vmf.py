"""The von Mises-Fisher law on the sphere S^(d-1): density C_d(kappa) e^(kappa <mu, x>), for every d >= 2."""

from svflow_math.gen.vmf import (
    ambient_score,
    entropy,
    fisher_information,
    kl_divergence,
    kl_to_uniform,
    log_density,
    log_normalizer,
    mean_resultant_length,
    mean_resultant_length_complement,
    mean_resultant_length_derivative,
    score,
)
from svflow_math.numerics.vmf_concentration import concentration
from svflow_math.numerics.vmf_fit import Fit, fit
from svflow_math.numerics.vmf_sampling import sample

__all__ = [
    "Fit",
    "ambient_score",
    "concentration",
    "entropy",
    "fisher_information",
    "fit",
    "kl_divergence",
    "kl_to_uniform",
    "log_density",
    "log_normalizer",
    "mean_resultant_length",
    "mean_resultant_length_complement",
    "mean_resultant_length_derivative",
    "sample",
    "score",
]
