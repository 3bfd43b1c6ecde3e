"""Verification on a Dask cluster: the results of one machine, also where a worker dies on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from svflow_math.engine.record.check import Settings
from svflow_math.engine.verify.run import verify

IDS = ("project_tangent_idempotent", "exp_on_sphere", "project_tangent_symmetric")
SETTINGS = Settings(seed=3, examples=4)


class Cluster:
    """A scheduler and two workers, each a process of this machine."""

    def __init__(self, folder: Path) -> None:
        contact = folder / "scheduler.json"
        shared = ("--scheduler-file", str(contact), "--no-dashboard")
        self.scheduler = self._start("scheduler", *shared, "--host", "127.0.0.1", "--port", "0")
        deadline = time.monotonic() + 60
        while not contact.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        worker = ("worker", *shared, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        self.workers = [self._start(*worker) for _ in range(2)]
        self.address = json.loads(contact.read_text(encoding="utf-8"))["address"]

    @staticmethod
    def _start(*arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    found.stop()


def started(root: Path, cluster: Cluster) -> subprocess.Popen[str]:
    options = ["--seed", str(SETTINGS.seed), "--examples", str(SETTINGS.examples), "--json"]
    command = [sys.executable, "-m", "derivations", "--verify-only", *IDS, *options, "--cluster", cluster.address]
    return subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def timeless(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Results but for how long each check took, in a common order."""
    found = [{name: value for name, value in result.items() if name != "seconds"} for result in results]
    return sorted(found, key=lambda result: (result["theorem"], result["check"]))


def test_a_cluster_that_loses_a_worker_finds_what_one_machine_finds(root: Path, cluster: Cluster) -> None:
    from distributed import Client

    run = started(root, cluster)
    with Client(cluster.address) as client:
        deadline = time.monotonic() + 60
        processing: Any = client.processing  # typed for asynchronous clients
        while not any(processing().values()) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert any(processing().values())
    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    output, errors = run.communicate(timeout=300)
    assert run.returncode == 0, errors
    assert cluster.workers[0].wait() == -signal.SIGKILL
    here = json.dumps([result for name in IDS for result in verify(name, SETTINGS)])
    assert timeless(json.loads(output)) == timeless(json.loads(here))
