"""Bytes that are fetched as they are looked at: the same records, and no more than is needed."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import quire
from quire.runtime import FormatError
from quire.runtime.feeding.ranged import LAZY, Pieces, Ranged
from quire.runtime.showing.dump import dump
from tests.cases import CASES, data_of, spec_of


class File:
    """Bytes elsewhere, and what was asked for of them.

    Attributes:
        data: The bytes.
        asked: The ranges of each call.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.asked: list[list[tuple[int, int]]] = []

    def fetch(self, ranges: list[tuple[int, int]]) -> list[memoryview]:
        """What `Ranged` calls."""
        assert all(0 <= start < stop <= len(self.data) for start, stop in ranges)
        self.asked.append(ranges)
        return [memoryview(self.data)[start:stop] for start, stop in ranges]

    def reader(self) -> Ranged:
        """A stream over them."""
        return Ranged(Pieces(len(self.data), self.fetch))


def tree(read: Any) -> Any:
    """What a file says, or what is wrong with it."""
    try:
        return repr(dump(read()))
    except FormatError as error:
        return str(error)


@pytest.mark.parametrize("case", CASES)
def test_the_record_is_that_of_all_bytes(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.runtime.feeding.ranged.FIRST", 1)
    module: Any = quire.compile(spec_of(case))
    kind = getattr(module, module.__all__[0])
    for data in (data_of(case), data_of(case)[: len(data_of(case)) // 2]):
        assert tree(lambda: kind.from_io(File(data).reader())) == tree(  # noqa: B023  # called here
            lambda: kind.from_bytes(data)  # noqa: B023  # the same
        )


RANGES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)).map(sorted), max_size=8)


@given(calls=st.lists(RANGES, max_size=6), gap=st.integers(0, 9))
def test_each_byte_is_fetched_once_and_is_what_it_was(
    calls: list[list[list[int]]], gap: int
) -> None:
    file = File(bytes(range(1, 61)))
    pieces = Pieces(60, file.fetch, gap)
    known: set[int] = set()
    for ranges in calls:
        before = len(file.asked)
        pieces.expect([(start, stop) for start, stop in ranges])
        wanted = {i for start, stop in ranges for i in range(start, stop)}
        got = {
            i for each in file.asked[before:] for start, stop in each for i in range(start, stop)
        }
        assert len(file.asked) - before == bool(wanted - known)
        assert wanted - known <= got
        if not gap:
            assert got == wanted - known
        known |= got
        for i in known:
            assert pieces.memory[i] == i + 1
            assert pieces.end_of(i) > i


def test_a_short_answer_is_an_error() -> None:
    pieces = Pieces(10, lambda ranges: [memoryview(b"abc") for _ in ranges])
    with pytest.raises(OSError, match="asked for 10 bytes, found 3"):
        pieces.expect([(0, 10)])


SPEC = """
meta: {id: blobs, endian: le}
seq:
  - {id: num, type: u4}
  - {id: blobs, type: blob, repeat: expr, repeat-expr: num}
  - {id: note, size-eos: true}
types:
  blob:
    seq:
      - {id: len, type: u4}
      - {id: data, size: len, -array: {dtype: u1, shape: [len]}, -codec: []}
"""


@pytest.fixture(scope="module")
def blobs(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Payloads one after another, and a text."""
    path = tmp_path_factory.mktemp("ranged") / "blobs.ksy"
    path.write_text(SPEC)
    return quire.compile(path).Blobs


def made(blobs: Any, sizes: list[int], note: bytes = b"end") -> bytes:
    """A file with payloads of these sizes."""
    arrays = [np.full(size, number % 251, np.uint8) for number, size in enumerate(sizes)]
    data: bytes = blobs.build(blobs=[{"data": each} for each in arrays], note=note).to_bytes()
    return data


def test_payloads_are_fetched_when_they_are_decoded(blobs: Any) -> None:
    file = File(made(blobs, [300_000, 500_000, 400_000]))
    record = blobs.from_io(file.reader())
    assert record.note == b"end"
    fetched = sum(stop - start for each in file.asked for start, stop in each)
    assert fetched < 4 * (64 << 10)
    file.asked.clear()
    assert np.array_equal(record.blobs[1].data.decode(rows=slice(300_000, 300_004)), [1, 1, 1, 1])
    assert [stop - start for each in file.asked for start, stop in each] == [4]


def test_heads_at_equal_distances_are_foreseen(blobs: Any) -> None:
    file = File(made(blobs, [200_000] * 40))
    assert len(file.data) > LAZY
    record = blobs.from_io(file.reader())
    assert len(file.asked) < 12
    assert bytes(record.blobs[39].data.stored) == bytes([39]) * 200_000


def test_what_is_not_there_is_an_error_with_its_place(blobs: Any) -> None:
    data = made(blobs, [200_000, 200_000])[:-10]
    with pytest.raises(FormatError, match=r"blobs\[1\].data at byte 200012: requested 200000"):
        blobs.from_io(File(data).reader())


def test_a_copy_has_all_bytes(blobs: Any) -> None:
    file = File(made(blobs, [200_000, 7]))
    reader = file.reader()
    copied = pickle.loads(pickle.dumps(reader))  # noqa: S301  # our own
    assert bytes(copied.whole()) == file.data
    assert copied.is_whole


def test_a_closed_stream_fetches_nothing(blobs: Any) -> None:
    file = File(made(blobs, [200_000]))
    record = blobs.from_io(file.reader())
    file.asked.clear()
    record.close()
    with pytest.raises(ValueError, match="closed"):
        record.blobs[0].data.decode()
    assert not file.asked


def test_threads_fetch_a_byte_once(blobs: Any) -> None:
    file = File(made(blobs, [400_000]))
    data = blobs.from_io(file.reader()).blobs[0].data
    file.asked.clear()
    with ThreadPoolExecutor(8) as pool:
        found = list(
            pool.map(lambda at: data.decode(rows=slice(at, at + 9000)), range(0, 390_000, 3000))
        )
    assert all(not each.any() for each in found)
    fetched = sum(stop - start for each in file.asked for start, stop in each)
    assert fetched <= 400_000


def test_threads_fetch_different_bytes_at_the_same_time_and_the_same_once() -> None:
    together, asked = threading.Barrier(2, timeout=20), list[tuple[int, int]]()

    def fetch(ranges: list[tuple[int, int]]) -> list[memoryview]:
        asked.extend(ranges)
        if len(asked) <= 2:
            together.wait()  # neither goes on before both have asked
        return [memoryview(bytes(range(start, stop))) for start, stop in ranges]

    pieces = Pieces(200, fetch)
    wanted = [(0, 50), (100, 150), (0, 60), (20, 40)]
    with ThreadPoolExecutor(4) as threads:
        for each in [threads.submit(pieces.expect, [span]) for span in wanted]:
            each.result(timeout=20)
    counts = [sum(start <= at < stop for start, stop in asked) for at in range(200)]
    assert counts == [1] * 60 + [0] * 40 + [1] * 50 + [0] * 50
    assert bytes(pieces.memory[:60]) == bytes(range(60))


def test_a_fetch_that_fails_lets_the_next_one_try_again() -> None:
    answers: Any = iter([OSError("gone"), memoryview(b"abcd")])

    def fetch(_ranges: list[tuple[int, int]]) -> list[memoryview]:
        answer = next(answers)
        if isinstance(answer, OSError):
            raise answer
        return [answer]

    pieces = Pieces(4, fetch)
    with pytest.raises(OSError, match="gone"):
        pieces.expect([(0, 4)])
    pieces.expect([(0, 4)])
    assert bytes(pieces.memory) == b"abcd"
