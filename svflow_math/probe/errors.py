"""What the probe refuses, in one line."""

from __future__ import annotations


class ProbeError(ValueError):
    """A model, a file or an option that cannot be probed; the message is one line that a user can act on."""
