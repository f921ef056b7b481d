"""Changes that are written into a file itself."""

from __future__ import annotations

import io
import os
import zlib
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.reading import source

SPEC = """
meta: {id: patched, endian: le}
seq:
  - {id: kind, type: u1}
  - {id: len_name, type: u1}
  - {id: name, type: str, size: len_name, encoding: ASCII}
  - {id: num_rows, type: u2}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
instances:
  last: {pos: _io.size - 4, type: u4}
types:
  row: {seq: [{id: x, type: u4}, {id: y, type: u4}]}
"""

ROWS = b"".join(i.to_bytes(4, "little") * 2 for i in range(2000))
DATA = b"\x07\x03abc" + (2000).to_bytes(2, "little") + ROWS + b"what is not described" + b"\1\2\3\4"


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("patching") / "patched.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Patched


@pytest.fixture(params=["read", "mapped"])
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if request.param == "mapped":
        monkeypatch.setattr(source, "READ_WHOLE", 0)
    path = tmp_path / "x.patched"
    path.write_bytes(DATA)
    return path


@pytest.fixture(autouse=True)
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The files that were to be brought to the disk, which is not waited for."""
    files: list[int] = []
    monkeypatch.setattr(os, "fsync", files.append)
    return files


def put(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


class Noting(io.BytesIO):
    """A file in memory that notes what is written, and can fail."""

    def __init__(self, data: bytes, most: int = 99) -> None:
        super().__init__(data)
        self.writes: list[tuple[int, bytes]] = []
        self.most = most

    def write(self, data: Any) -> int:
        self.writes.append((self.tell(), bytes(data)))
        if len(self.writes) == self.most:
            raise OSError(28, "no space")
        return super().write(data)


def test_only_the_bytes_that_differ_are_written(kind: Any) -> None:
    record = kind.from_bytes(DATA)
    record.name = "aXc"
    record.rows[1999].y = 0x01000000 + 1999
    record.last = 0x0A030201
    file = Noting(DATA)
    file.seek(5)
    record.patch(file)
    row = 7 + 1999 * 8 + 4 + 3
    assert file.writes == [(3, b"X"), (row, b"\1"), (len(DATA) - 1, b"\x0a")]
    assert file.tell() == 5
    assert file.getvalue() == record.to_bytes()


def test_the_file_that_was_read_is_changed_where_it_is(
    kind: Any, path: Path, synced: list[int]
) -> None:
    record = kind.from_file(path)
    node = path.stat().st_ino
    record.name = "xyz"
    record.patch()
    assert path.read_bytes() == put(DATA, 2, b"xyz")
    assert (path.stat().st_ino, len(synced)) == (node, 1)
    assert kind.from_file(path) == record


def test_it_can_be_changed_again_and_changed_back(kind: Any, path: Path) -> None:
    record = kind.from_file(path)
    record.name = "xyz"
    record.patch()
    record.rows[5].x = 9
    record.patch()
    expected = put(put(DATA, 2, b"xyz"), 7 + 5 * 8, (9).to_bytes(4, "little"))
    assert path.read_bytes() == record.to_bytes() == expected
    record.name, record.rows[5].x = "abc", 5
    record.patch()
    record.patch()
    assert path.read_bytes() == record.to_bytes() == DATA
    assert (record.rows[1500].y, record.last) == (1500, 0x04030201)


def test_an_unedited_record_writes_nothing(kind: Any, path: Path) -> None:
    record = kind.from_file(path)
    assert (record.rows[3].x, record.last) == (3, 0x04030201)
    os.utime(path, ns=(5, 5))
    again = kind.from_file(path)
    again.patch()
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (DATA, 5)


def test_a_copy_of_the_file_can_be_changed_instead(kind: Any, path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(DATA)
    record = kind.from_file(path)
    for name in ("xyz", "xy_"):
        record.name = name
        record.patch(other)
        assert (path.read_bytes(), other.read_bytes()) == (DATA, put(DATA, 2, name.encode()))
    with other.open("r+b") as file:
        record.name = "___"
        record.patch(file)
    assert other.read_bytes() == put(DATA, 2, b"___")
    record.patch()
    assert path.read_bytes() == put(DATA, 2, b"___")


def test_the_file_and_a_copy_of_it_are_changed_in_turn(
    kind: Any, path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.write_bytes(DATA)
    record = kind.from_file(path)
    for name in (b"xbz", b"xyc", b"xyz"):
        record.name = name.decode()
        for each in (path, other):
            record.patch(each)
            assert each.read_bytes() == put(DATA, 2, name)
    record.name = "abc"
    record.patch(other)
    assert (path.read_bytes(), other.read_bytes()) == (put(DATA, 2, b"xyz"), DATA)
    late = tmp_path / "late"
    late.write_bytes(DATA)
    record.name = "abz"
    record.patch(late)
    record.patch(path)
    assert late.read_bytes() == path.read_bytes() == put(DATA, 4, b"z")


def test_one_copy_after_the_other_is_changed_though_they_are_one_in_memory(kind: Any) -> None:
    record = kind.from_bytes(DATA)
    for name in (b"x__", b"xy_", b"xyz"):
        record.name = name.decode()
        file = io.BytesIO(DATA)
        record.patch(file)
        assert file.getvalue() == put(DATA, 2, name)
        del file


@pytest.mark.parametrize("change", ["size", "bytes", "gone"])
def test_a_file_that_was_changed_since_is_left_alone(kind: Any, path: Path, change: str) -> None:
    record = kind.from_file(path)
    record.name = "xyz"
    if change == "size":
        path.write_bytes(DATA + b"!")
    elif change == "bytes":
        path.write_bytes(put(DATA, 3, b"B"))
        os.utime(path, ns=(1, 1))
    else:
        path.unlink()
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(OSError, match=r"x\.patched") as caught:
        record.patch()
    expected = FileNotFoundError if change == "gone" else quire.FileChangedError
    assert isinstance(caught.value, expected)
    assert (path.read_bytes() if path.exists() else None) == before


def test_another_size_is_refused_before_anything_is_written(kind: Any, path: Path) -> None:
    record = kind.from_file(path)
    record.name = "longer"
    message = f"takes {len(DATA) + 3} bytes now, and took {len(DATA)}: `patch` changes no"
    with pytest.raises(ValueError, match=message):
        record.patch()
    assert path.read_bytes() == DATA


def test_a_record_that_cannot_be_written_leaves_the_file_alone(kind: Any, path: Path) -> None:
    record = kind.from_file(path)
    record.kind = 300
    with pytest.raises(quire.FormatError, match="kind"):
        record.patch()
    assert path.read_bytes() == DATA


def test_what_was_written_is_taken_back_if_the_rest_cannot_be(kind: Any) -> None:
    record = kind.from_bytes(DATA)
    record.kind, record.name = 8, "abX"
    file = Noting(DATA, most=2)
    with pytest.raises(OSError, match="no space"):
        record.patch(file)
    assert file.getvalue() == DATA
    record.patch(again := Noting(DATA))
    assert again.getvalue() == put(put(DATA, 0, b"\x08"), 4, b"X")


def test_what_no_file_has_cannot_be_patched(kind: Any, path: Path) -> None:
    read = kind.from_file(path)
    with pytest.raises(ValueError, match="Row is part of a file: patch the record of the whole"):
        read.rows[0].patch()
    with pytest.raises(ValueError, match="was built, and is in no file: `to_file`"):
        kind.build(kind=1, name="abc", rows=[]).patch(path)
    with pytest.raises(ValueError, match=r"name it, `patch\(path_or_file\)`"):
        kind.from_bytes(DATA).patch()
    with path.open("rb") as file:
        whole = kind.from_io(file)
    part = io.BytesIO(b"?" + DATA)
    part.seek(1)
    with pytest.raises(ValueError, match="from a part of a file"):
        kind.from_io(part).patch()
    for mode in ("ab+", "wb", "rb"):
        with path.with_name("other").open(mode) as file, pytest.raises(ValueError, match="`r\\+b`"):
            whole.patch(file)
    read.close()
    with pytest.raises(ValueError, match="the file is closed"):
        read.patch()


def test_a_field_is_changed_in_the_file_by_its_path(kind: Any, path: Path) -> None:
    record = kind.from_file(path)
    record.patch(path, "rows[3].y", 9)
    record.rows[5].patch(None, "x", 8)
    assert path.read_bytes() == put(put(DATA, 7 + 3 * 8 + 4, b"\x09"), 7 + 5 * 8, b"\x08")
    assert record.rows[3].y == 9
    assert record.rows[5].x == 8


def test_what_goes_by_a_field_is_changed_with_it(tmp_path: Path) -> None:
    spec = tmp_path / "sealed.ksy"
    spec.write_text(
        "meta: {id: sealed, endian: le}\n"
        "seq:\n"
        "  - {id: body, type: u4, repeat: expr, repeat-expr: 2}\n"
        "  - {id: seal, type: u4, -checksum: {algorithm: crc32, over: body}}\n"
    )
    file = io.BytesIO(quire.compile(spec).Sealed.build(body=[1, 2]).to_bytes())
    quire.compile(spec).Sealed.from_bytes(file.getvalue()).patch(file, "body[1]", 3)
    body = b"\1\0\0\0\3\0\0\0"
    assert file.getvalue() == body + zlib.crc32(body).to_bytes(4, "little")


@pytest.mark.parametrize(
    ("field", "value", "kind_of_error", "message"),
    [
        ("name", "longer", ValueError, "takes"),
        ("kind", 256, quire.FormatError, "kind"),
        ("rows[3].z", 1, AttributeError, "z"),
        ("rows[2000].x", 1, IndexError, "range"),
        ("", 1, TypeError, "the name of a field and its value"),
    ],
)
def test_a_change_that_cannot_be_made_leaves_file_and_record(
    kind: Any, path: Path, field: str, value: Any, kind_of_error: type[Exception], message: str
) -> None:
    record = kind.from_file(path)
    with pytest.raises(kind_of_error, match=message):
        record.patch(path, field, value)
    assert path.read_bytes() == DATA
    assert record.to_bytes() == DATA
    with pytest.raises(TypeError, match="and its value"):
        record.patch(path, "kind")


def test_a_file_that_was_opened_to_be_read_and_written_is_patched(kind: Any, path: Path) -> None:
    with path.open("r+b") as file:
        record = kind.from_io(file)
        record.name = "xyz"
        record.patch(file)
        assert file.tell() == 7 + len(ROWS)
    assert path.read_bytes() == put(DATA, 2, b"xyz")


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_file_that_the_record_has_written_is_patched(
    kind: Any, path: Path, *, elsewhere: bool
) -> None:
    record = kind.from_file(path)
    target = path.with_name("other.patched") if elsewhere else path
    record.name = "xyz"
    record.to_file(target)
    for name in ("Xyz", "XYz"):
        record.name = name
        record.rows[3].x = 9
        record.patch(target)
        assert target.read_bytes() == record.to_bytes()
        assert target.read_bytes() == put(put(DATA, 2, name.encode()), 7 + 3 * 8, b"\x09\0\0\0")
    assert (path.read_bytes() == DATA) is elsewhere


def test_a_file_that_somebody_has_changed_since_it_was_written_is_not_patched(
    kind: Any, path: Path
) -> None:
    record = kind.from_file(path)
    record.name = "xyz"
    record.to_file(path)
    path.write_bytes(other := put(DATA, 2, b"qqq"))
    os.utime(path, ns=(0, 0))
    record.name = "Xyz"
    with pytest.raises(quire.FileChangedError, match=r"was changed since it was read"):
        record.patch()
    assert path.read_bytes() == other
