"""Methods of one expression that are computed once: the normal form meets the same parts again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


def once(method: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A method whose values are kept in the `found` of its object."""

    @wraps(method)
    def remembered(self: Any, e: Any) -> Any:
        key = (method.__name__, e)
        if key not in self.found:
            self.found[key] = method(self, e)
        return self.found[key]

    return remembered
