"""gzip by its spec alone, against the program, the standard library, and bytes made by hand."""

from __future__ import annotations

import gzip
import io
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import gzip as of_gzip

Gzip: Any = of_gzip.Gzip

CONTENTS = [b"", b"a", b"hello " * 500, bytes(3_000_000), np.random.default_rng(1).bytes(70_000)]


def member(
    content: bytes, flags: int = 0, head: bytes = b"", crc: int | None = None, level: int = 6
) -> bytes:
    """A member, made by hand."""
    packer = zlib.compressobj(level, wbits=-15)
    start = struct.pack("<2sBBIBB", b"\x1f\x8b", 8, flags, 0, 0, 3) + head
    if flags & 2:
        start += struct.pack("<H", zlib.crc32(start) & 0xFFFF)
    sums = struct.pack("<II", zlib.crc32(content) if crc is None else crc, len(content))
    return start + packer.compress(content) + packer.flush() + sums


def accepted(data: bytes) -> bool:
    """Whether the program takes a file."""
    if (program := shutil.which("gzip")) is None:
        pytest.skip("there is no gzip")
    return subprocess.run([program, "-t"], input=data, check=False).returncode == 0


@pytest.mark.parametrize("content", CONTENTS, ids=len)
@pytest.mark.parametrize("level", [0, 1, 9])
def test_what_the_standard_library_writes_is_read_and_written_back(
    content: bytes, level: int
) -> None:
    sink = io.BytesIO()
    with gzip.GzipFile("some name.txt", "wb", level, sink, mtime=7) as file:
        file.write(content)
    made = Gzip.from_bytes(sink.getvalue())
    (one,) = made.members
    assert (one.name, one.modified, one.len_data) == ("some name.txt", 7, len(content))
    assert (one.data.shape, one.data.decode().tobytes()) == ((len(content),), content)
    made.validate()
    assert made.to_bytes() == sink.getvalue()


@pytest.mark.parametrize("options", [[], ["-1"], ["-9"], ["-n"]])
def test_what_the_program_writes_is_read(options: list[str], tmp_path: Path) -> None:
    if (program := shutil.which("gzip")) is None:
        pytest.skip("there is no gzip")
    (tmp_path / "text").write_bytes(CONTENTS[2])
    subprocess.run([program, "-k", *options, tmp_path / "text"], check=True)
    made = Gzip.from_file(tmp_path / "text.gz")
    (one,) = made.members
    assert one.system == Gzip.System.unix
    assert getattr(one, "name", None) == (None if "-n" in options else "text")
    assert one.data.decode().tobytes() == CONTENTS[2]
    made.validate()


@pytest.mark.parametrize("content", CONTENTS, ids=len)
def test_what_was_built_is_read_by_others(content: bytes) -> None:
    made = Gzip.build(members=[{"name": "n", "comment": "c", "data": content}, {"data": b"end"}])
    data = made.to_bytes()
    assert gzip.decompress(data) == content + b"end"
    assert accepted(data)


def test_an_array_of_bytes_is_data_too() -> None:
    data = Gzip.build(members=[{"data": np.arange(256, dtype=np.uint8)}]).to_bytes()
    assert gzip.decompress(data) == bytes(range(256))
    with pytest.raises(quire.FormatError, match="data"):
        Gzip.build(members=[{"data": np.arange(300)}]).to_bytes()


def test_the_header_has_a_sum_of_its_own() -> None:
    data = Gzip.build(members=[{"has_header_crc": True, "name": "n", "data": b"abc"}]).to_bytes()
    assert data[10:14] == b"n\0" + struct.pack("<H", zlib.crc32(data[:12]) & 0xFFFF)
    assert accepted(data)
    damaged = Gzip.from_bytes(data[:5] + b"\1" + data[6:])
    with pytest.raises(quire.ChecksumError, match=r"members\[0\]\.header_crc at byte 12"):
        damaged.validate()


def test_blocks_of_bgzip_are_read_and_built() -> None:
    head = struct.pack("<H2sHH", 6, b"BC", 2, 27)
    data = member(b"", 4, head)
    assert len(data) == 28  # the end of such a file, as its specification has it
    made = Gzip.from_bytes(data)
    (field,) = made.members[0].extra.fields
    assert (field.id, field.body.len_member) == ("BC", len(data) - 1)
    fields = [{"body": {"len_member": 27}}]
    built = Gzip.build(members=[{"extra": {"fields": fields}, "system": 3, "data": b""}])
    assert built.to_bytes()[:18] == data[:18]


def test_a_name_is_edited_without_compressing_anew() -> None:
    first, last = member(CONTENTS[2], 8, b"old\0", level=9), member(b"more", level=1)
    made = Gzip.from_bytes(first + last)
    made.members[0].name = "a longer name"
    data = made.to_bytes()
    assert data == first[:10] + b"a longer name\0" + first[14:] + last
    del made.members[0].name
    assert made.to_bytes() == first[:3] + b"\0" + first[4:10] + first[14:] + last


def test_members_are_replaced_added_removed_and_reordered() -> None:
    parts = [member(name, 8, name + b"\0") for name in (b"one", b"two", b"three")]
    made = Gzip.from_bytes(b"".join(parts))
    made.members.reverse()
    assert made.to_bytes() == b"".join(parts[::-1])
    del made.members[0]
    made.members.append({"data": b"four"})
    made.members[0].data = b"TWO" * 50
    data = made.to_bytes()
    assert gzip.decompress(data) == b"TWO" * 50 + b"onefour"
    assert parts[0] in data
    assert accepted(data)


PLAIN = member(b"hello, hello, hello")


@pytest.mark.parametrize(
    ("data", "path", "offset"),
    [
        (b"", "members[0].magic", 0),
        (b"\x1f\x8c" + PLAIN[2:], "members[0].magic", 0),
        (PLAIN[:2] + b"\7" + PLAIN[3:], "members[0].compression", 2),
        (PLAIN[:3] + b"\x80" + PLAIN[4:], "members[0].reserved", 3),
        (PLAIN[:10] + b"\xff" + PLAIN[11:], "members[0].data", 10),
        (PLAIN[:15], "members[0].data", 10),
        (PLAIN[:-5], "members[0].crc", len(PLAIN) - 8),
        (PLAIN[:-1], "members[0].len_data", len(PLAIN) - 4),
        (PLAIN + b"more", "members[1].magic", len(PLAIN)),
        (member(b"", 8, b"no end")[:16], "members[0].name", 10),
        (member(b"", 4, b"\xff\xff"), "members[0].extra", 12),
        (member(b"", 4, b"\5\0AB\2\0x"), "members[0].extra.fields[0].body", 16),
    ],
)
def test_damage_is_refused_with_its_place(data: bytes, path: str, offset: int) -> None:
    with pytest.raises(quire.FormatError) as caught:
        Gzip.from_bytes(data)
    assert (caught.value.path, caught.value.offset) == (path, offset)


def test_wrong_sums_are_found_by_verifying_and_by_decoding() -> None:
    data = member(b"hello", crc=5)
    with pytest.raises(quire.ChecksumError, match=r"members\[0\]\.data"):
        Gzip.from_bytes(data).validate()
    with pytest.raises(quire.ChecksumError, match=r"members\[0\]\.data"):
        Gzip.from_bytes(data).members[0].data.decode()
    made = Gzip.from_bytes(member(b"hello")[:-4] + b"\6\0\0\0")
    with pytest.raises(quire.ChecksumError, match=r"members\[0\]\.len_data"):
        made.validate()


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory was taken")
def test_a_bomb_takes_no_memory_and_is_not_unpacked(tmp_path: Path) -> None:
    size = 150_000_000
    packer = zlib.compressobj(9, wbits=-15)
    body = b"".join([*(packer.compress(bytes(10_000_000)) for _ in range(15)), packer.flush()])
    head = struct.pack("<2sBBIBB", b"\x1f\x8b", 8, 0, 0, 0, 3)
    (tmp_path / "bomb.gz").write_bytes(head + body + struct.pack("<II", 0, size))
    code = (
        "import quire; from quire.generated.gzip import Gzip\n"
        "file = Gzip.from_file('bomb.gz')\n"
        f"assert file.members[0].data.shape == ({size},)\n"
        "for act in (file.members[0].data.decode, file.validate):\n"
        "    try: act()\n"
        "    except quire.LimitError as error: print(error.path)\n"
        "status = open('/proc/self/status').read()\n"
        "print(status.partition('VmHWM:')[2].split()[0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    *paths, memory = done.stdout.split()
    assert paths == ["members[0].data", "members[0].len_data"]
    assert int(memory) < 200_000  # kilobytes


def test_the_command_knows_it(tmp_path: Path) -> None:
    (tmp_path / "no_extension").write_bytes(PLAIN)
    found = find_format(tmp_path / "no_extension")
    assert found is not None
    assert found.name == "gzip"


def test_data_that_is_not_deflated_is_told_as_that() -> None:
    whole = gzip.compress(b"some text, some text", mtime=0)
    for damaged, found in (
        (whole[:10] + b"\xff" + whole[11:], "invalid block type"),
        (whole[:-12], "incomplete or truncated stream"),
    ):
        with pytest.raises(quire.FormatError) as caught:
            Gzip.from_bytes(damaged)
        assert str(caught.value) == (
            f"gzip: members[0].data at byte 10: expected deflated data, found {found}"
        )
