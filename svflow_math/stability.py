"""Stability: the flow of gates, the collapse of two experts, and what gradient flow conserves of an attention head."""

from svflow_math.gen.stability import balance_invariant, collapse_eigenvalues, replicator_field

__all__ = ["balance_invariant", "collapse_eigenvalues", "replicator_field"]
