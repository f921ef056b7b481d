"""Archives by their spec, against Python's tarfile and GNU tar."""

from __future__ import annotations

import io
import itertools
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import tar as of_tar
from quire.testing import generate

Tar: Any = of_tar.Tar

GNU = shutil.which("tar")
has_gnu_tar = pytest.mark.skipif(GNU is None, reason="there is no tar program")

END = {"header": {"name": ""}}
FORMATS = {
    "ustar": tarfile.USTAR_FORMAT, "gnu": tarfile.GNU_FORMAT, "pax": tarfile.PAX_FORMAT
}  # fmt: skip  # laid out as a table
SIZES = (0, 1, 511, 512, 513, 1024, 10_000)


def content(size: int) -> bytes:
    return bytes(n % 251 for n in range(size))


def written(kind: str, *sizes: int, time: float = 5) -> bytes:
    """An archive by tarfile: a file of each size, a long name, a link, a folder."""
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w", format=FORMATS[kind]) as archive:
        for i, size in enumerate(sizes):
            info = tarfile.TarInfo(f"{i}.txt" if i else "d/" + "x" * 120 + "/gr\u00fcn.txt")
            info.size, info.mtime, info.uname = size, time, "somebody"
            archive.addfile(info, io.BytesIO(content(size)))
        link, folder = tarfile.TarInfo("link"), tarfile.TarInfo("folder")
        link.type, link.linkname, folder.type = tarfile.SYMTYPE, "1.txt", tarfile.DIRTYPE
        archive.addfile(link)
        archive.addfile(folder)
    return sink.getvalue()


def by_gnu_tar(folder: Path, *options: str) -> bytes:
    """An archive by GNU tar, of some files, a link and a folder."""
    made = folder / "made"
    (made / "deep" / ("y" * 110)).mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        (made / "deep" / f"{size}.bin").write_bytes(content(size))
    (made / "deep" / ("y" * 110) / "long").write_bytes(b"at the end of a long path")
    if not (made / "link").is_symlink():
        (made / "link").symlink_to("deep/1.bin")
    assert GNU is not None
    run = [GNU, "-c", "-f", "-", *options, "-C", str(made), "deep", "link"]
    return subprocess.run(run, capture_output=True, check=True).stdout


def read(data: bytes) -> dict[str, bytes | None]:
    """What tarfile finds: names, and what files hold."""
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return {
            each.name: archive.extractfile(each).read() if each.isreg() else None  # type: ignore[union-attr]  # of files there is one
            for each in archive
        }


def names(archive: Any) -> Iterator[str]:
    """The names of the files, in their order."""
    return (member.header.name for member in archive.members if member.is_there)


@pytest.mark.parametrize(
    ("kind", "sizes", "time"),
    [*itertools.product(FORMATS, [SIZES, (0,), (513, 1)], (5, 1.5))],
)
def test_what_tarfile_writes_is_read_and_written_back(
    kind: str, sizes: tuple[int, ...], time: float
) -> None:
    data = written(kind, *sizes, time=time if kind == "pax" else 5)
    made = Tar.from_bytes(data)
    made.validate()
    files = [
        each for each in made.members if each.is_there and each.header.about.kind.name == "file"
    ]
    assert [each.body for each in files] == list(map(content, sizes))
    assert [int(each.header.about.len_body, 8) for each in files] == list(sizes)
    assert {each.header.about.owner_name for each in files} == {"somebody"}
    assert made.to_bytes() == data


@has_gnu_tar
@pytest.mark.parametrize(
    "options",
    [
        *([f"--format={kind}"] for kind in ("gnu", "pax", "oldgnu")),
        ["--format=pax", "--sort=name", "--mtime=@0"],
        ["--format=gnu", "--owner=0", "--group=0", "--mode=a+rwX"],
        ["--format=gnu", "--blocking-factor=1"],
    ],
)
def test_what_gnu_tar_writes_is_read_and_written_back(options: list[str], tmp_path: Path) -> None:
    data = by_gnu_tar(tmp_path, *options)
    made = Tar.from_bytes(data)
    made.validate()
    bodies = {each.header.name: each.body for each in made.members if each.is_there}
    assert [bodies[f"deep/{size}.bin"] for size in SIZES] == list(map(content, SIZES))
    assert made.to_bytes() == data


@pytest.mark.parametrize("time", [-5, 1 << 40])
def test_numbers_in_binary_are_kept(time: int) -> None:
    data = written("gnu", 7, 513, time=time)
    made = Tar.from_bytes(data)
    made.validate()
    assert made.members[-4].header.about.time[0] == chr(0xFF if time < 0 else 0x80)
    assert made.to_bytes() == data
    made.members[-4].body = b"longer than a block" * 40
    with tarfile.open(fileobj=io.BytesIO(made.to_bytes())) as archive:
        found = archive.getmember("1.txt")
        assert (found.mtime, found.size) == (time, 760)


@has_gnu_tar
def test_the_label_of_an_archive_has_no_length(tmp_path: Path) -> None:
    data = by_gnu_tar(tmp_path, "--format=gnu", "--label=some label")
    made = Tar.from_bytes(data)
    made.validate()
    label = made.members[0].header
    assert (label.name, label.about.kind) == ("some label", Tar.Kind.gnu_label)
    assert made.to_bytes() == data
    del made.members[1]
    with tarfile.open(fileobj=io.BytesIO(made.to_bytes())) as archive:
        assert archive.getnames()[0] == "some label"


def test_pax_records_and_long_names_of_gnu_are_read() -> None:
    path = "d/" + "x" * 120 + "/gr\u00fcn.txt"
    pax = Tar.from_bytes(written("pax", 1, time=1.5)).members[0].body
    assert {each.key: each.value.decode() for each in pax.records} == {"path": path, "mtime": "1.5"}
    assert Tar.from_bytes(written("gnu", 1)).members[0].body.text == path


@pytest.mark.parametrize("size", [1, 80, 88, 89, 90, 91, 92, 988, 989, 990, 991, 992])
def test_a_pax_record_counts_its_own_digits(size: int) -> None:
    data = Tar.Pax.build(records=[{"key": "path", "value": b"n" * size}]).to_bytes()
    assert int(data.split()[0]) == len(data)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("at", [0, -1])
def test_a_member_is_added(kind: str, at: int) -> None:
    made = Tar.from_bytes(stored := written(kind, *SIZES))
    member = {"header": {"name": "new", "about": {"kind": 0x30}}, "body": content(700)}
    made.members.insert(at, member)
    data = made.to_bytes()
    assert read(data) == {**read(stored), "new": content(700)}
    Tar.from_bytes(data).validate()


@pytest.mark.parametrize("kind", FORMATS)
def test_members_are_replaced_and_removed(kind: str) -> None:
    made = Tar.from_bytes(stored := written(kind, *SIZES))
    expected = {**read(stored), "3.txt": b"replaced"}
    member = made.members[[*names(made)].index("3.txt")]
    member.body = b"replaced"
    made = Tar.from_bytes(made.to_bytes())
    assert read(made.to_bytes()) == expected
    del made.members[[*names(made)].index("2.txt")]
    del expected["2.txt"]
    data = made.to_bytes()
    assert read(data) == expected
    Tar.from_bytes(data).validate()


@has_gnu_tar
def test_what_is_built_is_read_by_both_programs(tmp_path: Path) -> None:
    bodies = {f"{size}": content(size) for size in SIZES}
    members = [
        {"header": {"name": name, "about": {"kind": "file"}}, "body": body}
        for name, body in bodies.items()
    ]
    data = Tar.build(members=[*members, END]).to_bytes()
    assert read(data) == bodies
    (tmp_path / "built.tar").write_bytes(data)
    assert GNU is not None
    subprocess.run([GNU, "-x", "-f", "built.tar"], cwd=tmp_path, check=True)
    assert {name: (tmp_path / name).read_bytes() for name in bodies} == bodies


def test_an_archive_without_blocks_of_zeros_is_read_and_told() -> None:
    whole = written("ustar", 1, 600)
    files = read(whole)
    data = whole[: len(whole.rstrip(b"\0"))]
    data += bytes(-len(data) % 512)
    assert read(data) == files
    made = Tar.from_bytes(data)
    assert len([*names(made)]) == len(files)
    assert made.to_bytes() == data
    with pytest.raises(quire.FormatError) as caught:
        made.validate()
    assert caught.value.path == "is_ended"
    made.members.append(END)
    ended = made.to_bytes()
    assert (ended, read(ended)) == (data + bytes(1024), files)
    Tar.from_bytes(ended).validate()


@pytest.mark.parametrize("kind", FORMATS)
def test_members_get_long_names_and_links(kind: str) -> None:
    made = Tar.from_bytes(stored := written(kind, 7, 5, 600))
    files, name = read(stored), "gr\u00fcn/" * 40
    at = [*names(made)].index("1.txt")
    record = {"key": "path", "value": name.encode()}
    ahead = [
        {"header": {"name": "x", "about": {"kind": "pax"}}, "body": {"records": [record]}},
        {"header": {"name": "x", "about": {"kind": "gnu_name"}}, "body": {"text": "n" * 300}},
    ]
    link = {"kind": "symbolic_link", "target": "2.txt"}
    made.members[at + 1 : at + 1] = [ahead[1]]
    made.members[at:at] = [ahead[0]]
    made.members.insert(0, {"header": {"name": "new", "about": link}, "body": b""})
    data = made.to_bytes()
    wanted = {"new": None, name.rstrip("/"): files["1.txt"], "n" * 300: files["2.txt"]}
    others = {key: value for key, value in files.items() if key not in {"1.txt", "2.txt"}}
    assert read(data) == {**wanted, **others}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        assert archive.getmember("new").linkname == "2.txt"


def test_a_length_that_contradicts_its_body_is_refused() -> None:
    header = {"name": "a", "about": {"kind": "file", "len_body": "7"}}
    with pytest.raises(quire.FormatError, match="given '7', but body makes it '00000000003'"):
        Tar.build(members=[{"header": header, "body": b"abc"}, END]).to_bytes()


@pytest.mark.parametrize(
    ("at", "byte", "path"),
    [
        (0, 0x42, "members[0].header.about.checksum"),
        (100, 0x31, "members[0].header.about.checksum"),
        (124, 0x39, "members[0].body"),
        (124, 0x37, "members[0].body"),
        (148, 0x37, "members[0].header.about.checksum"),
        (-9000, 0x01, "end"),
    ],
)
def test_an_error_names_the_field(at: int, byte: int, path: str) -> None:
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w") as archive:
        info = tarfile.TarInfo("some")
        info.size = 5
        archive.addfile(info, io.BytesIO(b"hello"))
    data = bytearray(sink.getvalue())
    data[at if at >= 0 else 1024 + 512 + 7] = byte
    with pytest.raises(quire.FormatError) as caught:
        Tar.from_bytes(bytes(data)).validate()
    assert caught.value.path == path


def test_damaged_files_are_refused_or_told() -> None:
    stored, chance, refused = written("pax", 10, 600, time=1.5), np.random.default_rng(7), 0
    for _ in range(300):
        data = bytearray(stored)
        for _ in range(chance.integers(1, 5)):
            data[chance.integers(3072)] = chance.integers(256)
        cut = chance.choice(np.array([len(data), chance.integers(5000)]))
        try:
            Tar.from_bytes(bytes(data[:cut])).validate()
        except quire.FormatError:
            refused += 1
    assert refused > 200


def test_files_that_are_generated_are_taken_by_tarfile() -> None:
    taken = 0
    for seed in range(100):
        try:
            taken += len(read(generate(Tar, seed=seed).to_bytes())) >= 0
        except tarfile.TarError:
            continue
    assert taken >= 95


def test_the_format_is_recognised_by_its_extension(tmp_path: Path) -> None:
    (tmp_path / "some.tar").write_bytes(written("gnu", 1))
    found = find_format(tmp_path / "some.tar")
    assert found is not None
    assert found.name == "tar"
