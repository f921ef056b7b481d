"""ZIP by its spec alone, against the standard library, `unzip`, and bytes made by hand."""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import zip as of_zip

Zip: Any = of_zip.Zip

Files = list[tuple[str, bytes]]

FILES: Files = [("a.txt", b"alpha " * 40), ("folder/", b""), ("folder/é.bin", bytes(range(256)))]
FRONT = b"#!/bin/sh\nexit 0\n" * 3


class Pipe(io.RawIOBase):
    """A file that nobody can go back in, so that sums and sizes stand after the data."""

    def __init__(self) -> None:
        self.data = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.data += bytes(data)
        return len(data)


def made(
    files: Files = FILES,
    method: int = zipfile.ZIP_DEFLATED,
    *,
    piped: bool = False,
    wide: bool = False,
    comment: bytes = b"",
) -> bytes:
    """An archive by the standard library."""
    sink: Any = Pipe() if piped else io.BytesIO()
    with zipfile.ZipFile(sink, "w", method) as file:
        for name, content in files:
            told = zipfile.ZipInfo(name)
            told.compress_type = method
            with file.open(told, "w", force_zip64=wide) as member:
                member.write(content)
        file.comment = comment
    data: bytes = sink.data if piped else sink.getvalue()
    return data


def seen(data: bytes) -> Files:
    """What the standard library reads, all sums compared."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return [(each.filename, file.read(each)) for each in file.infolist()]


def expect_accepted(data: bytes, folder: Path) -> None:
    if (program := shutil.which("unzip")) is None:
        return
    (folder / "made.zip").write_bytes(data)
    done = subprocess.run(
        [program, "-tqq", "made.zip"], cwd=folder, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


KINDS = {
    "stored": made(method=0),
    "deflated": made(),
    "piped": made(piped=True),
    "piped and stored": made(method=0, piped=True),
    "wide": made(method=0, wide=True),
    "piped and wide": made(piped=True, wide=True),
    "with a comment": made(comment=b"PK\5\5 is no end record"),
    "with a program in front": FRONT + made(),
    "without a member": made([]),
}
"""Archives of all kinds."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_standard_library_writes_is_read_and_written_back(kind: str) -> None:
    data = KINDS[kind]
    archive = Zip.from_bytes(data)
    found = [(each.path, each.local.data.decode().tobytes()) for each in archive.entries]
    assert found == seen(data)
    assert archive.start == (len(FRONT) if data.startswith(FRONT) else 0)
    archive.validate()
    assert archive.to_bytes() == data


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_is_compressed_in_another_way_is_bytes(method: int) -> None:
    data = made(method=method)
    archive = Zip.from_bytes(data)
    archive.entries[0].name = b"renamed"
    assert seen(archive.to_bytes()) == [("renamed", FILES[0][1]), *FILES[1:]]
    assert not hasattr(archive.entries[0].local, "data")
    assert len(archive.entries[0].local.packed) == archive.entries[0].len_packed


def test_what_was_built_is_read_by_others(tmp_path: Path) -> None:
    entries = [
        {"name": name.encode(), "method": i % 2 * 8, "local": {"data": content}}
        for i, (name, content) in enumerate(FILES)
    ]
    data = Zip.build(end={"entries": entries, "comment": b"built"}).to_bytes()
    assert seen(data) == FILES
    expect_accepted(data, tmp_path)
    assert Zip.from_bytes(data).end.comment == b"built"


def test_descriptors_and_extra_fields_are_built(tmp_path: Path) -> None:
    times = {"modified_is_there": True, "accessed_is_there": False, "created_is_there": False}
    extra = {"fields": [{"body": Zip.Times.build(**times, times=[86400])}]}
    local = {"data": b"hello", "descriptor": {}}
    entry = {"name": b"n", "has_descriptor": True, "extra": extra, "local": local}
    data = Zip.build(end={"entries": [entry]}).to_bytes()
    assert seen(data) == [("n", b"hello")]
    expect_accepted(data, tmp_path)
    assert struct.pack("<II", 0x08074B50, zlib.crc32(b"hello")) in data
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.infolist()[0].extra == struct.pack("<HHBi", 0x5455, 5, 1, 86400)


def rename(entries: Any, files: Files) -> None:
    entries[0].name = b"another name"
    files[0] = "another name", files[0][1]


def replace(entries: Any, files: Files) -> None:
    entries[2].local.data = b"replaced, " * 30
    files[2] = files[2][0], b"replaced, " * 30


def fill(entries: Any, files: Files) -> None:
    entries[0].local.data = np.zeros(3000, np.uint8)
    files[0] = files[0][0], bytes(3000)


def remove(entries: Any, files: Files) -> None:
    del entries[1], files[1]


def add(entries: Any, files: Files) -> None:
    entries.insert(1, {"name": b"added", "local": {"data": b"added"}})
    files.insert(1, ("added", b"added"))


def reorder(entries: Any, files: Files) -> None:
    entries.reverse()
    files.reverse()


Edit = Callable[[Any, Files], None]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "without a member"])
@pytest.mark.parametrize("edit", [rename, replace, fill, remove, add, reorder])
def test_an_edited_archive_is_read_by_others(kind: str, edit: Edit, tmp_path: Path) -> None:
    archive, files = Zip.from_bytes(KINDS[kind]), [*FILES]
    edit(archive.entries, files)
    data = archive.to_bytes()
    assert seen(data) == files
    again = Zip.from_bytes(data)
    again.validate()
    assert again.end.comment == archive.end.comment
    if KINDS[kind].startswith(FRONT):
        assert data.startswith(FRONT)
    else:
        expect_accepted(data, tmp_path)


def test_a_new_name_leaves_the_rest_as_it_was() -> None:
    data = made([("one", b"1"), ("two", b"2" * 99)], comment=b"kept")
    archive = Zip.from_bytes(data)
    archive.entries[1].name = b"TWO"
    assert archive.to_bytes() == data.replace(b"two", b"TWO")
    assert data.count(b"two") == 2


def test_bytes_between_members_stay() -> None:
    one, two = made([("one", b"1")]), made([("two", b"2")])
    head, gap = one[: one.index(b"PK\1\2")], b"nothing of a member"
    directory = two[two.index(b"PK\1\2") : two.index(b"PK\5\6")]
    offset = struct.pack("<I", len(head) + len(gap))
    members = one[len(head) : one.index(b"PK\5\6")] + directory[:42] + offset + directory[46:]
    body = head + gap + two[: two.index(b"PK\1\2")]
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 2, 2, len(members), len(body), 0)
    archive = Zip.from_bytes(body + members + end)
    assert [each.path for each in archive.entries] == ["one", "two"]
    archive.entries[0].name = b"longer"
    data = archive.to_bytes()
    assert gap in data
    assert seen(data) == [("longer", b"1"), ("two", b"2")]


def test_numbers_of_a_member_stand_elsewhere_when_they_are_too_large() -> None:
    data = made([("one", b"content")], 0)
    at, end = data.index(b"PK\1\2"), data.index(b"PK\5\6")
    wide = struct.pack("<HHQQQ", 1, 24, 7, 7, 0)
    head = data[at : at + 20] + b"\xff" * 8 + struct.pack("<HH", 3, len(wide))
    entry = head + data[at + 32 : at + 42] + b"\xff" * 4 + b"one" + wide
    tail = data[end : end + 12] + struct.pack("<II", len(entry), at) + bytes(2)
    archive = Zip.from_bytes(data[:at] + entry + tail)
    (one,) = archive.entries
    assert (one.size_data, one.size_packed, one.local.data.decode().tobytes()) == (7, 7, b"content")
    archive.validate()
    one.name = b"three"
    assert seen(archive.to_bytes()) == [("three", b"content")]
    one.local.data = b"of another size"
    with pytest.raises(quire.FormatError, match=r"len_packed|data"):
        archive.to_bytes()


def test_very_many_members_take_wide_numbers() -> None:
    files = [(f"{i}", b"") for i in range(65_600)]
    data = made(files, 0)
    archive = Zip.from_bytes(data)
    assert archive.is_wide
    assert archive.wide_end.num_entries == len(archive.entries) == 65_600
    assert archive.entries[-1].path == "65599"


def test_as_many_members_as_a_plain_number_can_count_need_no_wide_ones() -> None:
    data = made([(f"{i}", b"") for i in range(65_535)], 0)
    assert b"PK\6\6" not in data, "what zipfile writes"
    archive = Zip.from_bytes(data)
    assert not archive.is_wide
    assert (len(archive.entries), archive.entries[-1].path) == (65_535, "65534")
    assert archive.to_bytes() == data


@pytest.mark.slow
def test_what_has_as_many_members_as_it_can_count_shrinks_and_does_not_grow() -> None:
    archive = Zip.from_bytes(made([(f"{i}", b"") for i in range(65_535)], 0))
    archive.entries.append({"name": b"more", "local": {"data": b"more"}})
    with pytest.raises(quire.FormatError, match="entries"):
        archive.to_bytes()
    del archive.entries[1:]
    assert seen(archive.to_bytes()) == [("0", b"")]


def test_an_archive_with_wide_numbers_is_built_and_edited(tmp_path: Path) -> None:
    entries = [{"name": name.encode(), "local": {"data": data}} for name, data in FILES]
    data = Zip.build(end={"entries": entries}, is_wide=True).to_bytes()
    assert data.count(b"PK\6\6") == data.count(b"PK\6\7") == 1
    assert seen(data) == FILES
    expect_accepted(data, tmp_path)
    archive = Zip.from_bytes(data)
    archive.validate()
    assert archive.to_bytes() == data
    archive.entries.append({"name": b"more", "local": {"data": b"more"}})
    del archive.entries[0]
    edited = archive.to_bytes()
    assert seen(edited) == [*FILES[1:], ("more", b"more")]
    expect_accepted(edited, tmp_path)
    numbers = struct.unpack_from("<QQQQ", edited, edited.index(b"PK\6\6") + 24)
    assert numbers == (3, 3, edited.index(b"PK\6\6") - numbers[3], edited.index(b"PK\1\2"))


@pytest.mark.parametrize("front", [b"", b"#!/bin/sh\n"])
def test_wide_records_that_no_number_needs_are_read_and_follow(
    front: bytes, tmp_path: Path
) -> None:
    plain = made(FILES, zipfile.ZIP_DEFLATED)
    at = plain.index(b"PK\5\6")
    number, size, offset = struct.unpack_from("<HII", plain, at + 10)
    told = struct.pack("<4Q", number, number, size, offset)
    wide = b"PK\6\6" + struct.pack("<QHHII", 44, 45, 45, 0, 0) + told
    locator = b"PK\6\7" + struct.pack("<IQI", 0, at, 1)
    data = front + plain[:at] + wide + locator + plain[at:]
    assert seen(data) == FILES
    archive = Zip.from_bytes(data)
    archive.validate()
    assert archive.is_wide
    assert archive.to_bytes() == data
    archive.entries.append({"name": b"more", "local": {"data": b"more"}})
    del archive.entries[0]
    edited = archive.to_bytes()
    assert seen(edited) == [*FILES[1:], ("more", b"more")]
    if not front:
        expect_accepted(edited, tmp_path)
    numbers = struct.unpack_from("<4Q", edited, edited.index(b"PK\6\6") + 24)
    end = struct.unpack_from("<HHII", edited, edited.index(b"PK\5\6") + 8)
    assert numbers == end == (3, 3, edited.index(b"PK\6\6") - edited.index(b"PK\1\2"), numbers[3])
    assert numbers[3] == edited.index(b"PK\1\2") - len(front)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "wide_ends"), [(65_534, 0), (65_535, 1), (70_000, 1)])
def test_very_many_members_are_built(number: int, wide_ends: int, tmp_path: Path) -> None:
    entries = [{"name": b"%d" % i, "method": 0, "local": {"data": b""}} for i in range(number)]
    data = Zip.build(end={"entries": entries}).to_bytes()
    assert data.count(b"PK\6\6") == wide_ends
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.namelist() == [str(i) for i in range(number)]
    expect_accepted(data, tmp_path)


WHOLE = KINDS["deflated"]
ENTRY, END = WHOLE.index(b"PK\1\2"), WHOLE.index(b"PK\5\6")


def patched(at: int, data: bytes) -> bytes:
    return WHOLE[:at] + data + WHOLE[at + len(data) :]


@pytest.mark.parametrize(
    ("data", "path", "offset"),
    [
        (b"", "ofs_end", None),
        (WHOLE[:END], "ofs_end", None),
        (WHOLE[:-1], "end.len_comment", END + 20),
        (patched(ENTRY, b"PX"), "end.entries[0].magic", ENTRY),
        (patched(END + 10, b"\4"), "end.entries[3].magic", END),
        (patched(END + 20, b"\1"), "end.comment", len(WHOLE)),
        (patched(0, b"PX"), "end.entries[0].local.magic", 0),
        (patched(ENTRY + 20, b"\xff\xff"), "end.entries[0].local.data", 35),
        (patched(ENTRY + 24, b"\1"), "end.entries[0].local.data", 35),
        (patched(ENTRY + 16, b"\0\0\0\0"), "end.entries[0].crc", ENTRY + 16),
    ],
)
def test_damage_is_refused_with_its_place(data: bytes, path: str, offset: int | None) -> None:
    with pytest.raises(quire.FormatError) as caught:
        Zip.from_bytes(data).validate()
    assert (caught.value.path, caught.value.offset) == (path, offset)


def test_the_command_knows_it(tmp_path: Path) -> None:
    (tmp_path / "no_extension").write_bytes(WHOLE)
    found = find_format(tmp_path / "no_extension")
    assert found is not None
    assert found.name == "zip"
