"""Score-based variational flow of von Mises-Fisher mixtures: log density, posterior, fields, gap, divergence."""

__all__: list[str] = []
