"""Replay, emit, verify: `python -m derivations [IDS] [--check]`."""

import sys

from svflow_math.engine import unchanged


def main(argv: list[str]) -> int:
    """Run the pipeline, or repeat its answer where nothing has changed."""
    status = None if argv else unchanged.report()
    if status is not None:
        return status
    from svflow_math.engine import build  # it loads SymPy, which the answer above does without

    return build.main(argv)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
