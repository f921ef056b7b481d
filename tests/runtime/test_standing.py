"""What a spec asks of a stream while a record is read: whether it ends, and where it stands."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: standing, endian: le}
seq:
  - {id: items, type: item, repeat: until, repeat-until: _.mark.x == 0 or _io.eof}
  - {id: more, type: u1, if: not _io.eof}
types:
  item:
    seq:
      - {id: len, type: u1}
      - {id: body, type: body, size: len}
      - {id: mark, type: mark}
  body:
    seq:
      - {id: a, type: u1}
      - {id: mark, type: mark}
      - {id: b, type: u1, if: _io.eof == false}
      - {id: c, type: u1, repeat: until, repeat-until: _io.eof, if: not _io.eof}
  mark:
    seq:
      - {id: nothing, size: 0, if: ofs < 0}
      - {id: x, type: u1}
    instances:
      ofs: {value: _io.pos}
      behind: {value: ofs + 1}
      again: {pos: ofs, type: u1}
      pair: {pos: ofs, type: u1, repeat: expr, repeat-expr: 2}
"""
WHOLE = bytes((2, 9, 8, 7)) + bytes((4, 1, 2, 3, 4, 5)) + bytes((5, 1, 2, 3, 4, 5, 0, 99))


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the files."""
    path = tmp_path_factory.mktemp("standing") / "standing.ksy"
    path.write_text(SPEC)
    return quire.compile(path).Standing


def _of_file(kind: Any, data: bytes) -> Any:
    return kind.from_io(io.BytesIO(data))


def _of_pipe(kind: Any, data: bytes) -> Any:
    """Bytes that arrive one by one."""
    ours, theirs = os.pipe()

    def send() -> None:
        with os.fdopen(theirs, "wb", buffering=0) as end:
            for byte in data:
                end.write(bytes((byte,)))

    sender = threading.Thread(target=send)
    sender.start()
    with os.fdopen(ours, "rb", buffering=0) as end:
        read = kind.from_io(end)
        _ = [item.mark.again for item in read.items]
    sender.join()
    return read


def _of_bytes(kind: Any, data: bytes) -> Any:
    return kind.from_bytes(data)


@pytest.mark.parametrize("read", [_of_bytes, _of_file, _of_pipe])
def test_a_stream_is_asked_whether_it_ends_and_where_it_stands(
    kind: Any, read: Callable[[Any, bytes], Any]
) -> None:
    found = read(kind, WHOLE)
    assert [item.mark.x for item in found.items] == [7, 5, 0]
    assert found.more == 99
    bodies = [item.body for item in found.items]
    assert [getattr(body, "b", None) for body in bodies] == [None, 3, 3]
    assert [getattr(body, "c", None) for body in bodies] == [None, [4], [4, 5]]
    assert [item.mark.ofs for item in found.items] == [3, 9, 16]  # from the start of the file
    assert [body.mark.ofs for body in bodies] == [1, 1, 1]  # of a stream of its own
    assert [item.mark.behind for item in found.items] == [4, 10, 17]
    assert [item.mark.again for item in found.items] == [7, 5, 0]
    assert [body.mark.again for body in bodies] == [8, 2, 2]
    assert bodies[1].mark.pair == [2, 3]


def test_what_ends_with_the_file_ends_there(kind: Any) -> None:
    found = kind.from_bytes(WHOLE[:10])
    assert [item.mark.x for item in found.items] == [7, 5]
    assert not hasattr(found, "more") or found.more is None


def test_where_a_record_stood_is_kept_whatever_becomes_of_the_stream(kind: Any) -> None:
    found = kind.from_bytes(WHOLE)
    found._io.seek(0)
    assert [item.mark.ofs for item in found.items] == [3, 9, 16]
    assert found._io.pos() == 0
    assert found.to_bytes() == WHOLE


def test_a_class_of_a_users_own_may_say_where_it_stands(kind: Any) -> None:
    class Shifted(kind.Mark):  # type: ignore[misc]  # made when this runs
        @property
        def ofs(self) -> int:
            return 5

    mark = Shifted.from_bytes(b"\x01")
    assert (mark.ofs, mark.behind, mark.x) == (5, 6, 1)


@pytest.mark.parametrize(("size", "path", "offset"), [(3, "items[0].mark", 3), (0, "items[0]", 0)])
def test_what_is_cut_short_is_told_with_its_place(
    kind: Any, size: int, path: str, offset: int
) -> None:
    with pytest.raises(quire.TruncatedError) as caught:
        kind.from_bytes(WHOLE[:size])
    assert (caught.value.path.rpartition(".")[0], caught.value.offset) == (path, offset)
    assert caught.value.bytes_available == 0


def test_a_list_that_is_cut_short_tells_the_index_each_time_and_is_not_there(kind: Any) -> None:
    found = kind.from_bytes(WHOLE[:-1])
    mark = found.items[2].mark
    for _ in range(2):
        with pytest.raises(quire.TruncatedError) as caught:
            _ = mark.pair
        assert (caught.value.path, caught.value.offset) == ("items[2].mark.pair", 16)
    assert "pair" not in vars(mark)
    assert found._io.pos() == 17


def test_lists_of_records_elsewhere_are_one_list_for_all_threads(tmp_path: Path) -> None:
    path = tmp_path / "lists.ksy"
    path.write_text(
        "meta: {id: lists}\nseq: [{id: inner, type: inner, size: 1}]\ntypes:\n"
        "  inner:\n    seq: [{id: n, type: u1}]\n    instances:\n"
        "      far: {io: _root._io, pos: 1, type: one, repeat: expr, repeat-expr: n}\n"
        "  one: {seq: [{id: len, type: u1}, {id: text, type: str, size: len, encoding: ASCII}]}\n"
    )
    kind = quire.compile(path).Lists
    data = bytes((3,)) + b"\x01a\x02bc\x00"
    read = kind.from_bytes(data)
    found: list[Any] = []
    barrier = threading.Barrier(4)

    def look() -> None:
        barrier.wait()
        found.append(read.inner.far)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [one.text for one in found[0]] == ["a", "bc", ""]
    assert all(each is found[0] for each in found)
    wrong = kind.from_bytes(data[:4] + b"\xff" + data[5:])
    with pytest.raises(quire.FormatError) as caught:
        _ = wrong.inner.far
    assert (caught.value.path, caught.value.offset) == ("inner.far[1].text", 4)
