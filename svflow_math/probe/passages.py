"""Passages as token sequences: read, cut to prefix and suffix, and shuffled in the prefix by a seeded permutation."""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svflow_math.data import passages as shipped_passages
from svflow_math.probe.errors import ProbeError


@dataclass(frozen=True)
class Passage:
    """Token ids: one for the beginning of text, `prefix` ids that may be shuffled, and the suffix."""

    name: str
    ids: NDArray[np.int64]
    prefix: int

    @property
    def suffix(self) -> slice:
        """The positions of the suffix."""
        return slice(1 + self.prefix, len(self.ids))


def read_passages(file: str | os.PathLike[str] | None) -> list[tuple[str, str]]:
    """Name and text of each passage: those that ship with the package, a JSON list, or one passage per line."""
    if file is None:
        return [(entry["id"], entry["text"]) for entry in shipped_passages()]
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ProbeError(f"cannot read passages from {path}: {error}") from error
    if text.lstrip().startswith("["):
        try:
            entries = json.loads(text)
            named = [
                (str(i), entry) if isinstance(entry, str) else (str(entry.get("id", i)), entry["text"])
                for i, entry in enumerate(entries)
            ]
        except (ValueError, KeyError, AttributeError) as error:
            raise ProbeError(f"{path} is no JSON list of texts or of objects with a text: {error}") from error
    else:
        named = [(str(i), line) for i, line in enumerate(text.splitlines()) if line.strip()]
    if not named:
        raise ProbeError(f"{path} holds no passage")
    if len({name for name, _ in named}) < len(named):
        raise ProbeError(f"{path} names two passages alike")
    return named


def tokenize(tokenizer: Any, named: Sequence[tuple[str, str]], prefix: int, suffix: int) -> list[Passage]:
    """Cut each passage to prefix + suffix tokens behind a beginning-of-text token, added if the tokenizer adds none.

    Where a tokenizer knows no such token its end-of-text token takes the place, as those models were trained.
    """
    for name, count in (("prefix", prefix), ("suffix", suffix)):
        if count < 2:
            raise ProbeError(f"{name} must be at least 2 tokens, got {count}")
    beginning = tokenizer.bos_token_id if tokenizer.bos_token_id is not None else tokenizer.eos_token_id
    if beginning is None:
        raise ProbeError("the tokenizer has neither a beginning-of-text nor an end-of-text token")
    cut = []
    for name, text in named:
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        if len(ids) < prefix + suffix:
            raise ProbeError(f"passage {name} has {len(ids)} tokens, and prefix and suffix need {prefix} + {suffix}")
        cut.append(Passage(name, np.array([beginning, *ids[: prefix + suffix]]), prefix))
    return cut


def shuffled(passage: Passage, level: float, seed: int) -> NDArray[np.int64]:
    """The token ids with a share `level` of the prefix permuted; the same for the same seed, name and level."""
    ids = passage.ids.copy()
    count = round(level * passage.prefix)
    generator = np.random.default_rng([seed, zlib.crc32(passage.name.encode()), round(level * 1e6)])
    places = 1 + np.sort(generator.permutation(passage.prefix)[:count])
    ids[places] = ids[generator.permutation(places)]
    return ids


def digest(passages: Sequence[Passage]) -> str:
    """What tells one set of passages from another."""
    total = hashlib.sha256()
    for passage in passages:
        total.update(passage.name.encode() + b"\0" + passage.ids.astype("<i8").tobytes())
    return total.hexdigest()[:16]
