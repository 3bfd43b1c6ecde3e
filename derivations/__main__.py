"""Replay, emit, verify: `python -m derivations [IDS] [--check]`."""

import sys

from svflow_math.engine.build import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
