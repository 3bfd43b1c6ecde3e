"""How the C library hands out memory, for the processes of the command `svflow probe`."""

from __future__ import annotations

import ctypes
import os
import sys

# Settings of glibc, by the variables that a process reads them from when it starts: number and bytes. The second is
# twice the first, as glibc itself would have it.
SETTINGS = {"MALLOC_MMAP_THRESHOLD_": (-3, 4 << 20), "MALLOC_TRIM_THRESHOLD_": (-1, 8 << 20)}


def map_large_arrays() -> None:
    """Have glibc map arrays of 4 MiB and more by themselves and give them back when freed; here and in new processes.

    Else that bound rises to the size of what has been freed, and what is kept of one layer lies in the holes that the
    arrays of the next would fit. It is for commands only, as it concerns all that a process does. What the user has
    set counts, and other systems are left as they are.
    """
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    for variable, (number, size) in SETTINGS.items():
        if mallopt is not None and variable not in os.environ:
            os.environ[variable] = str(size)
            mallopt(number, size)
