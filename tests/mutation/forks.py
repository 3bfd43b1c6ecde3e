"""Tasks in forked children, a few at a time."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

MEMORY = 4 << 30  # bytes of a child


def forked(tasks: Iterable[Any], work: Callable[[Any, Callable[[Any], None]], None], jobs: int) -> Iterator[Any]:
    """(task, all that its child reported, its processor time) in the order in which the children end."""
    todo, running = iter(tasks), {}
    while True:
        while len(running) < jobs and (task := next(todo, None)) is not None:
            reader, pid = _child(task, work)
            running[reader] = task, pid, []
        if not running:
            return
        for reader in select.select(list(running), [], [])[0]:
            task, pid, chunks = running[reader]
            if chunk := os.read(reader, 1 << 16):
                chunks.append(chunk)
                continue
            os.close(reader)
            del running[reader]
            used = os.wait4(pid, 0)[2]
            yield task, [json.loads(line) for line in b"".join(chunks).splitlines()], used.ru_utime + used.ru_stime


def _child(task: Any, work: Callable[[Any, Callable[[Any], None]], None]) -> tuple[int, int]:
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return reader, pid
    status = 1
    try:
        os.close(reader)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nowhere, standard)
        work(task, lambda value: _report(writer, value))
        status = 0
    finally:
        os._exit(status)


def _report(writer: int, value: Any) -> None:
    data = json.dumps(value).encode() + b"\n"
    while data:
        data = data[os.write(writer, data) :]


def limit(seconds: float) -> None:
    """End this process after so much processor time, or ten times as long on the clock; and give it memory for that."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 10 * seconds)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def spent() -> float:
    """The processor time of this process."""
    return time.process_time()
