"""How many small defects of the run-time code the tests notice; `make mutants`, and `make mutants SAMPLE=80`.

Without options all mutants are tried, which takes an hour or more of processor time, and what is committed of it is
written anew. WORDS restrict a run to files with one of them in their names, --again to what survived the last run. A
sample meets the tests that killed mutants of the same function, or else of the same file, in the last whole run. What
survives stands in survivors.toml with a reason each; an entry that no longer survives is an error.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
import zlib
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from random import Random

from tests.mutation.operators import Mutant
from tests.mutation.reach import ByLine, Remembered
from tests.mutation.run import CODE, TESTS, Outcome, everything, run
from tests.mutation.score import (
    LEAST,
    QUOTED,
    RESULTS,
    SURVIVORS,
    complaints,
    quoted,
    reasons,
    result,
    score,
    written,
)

OUTCOMES = Path("build") / "mutation-outcomes.json"


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="a part of the names of files")
    parser.add_argument("--again", action="store_true", help="only those that no run has killed yet")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of all mutants")
    parser.add_argument("--seed", type=int, help="of the sample; by the code itself if none is given")
    parser.add_argument("--cap", type=float, default=10, help="seconds of tests after which a mutant has survived")
    parser.add_argument("--minutes", type=float, default=math.inf, help="on the clock, after which no more are tried")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(argv)
    listed = reasons(SURVIVORS.read_text(encoding="utf-8"))
    mutants = everything()
    if options.sample:
        return sample(options, mutants, listed)
    kept = json.loads(OUTCOMES.read_text(encoding="utf-8")) if OUTCOMES.exists() else {}
    kept = {m.id: kept[m.id] for m in mutants if m.id in kept}
    chosen = [m for m in mutants if not options.words or any(word in m.file for word in options.words)]
    mixed = Random(0).sample(chosen, len(chosen))  # where time ends a run, it has seen a fair part of all
    todo = [m for m in mixed if not options.again or not kept.get(m.id, {}).get("killer")]

    def heard(outcome: Outcome) -> None:
        kept[outcome.mutant.id] = {"killer": outcome.killer, "seconds": round(outcome.seconds, 2)}
        done[0] += 1
        done[1] += not outcome.killer
        if done[0] % 50 == 0 or done[0] == len(todo):
            OUTCOMES.write_text(json.dumps(kept), encoding="utf-8")
            print(f"{done[0]} of {len(todo)} tried, {done[1]} survive", flush=True)

    done = [0, 0]
    end = time.monotonic() + 60 * options.minutes
    timely = takewhile(lambda _: time.monotonic() < end, todo)
    choose = partial(ByLine.traced, root=CODE, jobs=options.jobs)
    before = [(m, kept[m.id]["killer"]) for m in mutants if m.id in kept]
    impostors = run(timely, TESTS, choose, options.cap, options.jobs, heard, before)
    kept = {name: value for name, value in kept.items() if value["killer"] not in impostors}
    OUTCOMES.write_text(json.dumps(kept), encoding="utf-8")
    tried = [m.id for m in chosen if m.id in kept]
    wrong = complaints([i for i in tried if not kept[i]["killer"]], tried, listed, len(tried) == len(mutants))
    wrong += [f"fails on what has not changed, so what it killed is alive: {name}" for name in sorted(impostors)]
    print(*wrong, sep="\n")
    found = result(mutants, {k: v["killer"] for k, v in kept.items()}, sum(v["seconds"] for v in kept.values()))
    for name, row in found["packages"].items():
        print(f"{name:10} {row['killed']:5} of {row['tried']:5} killed, {100 * score([row]):.1f} %")
    total = score(found["packages"].values())
    print(f"{'all':10} {100 * total:.2f} %, {found['processor_minutes']} minutes of processor time")
    RESULTS.write_text(written(found), encoding="utf-8")
    QUOTED.write_text(quoted(found, listed), encoding="utf-8")
    return int(bool(wrong) or total < LEAST)


def sample(options: argparse.Namespace, mutants: list[Mutant], listed: dict[str, str]) -> int:
    """Some of all mutants, each against the tests that killed its like; those listed are taken at their word."""
    code = b"".join((CODE / file).read_bytes() for file in sorted({m.file for m in mutants}))
    seed = zlib.crc32(code) if options.seed is None else options.seed
    chosen = Random(seed).sample(mutants, options.sample)
    todo = [m for m in chosen if m.id not in listed]
    print(f"{len(chosen)} mutants, seed {seed}: {len(chosen) - len(todo)} are listed as survivors", flush=True)
    known = Remembered(json.loads(RESULTS.read_text(encoding="utf-8")))
    survived: list[str] = []

    def heard(outcome: Outcome) -> None:
        if not outcome.killer:
            survived.append(outcome.mutant.id)

    files = sorted({name.partition("::")[0] for m in todo for name in known.of(m)})
    impostors = run(todo, files, lambda items: known, options.cap, options.jobs, heard)
    for name in survived:
        print(f"survives, and is not listed: {name}")
    for name in impostors:
        print(f"fails on what has not changed: {name}")
    print(f"{len(todo) - len(survived)} of {len(todo)} killed")
    if survived:
        print(f"again: make mutants SAMPLE={options.sample} SEED={seed}; against all tests: make mutants FILES=...")
    return int(bool(survived or impostors))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
