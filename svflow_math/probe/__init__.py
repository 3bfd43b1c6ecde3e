"""Real language models, recovered from the emitted functions and probed with the metrics of the library.

Needs the extra `probe`. The commands `svflow probe recover`, `relaxed` and `run` do the same from a shell.
"""

from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import AttentionCall, recording
from svflow_math.probe.loading import Loaded, load
from svflow_math.probe.recovery import compare as recover
from svflow_math.probe.relaxation import measure as measure_relaxation
from svflow_math.probe.runs import run

__all__ = ["AttentionCall", "Loaded", "ProbeError", "load", "measure_relaxation", "recording", "recover", "run"]
