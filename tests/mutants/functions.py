"""Wrong functions in the place of emitted ones, each with the checks that must reject it and no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from derivations.sphere.dist_eq_two_atan2_chords import THEOREM as DIST
from derivations.sphere.exp_log_eq_id import THEOREM as LOG
from derivations.sphere.exp_on_sphere import THEOREM as EXP
from derivations.sphere.project_tangent_idempotent import THEOREM as PROJECT
from derivations.sphere.transport_isometry import THEOREM as TRANSPORT
from derivations.vmf.normalizer_eq_bessel import THEOREM as NORMALIZER
from svflow_math.engine.record.theorem import Theorem
from svflow_math.gen import sphere, vmf


@dataclass(frozen=True)
class WrongFunction:
    """`wrong` stands where the emitted function `name` of `module` stood."""

    mistake: str
    theorem: Theorem
    module: Any
    name: str
    wrong: Callable[..., Any]
    rejected_by: frozenset[str]


def function(mistake: str, theorem: Theorem, name: str, wrong: Callable[..., Any], *checks: str) -> WrongFunction:
    return WrongFunction(mistake, theorem, sphere, name, wrong, frozenset(checks))


_project, _dist, _log, _exp, _transport = (
    getattr(sphere, name) for name in ("project_tangent", "dist", "log", "exp", "transport")
)
_log_normalizer = vmf.log_normalizer


def modifies_its_input(x: Any, w: Any) -> Any:
    result = _project(x, w)
    np.asarray(w)[...] *= 2
    return result


def first_row_for_all(x: Any, w: Any) -> Any:
    result = _project(x, w)
    return result if result.ndim == 1 else np.broadcast_to(result[0], result.shape)


def along_the_axes(x: Any, w: Any) -> Any:
    """Right at the poles, and elsewhere it depends on the coordinates."""
    result = np.array(_project(x, w))
    result[..., 0] += 1e-9 * np.abs(result[..., -1])
    return result


LAWS = "laws"

FUNCTIONS = [
    function(
        "a wrong dtype",
        PROJECT,
        "project_tangent",
        lambda x, w: np.float64(1) * np.asarray(_project(x, w), float),
        LAWS,
    ),
    function("a modified input", PROJECT, "project_tangent", modifies_its_input, LAWS, "geomstats project_tangent"),
    function("one row for all", PROJECT, "project_tangent", first_row_for_all, LAWS),
    function(
        "a result that depends on the axes",
        PROJECT,
        "project_tangent",
        along_the_axes,
        LAWS,
        "bits of project_tangent",
        "geomstats project_tangent",
    ),
    function("no numbers", DIST, "dist", lambda x, y: np.nan * _dist(x, y), LAWS, "bits of dist", "geomstats dist"),
    function("degrees", DIST, "dist", lambda x, y: np.rad2deg(_dist(x, y)), "bits of dist", "geomstats dist"),
    function("swapped arguments", LOG, "log", lambda x, y: _log(y, x), "bits of log", "geomstats log"),
    function("a sign", LOG, "log", lambda x, y: -_log(x, y), "bits of log", "geomstats log"),
    function(
        "an arccosine where digits cancel",
        DIST,
        "dist",
        lambda x, y: np.arccos(np.clip(np.vecdot(x, y), -1, 1)),
        "bits of dist",
    ),
    function("a tolerance exceeded", EXP, "exp", lambda x, v: _exp(x, v) * (1 + 4e-15), "bits of exp"),
    function("a small disagreement", EXP, "exp", lambda x, v: _exp(x, v) * (1 + 1e-10), "bits of exp", "geomstats exp"),
    function("the transport forgotten", TRANSPORT, "transport", lambda x, y, v: np.asarray(v) * 1, "bits of transport"),
    WrongFunction(
        "half the normaliser",
        NORMALIZER,
        vmf,
        "log_normalizer",
        lambda kappa, dim: _log_normalizer(kappa, dim) / 2,
        frozenset({"accuracy of log_normalizer"}),
    ),
]
