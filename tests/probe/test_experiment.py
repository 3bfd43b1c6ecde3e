"""The prefix-shuffling experiment: what is shuffled, what is measured, and that a stopped run loses nothing."""
# pyright: reportMissingImports=false

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch
from scipy.special import entr, logsumexp, rel_entr
from torch.utils._python_dispatch import TorchDispatchMode
from transformers import AutoModelForCausalLM, LlamaConfig

from svflow_math import cli
from svflow_math.attention import exact_posterior
from svflow_math.probe.errors import ProbeError
from svflow_math.probe.experiment import make_plan, measure_passage, query_maps, see
from svflow_math.probe.hooks import AttentionCall, forward
from svflow_math.probe.loading import load
from svflow_math.probe.measurement import BLOCK, Baseline, SuffixHeads, divergence
from svflow_math.probe.passages import Passage, read_passages, shuffled, tokenize
from svflow_math.probe.recovery import own_pass
from svflow_math.probe.runs import run
from svflow_math.vmf import log_density as log_vmf
from tests.probe.models import build, save, texts, tokenizer
from tests.test_cluster import Cluster

pytestmark = pytest.mark.models

PREFIX, SUFFIX = 16, 12
SHORT: dict[str, Any] = {"prefix": PREFIX, "suffix": SUFFIX, "levels": (0, 0.5, 1), "seeds": (0, 1)}


def log_density(x: np.ndarray, means: np.ndarray, kappa: np.ndarray, log_prior: np.ndarray | float = 0.0) -> float:
    """Of a mixture of von Mises-Fisher laws, by its definition."""
    prior = np.broadcast_to(log_prior, kappa.shape)
    return float(logsumexp(log_vmf(x, means, kappa) + prior) - logsumexp(prior))


def passages(count: int = 3) -> list[Passage]:
    return tokenize(tokenizer(), texts(count), PREFIX, SUFFIX)


def test_shuffling_moves_a_share_of_the_prefix_only() -> None:
    (passage, *_) = passages()
    for level in (0.0, 0.25, 1.0):
        ids = shuffled(passage, level, seed=3)
        assert np.array_equal(ids, shuffled(passage, level, seed=3))
        assert ids[0] == 1 and np.array_equal(ids[passage.suffix], passage.ids[passage.suffix])
        assert np.array_equal(np.sort(ids), np.sort(passage.ids))
        assert np.count_nonzero(ids != passage.ids) <= level * PREFIX
    assert np.count_nonzero(shuffled(passage, 1.0, 3) != passage.ids) > PREFIX / 2
    assert not np.array_equal(shuffled(passage, 1.0, 3), shuffled(passage, 1.0, 4))


def table(rows: pd.DataFrame, metric: str) -> np.ndarray:
    """(layers, heads) of the unshuffled context."""
    part = rows[(rows["metric"] == metric) & (rows["level"] == 0)]
    return part.pivot(index="layer", columns="head", values="value").to_numpy()


@pytest.fixture(scope="module")
def measured() -> tuple[Any, Passage, pd.DataFrame]:
    model = build("qwen2 with QKV bias")
    cut = passages()
    plan = make_plan("tiny", model, cut, levels=(0, 1), seeds=(0,), spaces=("head", "model"))
    rows, seconds = measure_passage(model, cut[0], plan, query_maps(model, plan))
    assert min(seconds.values()) > 0
    return model, cut[0], rows


def test_rows_are_tidy(measured: tuple[Any, Passage, pd.DataFrame]) -> None:
    _, _, rows = measured
    assert list(rows.columns) == ["passage", "level", "seed", "layer", "head", "token", "metric", "value"]
    keys = ["level", "seed", "layer", "head", "token", "metric"]
    assert not rows.duplicated(keys).any()
    assert np.isfinite(rows["value"]).all()
    assert len(rows) == 2 * (3 * SUFFIX + 3 * 4 * (2 * 2 * 5 + 2))


def test_outcomes_are_those_of_the_model(measured: tuple[Any, Passage, pd.DataFrame]) -> None:
    """Up to the rounding of float32: a product of matrices of another height adds up in another order."""
    model, passage, rows = measured
    with torch.inference_mode():
        log_probs = torch.log_softmax(model(torch.tensor(passage.ids)[None]).logits[0].double(), dim=-1).numpy()
    expected = log_probs[np.arange(PREFIX, PREFIX + SUFFIX), passage.ids[PREFIX + 1 :]]
    part = rows[(rows["metric"] == "log_prob") & (rows["level"] == 0)]
    assert np.max(np.abs(part["value"] - expected)) <= 2e-6
    best = rows[(rows["metric"] == "confidence") & (rows["level"] == 0)]["value"]
    assert np.max(np.abs(best - np.exp(log_probs[PREFIX : PREFIX + SUFFIX].max(axis=-1)))) <= 1e-6


@pytest.mark.parametrize("sink", [True, False])
def test_head_space_by_definition(measured: tuple[Any, Passage, pd.DataFrame], sink: bool) -> None:
    """Against the mixture of the flow chapter: one query, its keys as components, the first key among them or not."""
    model, passage, rows = measured
    calls: list[AttentionCall] = []
    forward(model, passage.ids, calls.append)
    first, ending = (0, "") if sink else (1, ".nosink")
    expected: dict[str, list[float]] = {"log_likelihood": [], "posterior_gap": [], "entropy": [], "concentration": []}
    q, k, _ = calls[1].arrays()
    for i in range(PREFIX + 1, len(passage.ids)):
        query, keys = q[1, 1, i], k[1, 0, first : i + 1]
        kappa = calls[1].scale * np.linalg.norm(query) * np.linalg.norm(keys, axis=-1)
        x, means = query / np.linalg.norm(query), keys / np.linalg.norm(keys, axis=-1, keepdims=True)
        w = np.exp(calls[1].scale * keys @ query)
        w /= w.sum()
        p = exact_posterior(query[None], keys, scale=calls[1].scale)[0]
        expected["log_likelihood"].append(float(log_density(x, means, kappa)))
        expected["posterior_gap"].append(float(rel_entr(w, p).sum()))
        expected["entropy"].append(float(entr(w).sum()))
        expected["concentration"].append(float(kappa.mean()))
    for name, values in expected.items():
        found = table(rows, f"head.{name}{ending}")[1, 3]
        assert abs(found - np.mean(values)) <= 1e-5 * max(1, abs(found)), name


@pytest.mark.parametrize("sink", [True, False])
def test_model_space_by_definition(measured: tuple[Any, Passage, pd.DataFrame], sink: bool) -> None:
    """Against the mixture of the flow chapter on the sphere of the stream, with the components written out."""
    model, passage, rows = measured
    own = own_pass(model, passage.ids)
    layer, call, y = model.model.layers[1], own.calls[1], own.states[1]
    d, eps = y.shape[-1], layer.input_layernorm.variance_epsilon
    gain = layer.input_layernorm.weight.detach().double().numpy()
    weight = layer.self_attn.q_proj.weight.detach().double().numpy()[36:48]  # head 3
    bias = layer.self_attn.q_proj.bias.detach().double().numpy()[36:48]
    k = call.arrays()[1][1, 0]
    frequency = 10000.0 ** (-np.arange(6) / 6)
    first, ending = (0, "") if sink else (1, ".nosink")
    likelihood, concentration = [], []
    for i in range(PREFIX + 1, len(passage.ids)):
        cosine, sine = np.diag(np.cos(i * frequency)), np.diag(np.sin(i * frequency))
        turn = np.block([[cosine, -sine], [sine, cosine]])
        shrink = 1 / np.sqrt(1 + d * eps / (y[i] @ y[i]))
        keys = k[first : i + 1]
        m = call.scale * np.sqrt(d) * shrink * (keys @ turn @ weight) * gain
        prior = call.scale * keys @ turn @ bias
        kappa = np.linalg.norm(m, axis=-1)
        u = y[i] / np.linalg.norm(y[i])
        likelihood.append(log_density(u, m / kappa[:, None], kappa, prior))
        concentration.append(kappa.mean())
    for name, values in (("log_likelihood", likelihood), ("concentration", concentration)):
        found = table(rows, f"model.{name}{ending}")[1, 3]
        assert abs(found - np.mean(values)) <= 1e-5 * max(1, abs(found)), name


def test_divergence_aligns_keys_by_token() -> None:
    """Keys that change places with their weights change nothing; one token that takes the mass of another does."""
    k = np.eye(4)[None, None] * 3.0
    q = np.ones((1, 1, 1, 4)) * np.array([1.0, 2.0, 0.5, 1.5])
    heads = SuffixHeads(q, k, None, 1.0, None)
    ids = np.array([1, 5, 6, 7])
    order = [0, 2, 1, 3]
    moved = SuffixHeads(q, k[..., order, :], None, 1.0, None)
    base = Baseline(ids)
    base.add(3, heads)
    same = divergence(moved, ids[order], base, 3)
    assert max(abs(same["divergence"][0]), abs(same["divergence.nosink"][0])) <= 1e-15
    other = divergence(heads, ids[order], base, 3)
    assert other["divergence.nosink"][0] > other["divergence"][0] > 0.01


def test_softcap_makes_the_weights_a_posterior_of_their_own() -> None:
    model = build("gemma2 with capped logits")
    cut = passages(1)
    plan = make_plan("tiny", model, cut, levels=(0, 1), seeds=(0,), layers=[1])
    rows, _ = measure_passage(model, cut[0], plan, {})
    calls: list[AttentionCall] = []
    forward(model, cut[0].ids, calls.append)
    q, k, _ = calls[1].arrays()
    i = len(cut[0].ids) - 1
    gaps = []
    for i in range(PREFIX + 1, len(cut[0].ids)):
        logits = calls[1].scale * k[0, 0, : i + 1] @ q[0, 0, i]
        w = np.exp(0.5 * np.tanh(logits / 0.5))
        w /= w.sum()
        gaps.append(rel_entr(w, exact_posterior(q[0, 0, i][None], k[0, 0, : i + 1], scale=calls[1].scale)[0]).sum())
    assert abs(table(rows, "head.posterior_gap")[0, 0] - np.mean(gaps)) <= 1e-5


def outputs(directory: Path) -> dict[str, bytes]:
    return {name: (directory / name).read_bytes() for name in ("results.parquet", "summary.json", "report.html")}


# Runs the command and kills itself half-way through the third file of results.
KILLED = """
import os, signal, sys
import pandas
from svflow_math import cli
write, written = pandas.DataFrame.to_parquet, []
def stopped(frame, path, **options):
    if len(written) == 2:
        path.write_bytes(b"half of a file")
        os.kill(os.getpid(), signal.SIGKILL)
    write(frame, path, **options)
    written.append(path)
pandas.DataFrame.to_parquet = stopped
cli.main(sys.argv[1:])
"""


def test_a_killed_run_goes_on_and_gives_the_same_bytes(
    tmp_path: Path,
) -> None:
    model = save(build("llama"), tmp_path / "model")
    file = tmp_path / "passages.json"
    file.write_text(json.dumps([{"id": name, "text": text} for name, text in texts(4)]))
    command = ["probe", "run", str(model), "--passages", str(file), "--json"]
    command += ["--prefix", str(PREFIX), "--suffix", str(SUFFIX), "--levels", "0", "0.5", "1", "--seeds", "0", "1"]
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    assert cli.main([*command, "--out", str(whole)]) == 0
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    killed = subprocess.run([sys.executable, "-c", KILLED, *command, "--out", str(stopped)], env=environment)
    assert killed.returncode == -signal.SIGKILL
    done = sorted((stopped / "passages").glob("*.parquet"))
    assert [path.name for path in done] == ["0000.parquet", "0001.parquet"]
    assert any(path.read_bytes() == b"half of a file" for path in (stopped / "passages").glob(".*"))
    assert not (stopped / "results.parquet").exists()
    kept = {path: path.stat().st_mtime_ns for path in done}
    assert cli.main([*command, "--out", str(stopped)]) == 0
    assert {path: path.stat().st_mtime_ns for path in done} == kept
    assert outputs(stopped) == outputs(whole)
    assert {path.name for path in stopped.iterdir()} == {"passages", "plan.json", *outputs(stopped)}
    assert not list((stopped / "passages").glob(".*"))


def test_a_cluster_finds_what_one_machine_finds(tmp_path: Path) -> None:
    """A scheduler and two workers, one of which is lost on the way."""
    pytest.importorskip("distributed")
    from distributed import Client

    directory = save(build("llama"), tmp_path / "model")
    loaded = load(directory)
    alone = run(loaded.model, loaded.tokenizer, texts(4), out=tmp_path / "alone", name="tiny", **SHORT)
    found = Cluster(tmp_path)
    try:
        options: dict[str, Any] = SHORT | {"cluster": found.address, "recipe": loaded.recipe, "name": "tiny"}
        with Client(found.address) as client:
            client.wait_for_workers(2)
        found.workers[0].kill()
        together = run(loaded.model, loaded.tokenizer, texts(4), out=tmp_path / "together", **options)
    finally:
        found.stop()
    assert together == alone
    assert outputs(tmp_path / "together") == outputs(tmp_path / "alone")


@pytest.mark.parametrize(("room", "block"), [(0, 100), (1 << 20, 100), (0, 20)])
def test_divergence_by_definition(room: int, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Token by token in double precision, with tokens that repeat; with the laws of the first context kept or not."""
    monkeypatch.setattr("svflow_math.probe.measurement.ROOM", room)
    monkeypatch.setattr("svflow_math.probe.measurement.BLOCK", block)
    rng = np.random.default_rng(0)
    ids, moved = np.array([1, 5, 6, 5, 7, 1, 8, 5]), np.array([1, 5, 7, 6, 5, 1, 8, 5])
    sets = []
    for _ in range(2):
        q, k = rng.normal(size=(2, 3, 5, 4)).astype(np.float32), rng.normal(size=(2, 1, 8, 4)).astype(np.float32)
        sets.append(SuffixHeads(q, k, None, 0.5, None))
    base = Baseline(ids)
    base.add(0, sets[0])
    for _ in range(2):
        found = divergence(sets[1], moved, base, 0)
        assert list(found) == ["divergence", "divergence.nosink"]
    for first, name in enumerate(found):
        expected = []
        for g, h in np.ndindex(2, 3):
            values = []
            for i in range(5):
                laws = []
                for heads, tokens in zip(sets, (ids, moved), strict=True):
                    w = np.exp(0.5 * heads.key[g, 0, first : i + 4].astype(float) @ heads.query[g, h, i].astype(float))
                    items = [-1 if j == 0 else tokens[j] for j in range(first, i + 4)]
                    laws.append({t: w[np.equal(items, t)].sum() / w.sum() for t in items})
                p, q = (np.array([law.get(t, 0) for t in laws[0] | laws[1]]) for law in laws)
                values.append((rel_entr(p, (p + q) / 2) + rel_entr(q, (p + q) / 2)).sum() / 2)
            expected.append(np.mean(values))
        assert np.max(np.abs(found[name] - expected)) <= 1e-7


def test_blocks_are_small_whatever_the_number_of_heads_of_a_key() -> None:
    heads = SuffixHeads(np.ones((1, 64, 512, 4), np.float32), np.ones((1, 1, 1024, 4), np.float32), None, 1.0, None)
    assert max(part.query[..., 0].size * 1024 for _, part in heads.blocks()) <= BLOCK
    assert sum(part.query[..., 0].size for _, part in heads.blocks()) == 64 * 512


class Largest(TorchDispatchMode):
    """How many numbers the largest tensor has that torch makes meanwhile."""

    size = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        out = func(*args, **(kwargs or {}))
        for tensor in out if isinstance(out, (tuple, list)) else [out]:
            if isinstance(tensor, torch.Tensor):
                self.size = max(self.size, tensor.numel())
        return out


def test_long_contexts_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither n x n weights of all heads nor the logits of all tokens are held at a time, in torch or in NumPy."""
    count, vocabulary, heads, logits = 1024, 5000, 8, 1 << 18
    monkeypatch.setattr("svflow_math.probe.measurement.LOGITS", logits)
    monkeypatch.setattr("svflow_math.probe.measurement.ROOM", 0)
    shape: dict[str, Any] = {"hidden_size": 64, "intermediate_size": 64, "vocab_size": vocabulary}
    config = LlamaConfig(**shape, num_hidden_layers=1, num_attention_heads=heads, num_key_value_heads=2)
    model = AutoModelForCausalLM.from_config(config).eval()
    ids = np.random.default_rng(0).integers(3, vocabulary, count + 1)
    passage = Passage("long", ids, count // 2)
    plan = make_plan("tiny", model, [passage], spaces=("head", "model"))
    maps, base = query_maps(model, plan), Baseline(ids)
    with Largest() as largest:
        tracemalloc.start()
        try:
            see(model, ids, passage, plan, maps, base, original=True)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert logits / 2 < largest.size <= logits
    assert peak <= 4 * heads * (count // 2) * count  # the weights of one layer


def test_the_report_needs_nothing_else(tmp_path: Path) -> None:
    spaces = ("head", "model")
    summary = run(build("llama"), tokenizer(), texts(4), out=tmp_path, spaces=spaces, **SHORT)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert text.count("<svg") >= 5
    loaded = re.findall(r"<script|<link|<img|src=|url\((?!#)|@import", text)
    assert loaded == []
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8")) == json.loads(json.dumps(summary))
    assert [claim["verdict"] for claim in summary["claims"]][-1] == "no claim: one model is no regime"
    assert all(claim["figure"] for claim in summary["claims"])
    assert set(summary["regime"]) == set(spaces)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "short passage": ({"prefix": 50, "suffix": 20}, "passage 0 has 60 tokens, and prefix and suffix need"),
    "no level zero": ({"levels": (0.5, 1)}, "levels must hold 0"),
    "level out of range": ({"levels": (0, 1.5)}, "levels must be different shares"),
    "seeds": ({"seeds": ()}, "seeds must be different numbers"),
    "layers": ({"layers": [3]}, "layer 3 does not exist: the model has layers 0 to 2"),
    "suffix": ({"suffix": 1}, "suffix must be at least 2 tokens, got 1"),
    "space": ({"spaces": ("other",)}, "space must be head, model or both"),
    "model space with QK-norm": ({"spaces": ("model",)}, "layer 0 has QK-norm"),
    "jobs without a recipe": ({"jobs": 2}, "several jobs need a model that each of them can load"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_writes_nothing(case: str, tmp_path: Path) -> None:
    options, message = BAD[case]
    changed: dict[str, Any] = SHORT | options
    with pytest.raises(ProbeError, match=message):
        run(build("qwen3 with QK-norm"), tokenizer(), texts(2), out=tmp_path / "out", **changed)
    assert not (tmp_path / "out").exists()


def test_another_plan_needs_another_directory(tmp_path: Path) -> None:
    model = build("llama")
    run(model, tokenizer(), texts(2), out=tmp_path, **SHORT)
    before = outputs(tmp_path)
    changed: dict[str, Any] = SHORT | {"seeds": (0, 2)}
    with pytest.raises(ProbeError, match=r"holds a run with another plan \(different: seeds\)"):
        run(model, tokenizer(), texts(2), out=tmp_path, **changed)
    assert outputs(tmp_path) == before


FILES = {
    "one\ntwo words\n\nthree": ["one", "two words", "three"],
    '["one", "two"]': ["one", "two"],
    '[{"id": "a", "text": "one"}]': ["one"],
}


@pytest.mark.parametrize("content", FILES)
def test_passages_of_a_file(content: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(content)
    assert [text for _, text in read_passages(tmp_path / "file")] == FILES[content]


@pytest.mark.parametrize("content", ["", '[{"id": 1}]', "[1", '[{"id": 1, "text": "a"}, {"id": 1, "text": "b"}]'])
def test_bad_files_of_passages(content: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(content)
    with pytest.raises(ProbeError):
        read_passages(tmp_path / "file")
    with pytest.raises(ProbeError, match="cannot read passages"):
        read_passages(tmp_path / "nothing")
