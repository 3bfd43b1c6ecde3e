"""What the command `svflow probe` sets of the C library: large arrays are mapped by themselves, whatever was freed."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys

import pytest

from svflow_math.probe.memory import SETTINGS

ARRAYS = """
import ctypes, sys
import numpy as np
from svflow_math.probe.memory import map_large_arrays

NAMES = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()

class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in NAMES]

mallinfo = ctypes.CDLL(None).mallinfo2
mallinfo.restype = Info

if "set" in sys.argv:
    map_large_arrays()
first = np.ones(3 << 20)  # 24 MiB, which glibc takes as the bound when they are freed
del first
before = mallinfo().hblkhd
second = np.ones(1 << 20)
print(mallinfo().hblkhd - before >= second.nbytes)
"""


def mapped(*options: str, **variables: str) -> bool:
    """Whether an array of 8 MiB is mapped by itself after a larger one was freed, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS} | variables
    command = [sys.executable, "-c", ARRAYS, *options]
    return {"True": True, "False": False}[subprocess.check_output(command, env=environment, text=True).strip()]


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="it is a setting of glibc"
)
def test_large_arrays_are_mapped_by_themselves() -> None:
    assert not mapped(), "glibc does it of itself: the setting is not needed"
    assert mapped("set")
    assert mapped(**{name: str(size) for name, (_, size) in SETTINGS.items()}), "the processes of several jobs"
    assert not mapped("set", MALLOC_MMAP_THRESHOLD_=str(32 << 20)), "what the user has set counts"
