"""von Mises-Fisher: functions emitted from the records of derivations/vmf.

EMITTED by `python -m derivations`; a change belongs in the record. Digest 92357458409cf06c.
"""

from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics import log_bessel
from svflow_math.numerics.vmf_checks import of_concentration

__all__ = ["log_normalizer"]


def log_normalizer(kappa: ArrayLike, dim: ArrayLike) -> NDArray:
    """Logarithm of the normaliser C_d(kappa): the density of the law is C_d(kappa) e^(kappa <mu, x>).

    Parameters
    ----------
    kappa
        Concentrations, at least 0 and finite, any shape.
    dim
        Dimensions d of the ambient space, integers from 2 on; broadcasts with kappa.

    Returns
    -------
        log C_d(kappa), in the shape of the broadcast arguments.

    Raises
    ------
    ValueError, TypeError
        If kappa is negative or not finite, or dim is not an integer from 2 on.

    Notes
    -----
    Source: theorem ``normalizer_eq_bessel`` (section 2.1).

    Examples
    --------
    >>> from svflow_math.vmf import log_normalizer
    >>> float(log_normalizer(1000.0, 3).round(10))
    -994.9301217874
    """
    return of_concentration(log_bessel.log_normalizer, kappa, dim)
