"""Every public function with every kind of input: each call gives what the plain float64 array gives, or refuses.

Counts of calls and of silent NaNs are printed at the end of a run of pytest.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math.numerics import statistics
from tests.call import Call
from tests.public import CALLS, SUPPORT, missing
from tests.public_tools import Law

EPS = 2.0**-52
REFUSED = object()  # in place of a plain array: the function must refuse
LIKEWISE = object()  # the function answers without a NaN, or refuses
Cases = Iterator[tuple[Any, Any]]  # an argument, and the plain array that stands for the same


class Tally:
    """Calls made, and NaNs that came out of them."""

    def __init__(self) -> None:
        self.calls = self.nans = 0
        self.plain: list[NDArray] | None = None

    def parts(self, call: Call, **changes: Any) -> list[NDArray]:
        """The results of a call that leaves its arguments as they were, and is free of NaN."""
        self.calls += 1
        arrays = {n: a for n, a in {**call.arguments, **call.options, **changes}.items() if isinstance(a, np.ndarray)}
        before = {name: np.array(array, subok=True).tobytes() for name, array in arrays.items()}
        try:
            found = call.parts(**changes)
        finally:
            for name, array in arrays.items():
                assert np.array(array, subok=True).tobytes() == before[name], f"{name} was modified"
        silent = sum(int(np.isnan(part).sum()) for part in found)
        self.nans += silent
        assert not silent, f"{silent} NaN of {changes}"
        return found

    def refuses(self, call: Call, names: tuple[str, ...], **changes: Any) -> None:
        """The call raises, and the message names an argument that was changed."""
        self.calls += 1
        with pytest.raises((TypeError, ValueError)) as caught:
            call.parts(**changes)
        named(caught.value, names)

    def judged(self, call: Call, name: str, value: Any, plain: Any, others: bool = False) -> None:
        """Demand of one argument in another guise what is demanded of the plain one.

        `others`: a message may name another argument, with which this one does not go together.
        """
        names = tuple(inspect.signature(call.function).parameters) if others else (name,)
        if plain is REFUSED:
            self.refuses(call, names, **{name: value})
            return
        try:
            found = self.parts(call, **{name: value})
        except (TypeError, ValueError) as error:
            named(error, names)
            if plain is not LIKEWISE:
                self.refuses(call, names, **{name: plain})
            return
        if plain is not LIKEWISE:
            close(found, self.expected(call, name, plain))

    def expected(self, call: Call, name: str, plain: Any) -> list[NDArray]:
        """What the plain array gives; where that is the one of the row, what it gave before."""
        if plain is not call.arguments.get(name):
            return self.parts(call, **{name: plain})
        if self.plain is None:
            self.plain = self.parts(call)
        return self.plain


def named(error: Exception, names: tuple[str, ...]) -> None:
    """A message names what is at fault: an argument, a query that sees no key, a result that overflows."""
    words = rf"\b({'|'.join(names)}|query \d has no key|overflows)\b"
    assert re.search(words, str(error)), f"{names}: {error}"


def close(found: list[NDArray], expected: list[NDArray], eps: float = EPS) -> None:
    for got, wanted in zip(found, expected, strict=True):
        assert got.shape == wanted.shape
        got, wanted = np.broadcast_arrays(got.astype(np.float64), wanted.astype(np.float64))
        size = np.max(np.abs(wanted[np.isfinite(wanted)]), initial=1)
        far = ~(np.abs(got - wanted) <= 32 * eps * size) if np.isfinite(wanted).all() else got != wanted
        assert not far.any(), f"{got} instead of {wanted}"


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Iterator[Tally]:
    counts = Tally()
    yield counts
    record_property("calls", counts.calls)
    record_property("silent NaNs", counts.nans)


# Kinds of arguments: (array in another guise, plain array).


def not_finite(call: Call, name: str) -> Cases:
    array = call.arguments[name]
    for value in (np.nan, np.inf, -np.inf):
        allowed = name in call.judged or (value == -np.inf and name in SUPPORT)
        for place in ((0,) * array.ndim, (-1,) * array.ndim):
            changed = array.copy()
            changed[place] = value
            yield changed, changed.tolist() if allowed else REFUSED
        yield np.full_like(array, value), LIKEWISE if allowed else REFUSED
        yield np.full(array.shape, value, np.float32), LIKEWISE if allowed else REFUSED
        yield float(value), REFUSED
        yield np.array(value), REFUSED


def other_types(call: Call, name: str) -> Cases:
    array = call.arguments[name]
    for dtype in (complex, np.complex64, object, str, bytes, np.longdouble, "datetime64[s]", "timedelta64[s]", "f8,f8"):
        yield array.astype(dtype), REFUSED
    for value in ("a word", b"bytes", {"a": 1.0}, {1.0}, object(), 1j, 10**400, [[1.0, 2.0], [1.0]], [object()]):
        yield value, REFUSED
    yield [*np.atleast_1d(array).tolist(), None], REFUSED
    yield iter([1.0, 0.0]), REFUSED
    for dtype in (np.int64, np.int32, np.int8, bool):
        yield np.round(array).astype(dtype), np.round(array).astype(dtype).astype(np.float64)
    yield np.abs(np.round(array)).astype(np.uint8), np.abs(np.round(array))
    yield array.astype(">f8"), array


def other_containers(call: Call, name: str) -> Cases:
    array = call.arguments[name]
    yield array.tolist(), array
    yield tuple(array.tolist()) if array.ndim else float(array), array
    yield list(array) if array.ndim else array[()], array
    yield array.copy().data, array  # a buffer
    yield Wrapped(array), array
    yield array.view(Subclass), array
    if array.ndim == 2:
        yield np.asmatrix(array), array


class Wrapped:
    """Knows only how to become an array."""

    def __init__(self, array: NDArray) -> None:
        self.array = array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray:
        return self.array if dtype is None else self.array.astype(dtype)


class Subclass(np.ndarray):
    """Of ndarray, with nothing to it."""


def layouts(call: Call, name: str) -> Cases:
    array = call.arguments[name]
    wide = np.full(tuple(2 * size for size in array.shape), np.nan)
    strided = wide[(*[slice(None, None, 2)] * array.ndim, ...)]
    strided[...] = array
    odd = np.zeros(array.nbytes + 1, np.uint8)[1:].view(np.float64).reshape(array.shape)
    odd[...] = array
    turn = (*[slice(None, None, -1)] * array.ndim, ...)
    backwards = array[turn].copy()[turn]
    for view in (array.copy(), strided, array.copy(order="F"), backwards, odd):
        view.flags.writeable = False
        yield view, array


def masked_arrays(call: Call, name: str) -> Cases:
    array = call.arguments[name]
    hidden = np.zeros(array.shape, bool)
    yield np.ma.array(array), array
    yield np.ma.array(array, mask=hidden), array
    hidden[(0,) * array.ndim] = True
    yield np.ma.array(array, mask=hidden), REFUSED
    yield np.ma.array(array.astype(np.float32), mask=True), REFUSED
    yield np.ma.array(np.round(array).astype(int), mask=hidden), REFUSED
    yield [np.ma.array(array, mask=hidden)], REFUSED
    yield [[np.ma.masked, 1.0]], REFUSED


def data_frames(call: Call, name: str) -> Cases:
    pd = pytest.importorskip("pandas")
    array = call.arguments[name]
    if array.ndim == 1:
        yield pd.Series(array), array
        yield pd.Series(array, index=range(len(array))[::-1]), array
        yield pd.Series(array, dtype="Float64"), array
        yield pd.Series([*array[:-1], pd.NA], dtype="Float64"), REFUSED
    if array.ndim == 2:
        yield pd.DataFrame(array), array
        yield pd.DataFrame(array, columns=list("abcdefgh"[: array.shape[1]])), array
        frame = pd.DataFrame(array).astype(object)
        frame.iloc[0, 0] = "a word"
        yield frame, REFUSED
    yield pd.Series(["a", "b"]), REFUSED
    yield pd.NA, REFUSED


def numbers(call: Call, name: str) -> Cases:
    """No axis at all, in each of the ways to say so."""
    for value in (0.0, 1.0, 0.5):
        yield np.array(value), value
        yield np.float64(value), value
    yield np.array(1), 1.0
    yield True, 1.0


def shapes(call: Call, name: str) -> Cases:
    array = call.arguments[name]
    for other in (
        *(array[..., :n] for n in range(2) if array.ndim),
        *(array[..., :-1] for _ in range(array.ndim > 0)),
        *(array[..., None] for _ in range(array.ndim > 0)),
        array.T,
        array.ravel(),
        np.concatenate([np.atleast_1d(array)] * 2)[: max(1, 2 * len(np.atleast_1d(array)) - 1)],
        np.ones((1,) * 5),
        np.ones((7, 7)),
    ):
        yield other, other.tolist() if other.size else LIKEWISE
    for empty in (np.zeros(0), np.zeros((0, 3)), np.zeros((3, 0)), np.zeros((0, 3, 4))):
        yield empty, LIKEWISE


def values(call: Call, name: str) -> Cases:
    """Finite values at the edges of the type, of the sphere and of the tangent space."""
    array = call.arguments[name]
    for factor in (0.0, -0.0, -1.0, 2.0, 1 + 2e-6, 1e-3, 1e18, 1e155, 1e300, 2.0**-1060, 5e-324):
        refused = name in call.points and abs(factor) != 1
        yield factor * array, REFUSED if refused else (factor * array).tolist()
    tiny, huge = np.finfo(np.float64).tiny, np.finfo(np.float64).max
    for value in (5e-324, tiny, huge, -huge):
        yield np.full_like(array, value), REFUSED if name in call.points else np.full_like(array, value).tolist()
        changed = array.copy()
        changed[(0,) * array.ndim] = value
        yield changed, changed.tolist()
    if name in call.tangents:
        yield array + 1e-5 * call.arguments["x"], REFUSED
    if (array == 0).any() and name != "correct":  # what is next to zero gives what zero gives
        for value in (5e-324, -0.0):
            yield np.where(array == 0, value, array), array
    for value in (np.float16(6e-8), np.float32(1e-45), np.float32(3e38), np.float16(65504)):
        yield np.full(array.shape, value), LIKEWISE


KINDS = (not_finite, other_types, other_containers, layouts, masked_arrays, data_frames, numbers, shapes, values)
every = pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "RESAMPLES", 40)


def test_every_public_function_has_a_row() -> None:
    assert missing() == []


@pytest.mark.parametrize("law", [c for c in CALLS if isinstance(c, Law)], ids=lambda law: law.name)
def test_a_law_holds_of_the_plain_arrays_and_breaks_on_nan(law: Law) -> None:
    assert law.parts() == [1]
    for name in law.judged:
        assert law.parts(**{name: np.full_like(law.arguments[name], np.nan)}) == [0]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@every
@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")  # NumPy's, of matrices
@pytest.mark.filterwarnings("ignore::UserWarning")  # NumPy's, of masked elements in lists
def test_an_argument_in_another_guise(call: Call, kind: Callable[[Call, str], Cases], tally: Tally) -> None:
    for name in call.arguments:
        for value, plain in kind(call, name):
            tally.judged(call, name, value, plain, others=kind in (shapes, numbers))


# Kinds of calls: all arguments at once, batches, arguments that are no arrays of numbers.


@every
def test_every_argument_of_one_type(call: Call, tally: Tally) -> None:
    expected = call.parts()
    dtype: Any
    for dtype in (np.float16, np.float32, np.float64, np.dtype(">f4")):
        found = tally.parts(call, **{name: array.astype(dtype) for name, array in call.arguments.items()})
        close(found, expected, float(np.finfo(dtype).eps))
        if call.keeps_type:
            assert {part.dtype for part in found} == {np.dtype(dtype).newbyteorder("=")}


@every
def test_batches_that_are_views_of_one(call: Call, tally: Tally) -> None:
    """Empty, of one, and of thousands of which none has memory of its own."""
    if not call.lead:
        pytest.skip("takes no further axis")
    array, expected = call.arguments[call.lead], call.parts()
    for number in (0, 1, 20_000 // max(1, array.size)):
        try:
            found = tally.parts(call, **{call.lead: np.broadcast_to(array, (number, *array.shape))})
        except ValueError as error:
            assert not number
            named(error, (call.lead,))  # a mean over nothing
            continue
        repeated = [np.broadcast_to(part, got.shape) for got, part in zip(found, expected, strict=True)]
        close(found, repeated)


NO_ARRAYS = (np.array([1.0, 0.0]), np.array(["a"]), np.ones((7, 7), bool), [1.0, 2.0], object(), {})
NO_NUMBERS = (np.nan, np.inf, -np.inf, -1, 0, 1, 1.5, 1e300, 1j, True, None, "no such word", b"b")


@every
@pytest.mark.filterwarnings("ignore:top_k=1 with renormalize")
def test_what_is_no_array(call: Call, tally: Tally) -> None:
    """Whatever is given for a mask, a word, a number of the function: an answer without a NaN, or a named refusal."""
    parameters = inspect.signature(call.function).parameters
    for name in parameters.keys() - call.arguments.keys():
        flags = call.options.get(name) if isinstance(call.options.get(name), np.ndarray) else None
        if flags is not None:
            tally.judged(call, name, flags.tolist(), flags)
            tally.judged(call, name, np.ma.array(flags), flags)
            tally.judged(call, name, np.ma.array(flags, mask=flags), REFUSED)
            tally.judged(call, name, np.repeat(flags, 2, axis=-1)[..., ::2], flags)
        for value in NO_NUMBERS + NO_ARRAYS:
            tally.judged(call, name, value, LIKEWISE, others=True)


@every
def test_eight_threads_give_the_same_bits(call: Call) -> None:
    """Small and large inputs at once: temporaries belong to the thread."""
    array = call.arguments.get(call.lead)
    large = {} if array is None else {call.lead: np.stack([array] * (9_000 // max(1, array.size)))}
    calls = ({}, large) if large else ({},)
    wanted = [[part.tobytes() for part in call.parts(**changes)] for changes in calls]
    start = Barrier(8)

    def bits(thread: int) -> list[list[bytes]]:
        start.wait()
        return [[p.tobytes() for p in call.parts(**c)] for c in (calls, calls[::-1])[thread % 2]]

    with ThreadPoolExecutor(8) as pool:
        for thread, found in enumerate(pool.map(bits, range(8))):
            assert found == (wanted if thread % 2 == 0 else wanted[::-1])
