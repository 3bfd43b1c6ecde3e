"""Commands of Python that do not each wait for the same imports: forks of one process that has made them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType

LOOP = """
import json, os, runpy, sys, traceback
import myst_parser.sphinx_ext.main, sphinx.cmd.build
import svflow_math.engine.build, svflow_math.engine.render
from svflow_math.engine.record.registry import entries

entries()
for line in sys.stdin:
    arguments, output, errors = json.loads(line)
    child = os.fork()
    if child == 0:
        for number, path in ((1, output), (2, errors)):
            os.dup2(os.open(path, os.O_CREAT | os.O_WRONLY), number)
        sys.argv, code = arguments, 0
        try:
            runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
        except SystemExit as end:
            code = end.code or 0
        except BaseException:
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Warm:
    """`python -m ...` in a folder, with further places to import from; each command in a process of its own."""

    def __init__(self, folder: Path, logs: Path, *places: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places))}
        command = [sys.executable, "-c", LOOP]
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.logs = logs
        self.logs.mkdir(exist_ok=True)
        self.runs = 0

    def __enter__(self) -> Warm:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.communicate()

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """What a command answers, prints and complains of."""
        self.runs += 1
        output, errors = (self.logs / f"{self.runs}.{name}" for name in ("out", "err"))
        assert self.process.stdin is not None and self.process.stdout is not None
        print(json.dumps([arguments, str(output), str(errors)]), file=self.process.stdin, flush=True)
        code = int(self.process.stdout.readline())
        texts = (path.read_text(encoding="utf-8") for path in (output, errors))
        return subprocess.CompletedProcess(arguments, code, *texts)
