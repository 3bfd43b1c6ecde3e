"""What is measured of what is relaxed: a key, a title and a section for each figure, and the gauge they are in."""

from __future__ import annotations

from dataclasses import dataclass

GAUGE = (
    "Gauge: the model's own weights. Queries and keys are those that enter the softmax, after QK-norm and rotary "
    "embedding, with the model's scaling; maps from the stream have the gain of the norm before attention folded into "
    "them, and the balance of trained maps is that of the weights as stored, without gains."
)


@dataclass(frozen=True)
class Column:
    """One figure per layer: its key, what it says, and the theorem that it belongs to."""

    key: str
    title: str
    theorem: str


COLUMNS = (
    Column("attention.step", "effective step 1/(r + ⟨u,f⟩) of attention, median", "4.5"),
    Column("feed_forward.step", "effective step of the feed-forward part, median", "4.5"),
    Column("attention.radial", "radial share ⟨u,f⟩/|f| of attention, median", "4.5"),
    Column("feed_forward.radial", "radial share of the feed-forward part, median", "4.5"),
    Column("attention.turn", "angle that attention turns the stream by, median", "4.5"),
    Column("feed_forward.turn", "angle of the feed-forward part, median", "4.5"),
    Column("attention.off_projective", "distance of the step of attention from the projective one, per angle", "4.3"),
    Column("attention.off_exponential", "the same from the exponential one", "4.3"),
    Column("feed_forward.off_projective", "feed-forward part from the projective step, per angle", "4.3"),
    Column("feed_forward.off_exponential", "the same from the exponential one", "4.3"),
    Column("equator", "share of steps with r + ⟨u,f⟩ ≤ 0, which leave the hemisphere", "4.5"),
    Column("attention.gain", "spread of the gains before attention, deviation over mean", "4.4"),
    Column("feed_forward.gain", "spread of the gains before the feed-forward part", "4.4"),
    Column("tilt.range", "Δ over the keys of a query, median", "6.1"),
    Column("tilt.tv", "total variation of weights and exact posterior, median", "6.1"),
    Column("tilt.tv_bound", "its bound tanh(Δ/4), median", "6.1"),
    Column("tilt.kl", "divergence of weights and exact posterior, mean", "6.1"),
    Column("tilt.kl_bound", "its bound, mean", "6.1"),
    Column("tied.cosine", "cosine of attention and the score that tied weights would give, median", "6.6"),
    Column("tied.tangential", "the same of the tangential parts", "6.6"),
    Column("ascent.share", "share of tokens whose log p attention raises, context fixed", "5.3"),
    Column("ascent.change", "change of log p by attention, a head, median", "5.3"),
    Column("ascent.tied", "share that a tied step of the same size raises", "5.3"),
    Column("negative.mass", "negative mass of the feed-forward weights over all mass, median", "7.3"),
    Column("negative.total", "share of tokens whose weights sum to zero or less", "7.3"),
    Column("balance.query_key", "imbalance of query and key maps, relative, median over planes", "8.4"),
    Column("balance.value_output", "imbalance of value and output maps, relative", "8.4"),
)


def plain(layers: list[dict[str, float]]) -> list[dict[str, float | None]]:
    """For JSON, which knows no NaN: None where a figure does not exist."""
    return [{key: None if value != value else value for key, value in layer.items()} for layer in layers]
