"""Speed of attention beside the two matrix products that it consists of, as ratios in one run.

Each figure is the time of `attend`, validation included, over the time of the two full products q k^T and w v; plain
NumPy and torch's scaled_dot_product_attention (where torch is installed) stand beside it. CPU time of this thread,
minimum over repeats that alternate between the candidates.
Run: OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python benchmarks/attention.py
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from svflow_math import attention

HEADS, TOKENS, DIM = 8, 512, 64
LONG = 8192
REPEATS = 100


def draw(*shape: int) -> list[NDArray[np.float32]]:
    rng = np.random.default_rng(0)
    return [rng.standard_normal(shape, dtype=np.float32) for _ in range(3)]


def plain_attention(q: NDArray, k: NDArray, v: NDArray, ceiling: NDArray) -> NDArray:
    """All pairs at once, the hidden ones too."""
    logits = q @ k.swapaxes(-1, -2) / np.float32(np.sqrt(DIM)) + ceiling
    joint = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return joint / joint.sum(axis=-1, keepdims=True) @ v


def candidates() -> dict[str, Callable[[], object]]:
    q, k, v = draw(HEADS, TOKENS, DIM)
    w = attention.weights(q, k)
    ceiling = np.where(np.tri(TOKENS, dtype=bool), np.float32(0), np.float32(-np.inf))
    calls: dict[str, Callable[[], object]] = {
        "two products": lambda: (q @ k.swapaxes(-1, -2), w @ v),
        "attend, causal": lambda: attention.attend(q, k, v, causal=True),
        "attend": lambda: attention.attend(q, k, v),
        "plain NumPy, causal": lambda: plain_attention(q, k, v, ceiling),
    }
    try:
        import torch  # pyright: ignore[reportMissingImports]
    except ImportError:
        return calls
    torch.set_num_threads(1)
    queries, keys, values = (torch.from_numpy(array)[None] for array in (q, k, v))
    sdpa = torch.nn.functional.scaled_dot_product_attention
    calls["torch, causal"] = lambda: sdpa(queries, keys, values, is_causal=True)
    return calls


def main() -> None:
    calls = candidates()
    best = dict.fromkeys(calls, np.inf)
    for _ in range(REPEATS):
        for name, call in calls.items():
            start = time.thread_time()
            call()
            best[name] = min(best[name], time.thread_time() - start)
    print(f"{HEADS} heads, {TOKENS} tokens, d = {DIM}, float32; time over that of the two full products")
    for name, seconds in best.items():
        print(f"  {name:20} {seconds / best['two products']:5.2f}   ({seconds * 1e3:.2f} ms)")

    q, k, v = draw(LONG, DIM)
    tracemalloc.start()
    attention.attend(q, k, v, causal=True)
    peak = tracemalloc.get_traced_memory()[1]
    print(
        f"{LONG} tokens: {peak / 2**20:.1f} MB at the peak; the n x n array alone would be {LONG**2 * 4 / 2**20:.0f} MB"
    )


if __name__ == "__main__":
    main()
