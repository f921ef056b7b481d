"""The user's metadata can be replaced while there is no chunk, whatever interrupts that."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from quire.cdd import DataReader, DataWriter, MemoryBackend, repair
from quire.runtime import FormatError
from tests.formats.cdd.faults import HEADERS
from tests.formats.cdd.layout import D, Layout, U, read
from tests.formats.cdd.stores import Failing, Logged, assert_same, name_of, series

each_layout = pytest.mark.parametrize("layout", [D, U], ids=str)

SHORT, LONG = b"notes", np.random.default_rng(2).bytes(700)
"""The frames of both are of other lengths than that of nothing."""

each_change = pytest.mark.parametrize(
    ("old", "new"),
    [(b"", LONG), (LONG, SHORT), (SHORT, SHORT[::-1])],
    ids=["longer", "shorter", "as long"],
)


def empty(layout: Layout, user_metadata: bytes) -> bytes:
    backend = MemoryBackend()
    DataWriter(backend, layout=name_of(layout), capacity=4, user_metadata=user_metadata)
    return backend.getvalue()


def assert_goes_on(backend: MemoryBackend, allowed: set[bytes]) -> None:
    """A writer finds some of these metadata, and appends; both readers read what it leaves."""
    with DataWriter(backend, durability="none") as writer:
        found = writer.user_metadata
        assert found in allowed
        for i in range(5):
            writer.append_chunk(series(i), "raw")
    with DataReader(backend) as reader:
        assert reader.user_metadata == found
        for i, array in enumerate(reader):
            assert_same(array, series(i))
        reader.verify(1)
    file = read(backend.getvalue())
    assert (file.user_metadata, len(file.chunks)) == (found, 5)


@each_layout
@each_change
def test_metadata_of_a_store_without_chunks_are_replaced(
    layout: Layout, old: bytes, new: bytes
) -> None:
    backend = MemoryBackend(empty(layout, old))
    with DataWriter(backend) as writer:
        assert writer.user_metadata == old
        writer.set_user_metadata(b"in between")
        writer.set_user_metadata(new)
        assert writer.user_metadata == new
        with writer.reader() as reader:
            assert reader.user_metadata == new
        writer.append_chunk(series(0), "raw")
    assert_same(read(backend.getvalue()).chunks[0].array, series(0))
    backend = MemoryBackend(empty(layout, old))
    DataWriter(backend).set_user_metadata(new)
    assert read(backend.getvalue()).user_metadata == new
    assert backend.size() == max(len(empty(layout, each)) for each in (old, new))
    assert_goes_on(backend, {new})


@each_layout
def test_what_an_append_left_behind_is_no_chunk(layout: Layout) -> None:
    backend = Failing(1, 0.5, empty(layout, b""))
    with pytest.raises(OSError, match="no space left"):
        DataWriter(backend).append(np.arange(900), "raw")
    left = MemoryBackend(backend.getvalue())
    DataWriter(left).set_user_metadata(LONG)
    assert_goes_on(left, {LONG})


@each_layout
def test_with_chunks_metadata_stay(layout: Layout, tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    with DataWriter(path, layout=name_of(layout), user_metadata=SHORT) as writer:
        writer.append_chunk(series(0))
        before = path.read_bytes()
        with pytest.raises(ValueError, match=r"before the first chunk, found 1 in .*store\.cdd"):
            writer.set_user_metadata(LONG)
        assert (writer.user_metadata, path.read_bytes()) == (SHORT, before)
        assert writer.append_chunk(series(1)) == 1


def test_more_than_anybody_would_read_is_refused(tmp_path: Path) -> None:
    path, much = tmp_path / "store.cdd", bytes((64 << 20) + 1)
    with pytest.raises(ValueError, match="at most 67108864 bytes, found 67108865"):
        DataWriter(path, user_metadata=much)
    assert not path.exists()
    with DataWriter(path) as writer:
        with pytest.raises(ValueError, match="at most"):
            writer.set_user_metadata(much)
        writer.set_user_metadata(SHORT)
    with DataReader(path) as reader:
        assert reader.user_metadata == SHORT


@each_layout
@each_change
@pytest.mark.parametrize("part", [0.0, 0.5])
def test_a_write_that_fails_leaves_the_old_or_the_new_metadata(
    layout: Layout, old: bytes, new: bytes, part: float
) -> None:
    whole = empty(layout, old)
    for n in range(5):
        backend = Failing(n, part, whole)
        with pytest.raises(OSError, match="no space left"):
            DataWriter(backend).set_user_metadata(new)
        left = backend.getvalue()
        for data in (left, *interrupted_again(left)):
            found = metadata_in(data)
            assert found in {None, old, new}
            assert_goes_on(MemoryBackend(data), {new if found is None else found})
    done = Failing(5, part, whole)
    DataWriter(done).set_user_metadata(new)
    assert DataReader(done).user_metadata == new


def metadata_in(data: bytes) -> bytes | None:
    """What a reader finds; None if the file says by its magic that it is no store."""
    if data[:4] == bytes(4):
        with pytest.raises(FormatError, match="magic"):
            DataReader(MemoryBackend(data))
        return None
    return DataReader(MemoryBackend(data)).user_metadata


def interrupted_again(data: bytes) -> list[bytes]:
    """What is left where the next writer fails as well, at any write of its opening."""
    found = []
    for n in range(4):
        backend = Failing(n, 0.5, data)
        try:
            DataWriter(backend)
        except OSError:
            found.append(backend.getvalue())
    return found


@each_layout
@each_change
def test_a_system_that_fails_leaves_the_old_or_the_new_metadata(
    layout: Layout, old: bytes, new: bytes
) -> None:
    backend = Logged(empty(layout, old))
    DataWriter(backend).set_user_metadata(new)
    chance = np.random.default_rng(8)
    for done in range(len(backend.log) + 1):
        for _ in range(20):
            assert_goes_on(backend.after_a_crash(done, chance), {old, new})


@each_layout
def test_repair_finishes_a_change_that_was_interrupted(layout: Layout) -> None:
    backend = Failing(2, 0.5, empty(layout, SHORT))
    with pytest.raises(OSError, match="no space left"):
        DataWriter(backend).set_user_metadata(LONG)
    left = MemoryBackend(backend.getvalue())
    with pytest.raises(FormatError):
        DataReader(left)
    assert repair(left) == ["the header was written from the copy at the end of the file"]
    assert repair(left) == []
    assert DataReader(left).user_metadata == LONG


def test_a_file_that_only_looks_interrupted_is_left_alone() -> None:
    for data in bytes(4), bytes(31), bytes(400), bytes(400) + b"\xff" * 24 + b"CDDstart":
        backend = MemoryBackend(data)
        with pytest.raises(FormatError):
            DataWriter(backend)
        with pytest.raises(FormatError):
            repair(backend)
        assert backend.getvalue() == data


@each_layout
@pytest.mark.parametrize("what", [each for each in HEADERS if each.startswith("user metadata")])
def test_an_error_of_metadata_names_the_layout(layout: Layout, what: str) -> None:
    _, make = HEADERS[what]
    with pytest.raises(FormatError) as caught:
        DataReader(MemoryBackend(make(layout)))
    assert caught.value.format == name_of(layout)
