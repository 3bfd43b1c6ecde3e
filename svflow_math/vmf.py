"""The von Mises-Fisher law on the sphere."""

from svflow_math.gen.vmf import log_normalizer

__all__ = ["log_normalizer"]
