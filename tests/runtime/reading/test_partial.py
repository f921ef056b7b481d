"""What was read of a file that is wrong: it stays with the error."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Iterator
from io import BytesIO, RawIOBase
from pathlib import Path
from typing import Any

import pytest

import quire
from quire import FormatError
from quire.generated.gif import Gif
from quire.generated.gzip import Gzip
from quire.generated.pcap import Pcap
from quire.generated.wav import Wav
from quire.runtime.record import Record
from quire.testing import generated_bytes

SPEC = """
meta: {id: box, endian: le, encoding: ASCII}
seq:
  - {id: magic, contents: BX}
  - {id: head, type: head}
  - {id: num_items, type: u4}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  - {id: numbers, type: u2, repeat: expr, repeat-expr: 3}
  - {id: last, type: u1, valid: 9}
instances:
  far: {pos: 2, type: pair}
  start: {pos: 0, size: 2}
  end: {pos: _io.size - 1, size: 1}
types:
  head:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: size, type: u2}
      - {id: name, type: str, size: 4}
      - {id: high, type: b4}
      - {id: is_odd, type: b1}
      - {id: low, type: b11}
      - {id: scale, type: f4}
  item:
    seq:
      - {id: len_body, type: u1}
      - {id: body, size: len_body}
      - {id: class, type: u1, valid: {max: 5}}
  pair:
    seq:
      - {id: first, type: u1}
      - {id: second, type: u4, valid: 0}
enums: {kind: {1: small, 2: large}}
"""
HEAD = struct.pack("<BH4s", 2, 7, b"name") + b"\x18\x34" + struct.pack("<f", 1.5)
DATA = (
    b"BX" + HEAD + struct.pack("<I", 3) + b"\x02hi\x01" + b"\x00\x02" + b"\x01x\x03"
    + struct.pack("<HHH", 10, 20, 30) + b"\x09"
)  # fmt: skip  # field by field
ENDS = {"head": 15, "num_items": 19, "items": 28, "numbers": 34, "last": 35}
"""Where the fields of the file end."""
ENDS_OF_HEAD = {"kind": 3, "size": 5, "name": 9, "high": 10, "is_odd": 10, "low": 11, "scale": 15}


class Pipe(RawIOBase):
    """A file that cannot seek."""

    def __init__(self, data: bytes) -> None:
        self._rest = data

    def read(self, size: int = -1, /) -> bytes:
        size = len(self._rest) if size < 0 else size
        data, self._rest = self._rest[:size], self._rest[size:]
        return data


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("box") / "box.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Box


def refused(kind: Any, data: bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(data)
    return caught.value


def fields(record: Any) -> list[str]:
    return [name for name in record._fields if hasattr(record, name)]


@pytest.mark.parametrize("cut", range(len(DATA)))
def test_the_fields_are_there_that_end_before_the_cut(kind: Any, cut: int) -> None:
    whole = kind.from_bytes(DATA)
    partial = refused(kind, DATA[:cut]).partial
    expected = ["magic"] if cut >= 2 else []
    begun = {"head": 2, "items": 19, "numbers": 28}
    expected += [name for name, end in ENDS.items() if cut >= begun.get(name, end)]
    assert fields(partial) == expected
    if cut >= 2:
        of_head = [name for name, end in ENDS_OF_HEAD.items() if cut >= end]
        if 9 < cut < 11:  # the last bit of the byte is of `low`
            assert of_head == ["kind", "size", "name", "high", "is_odd"]
        assert fields(partial.head) == of_head
        assert all(
            getattr(partial.head, name) == getattr(whole.head, name)
            and type(getattr(partial.head, name)) is type(getattr(whole.head, name))
            for name in of_head
        )


@pytest.mark.parametrize(("cut", "number"), [(19, 0), (22, 0), (23, 1), (24, 1), (25, 2), (27, 2)])
def test_lists_have_the_elements_that_were_read(kind: Any, cut: int, number: int) -> None:
    """Also where their count was refused before the first of them was read."""
    error = refused(kind, DATA[:cut])
    assert error.path == (
        "items" if cut < 25 else "items[2]." + ("len_body", "body", "class")[cut - 25]
    )
    assert error.partial.items == kind.from_bytes(DATA).items[:number]
    assert error.unfinished._path() == f"items[{number}]"
    assert error.unfinished not in error.partial.items


@pytest.mark.parametrize(("cut", "numbers"), [(28, []), (30, [10]), (31, [10]), (33, [10, 20])])
def test_lists_have_the_numbers_that_were_read(kind: Any, cut: int, numbers: list[int]) -> None:
    error = refused(kind, DATA[:cut])
    assert (error.path, error.offset) == ("numbers", 28)
    assert error.partial.numbers == numbers
    assert error.unfinished is error.partial


def test_a_value_that_breaks_a_rule_is_there(kind: Any) -> None:
    error = refused(kind, DATA[:-1] + b"\x08")
    assert (error.path, error.partial.last) == ("last", 8)


def test_an_element_that_is_wrong_is_not_in_its_list_and_can_be_looked_at(kind: Any) -> None:
    data = bytearray(DATA)
    data[24] = 200
    error = refused(kind, bytes(data))
    assert (error.path, error.offset) == ("items[1].class", 24)
    assert [each.body for each in error.partial.items] == [b"hi"]
    assert (error.unfinished.body, getattr(error.unfinished, "class")) == (b"", 200)
    assert error.unfinished._parent is error.partial


@pytest.mark.parametrize("cut", [1, 8, 10, 23, 29])
def test_files_and_streams_give_the_same(kind: Any, cut: int, tmp_path: Path) -> None:
    """A pipe refuses no count: what is wrong with it is told by its elements."""
    path = tmp_path / "box"
    path.write_bytes(DATA[:cut])
    expected = refused(kind, DATA[:cut]).partial
    for read, source in (
        (kind.from_file, path),
        (kind.from_io, BytesIO(DATA[:cut])),
        (kind.from_io, Pipe(DATA[:cut])),
    ):
        with pytest.raises(FormatError) as caught:
            read(source)
        assert caught.value.partial == expected


def test_what_was_read_of_a_mapped_file_reads_on_until_it_is_closed(
    kind: Any, tmp_path: Path
) -> None:
    path = tmp_path / "box"
    body = struct.pack("<I", 20_000) + (b"\xff" + bytes(255) + b"\x01") * 10_000
    path.write_bytes(b"BX" + HEAD + body)
    with pytest.raises(FormatError) as caught:
        kind.from_file(path, mmap=True)
    partial = caught.value.partial
    assert partial._io.is_mapped
    assert (len(partial.items), partial.items[-1].body) == (10_000, bytes(255))
    assert partial.start == b"BX"
    partial.close()
    with pytest.raises(ValueError, match="closed"):
        _ = partial.end


def test_an_instance_that_fails_leaves_the_file_as_it_was_read(kind: Any) -> None:
    data = b"BX\x07\xff" + DATA[4:]
    record = kind.from_bytes(data)
    with pytest.raises(FormatError) as caught:
        _ = record.far
    error = caught.value
    assert error.path == "far.second"
    assert error.partial is record
    assert (type(error.unfinished).__name__, error.unfinished.first) == ("Pair", 7)
    with pytest.raises(FormatError, match=r"far\.second"):
        _ = record.far


def test_errors_travel_without_the_file(kind: Any) -> None:
    for data in (DATA[:20], DATA[:-1] + b"\x08", DATA[:8] + b"\xff" + DATA[9:]):
        error = refused(kind, data)
        there = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
        assert (there.partial, there.unfinished) == (None, None)
        assert (str(there), there.path, type(there).__name__) == (
            str(error), error.path, type(error).__name__,
        )  # fmt: skip  # pairs


def test_errors_of_values_that_are_written_come_of_no_file(kind: Any) -> None:
    with pytest.raises(FormatError) as caught:
        kind.build(items=[], numbers=[1, 2, 3, 4]).to_bytes()
    assert caught.value.partial is None


def test_what_was_read_in_part_is_not_written_as_if_it_were_whole(kind: Any) -> None:
    with pytest.raises(FormatError, match="given"):
        refused(kind, DATA[:20]).partial.to_bytes()


def test_parameters_are_there_when_a_list_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "told.ksy"
    path.write_text(
        "meta: {id: told}\nparams: [{id: width, type: u1}]\n"
        "seq: [{id: rows, size: width, repeat: expr, repeat-expr: 4}]\n",
        encoding="utf-8",
    )
    kind = quire.compile(path).Told
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(b"abcdefg", 2)
    assert (caught.value.partial.rows, caught.value.partial.width) == ([b"ab", b"cd", b"ef"], 2)


def of_it(partial: Any, whole: Any, path: str = "") -> Iterator[str]:
    """The paths of what is not in a file that was read whole as it is in one that was cut."""
    for name in fields(partial):
        mine, its = getattr(partial, name), getattr(whole, name)
        if isinstance(mine, Record):
            yield from of_it(mine, its, f"{path}.{name}")
        elif isinstance(mine, list):
            if len(mine) > len(its):
                yield f"{path}.{name}"
            for i, (one, other) in enumerate(zip(mine, its, strict=False)):
                if isinstance(one, Record):
                    yield from of_it(one, other, f"{path}.{name}[{i}]")
                elif one != other:
                    yield f"{path}.{name}[{i}]"
        elif isinstance(mine, int | str | float) and mine != its:
            yield f"{path}.{name}"


@pytest.mark.parametrize("kind", [Gif, Gzip, Pcap, Wav])
@pytest.mark.parametrize("seed", range(6))
def test_what_was_read_of_a_cut_file_is_in_the_whole_one(kind: Any, seed: int) -> None:
    data = generated_bytes(kind, seed=seed)
    whole = kind.from_bytes(data)
    wrong: list[str] = []
    refusals = 0
    for cut in range(0, len(data), 1 + len(data) // 60):
        try:
            kind.from_bytes(data[:cut])
        except FormatError as error:
            refusals += 1
            wrong += of_it(error.partial, whole)
    assert refusals
    assert wrong == []
