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
    assert int(made.members[-4].header.about.time, 8) == time
    assert made.to_bytes() == data
    made.members[-4].body = b"longer than a block" * 40
    with tarfile.open(fileobj=io.BytesIO(made.to_bytes())) as archive:
        found = archive.getmember("1.txt")
        assert (found.mtime, found.size) == (time, 760)


HUGE = {"size": 9 << 30, "uid": 1 << 40, "gid": 3_000_000_000, "mtime": -5}


def test_headers_of_huge_files_are_as_tarfile_makes_them() -> None:
    info = tarfile.TarInfo("huge")
    for name, value in HUGE.items():
        setattr(info, name, value)
    data = info.tobuf(tarfile.GNU_FORMAT)
    about = Tar.Header.from_bytes(data).about
    found = (about.len_body, about.owner, about.group, about.time)
    assert [int(each, 8) for each in found] == [*HUGE.values()]
    names = ("len_body", "owner", "group", "time")
    told = {name: f"{value:o}" for name, value in zip(names, HUGE.values(), strict=True)}
    of_gnu = {"magic": b"ustar  \0", "major": "", "minor": ""}
    made = Tar.Header.build(name="huge", about={"kind": "file", **told, **of_gnu})
    assert made.to_bytes() == data
    with pytest.raises(quire.FormatError, match="requested 9663676416 bytes, but only 1024"):
        Tar.from_bytes(data + bytes(1024))


@pytest.mark.parametrize(
    ("text", "found"), [("-x", "'-'"), ("7" * 40, "'7'"), ("1234567890123", "'8'"), ("-1.5", "'-'")]
)
def test_what_is_no_number_does_not_go_into_binary(text: str, found: str) -> None:
    with pytest.raises(quire.FormatError) as caught:
        Tar.Header.build(name="a", about={"kind": "file", "time": text}).to_bytes()
    assert (caught.value.path, caught.value.found) == ("about.time", found)


def header(
    name: str, size: int | bytes, kind: str = "0", sum_as: str = "%06o\0 ", magic: bytes = b""
) -> bytes:
    """A header as the first tar wrote it, with blanks around its numbers."""
    length = b"%11o " % size if isinstance(size, int) else size
    numbers = b"   644 \0     0 \0     0 \0" + length + b"%11o " % 5
    data = name.encode().ljust(100, b"\0") + numbers + b" " * 8 + kind.encode("latin-1")
    data = (data.ljust(257, b"\0") + magic).ljust(512, b"\0")
    return data[:148] + (sum_as % sum(data)).encode() + data[156:]


def member(name: str, body: bytes, **told: Any) -> bytes:
    """A file as the first tar wrote it."""
    size = told.pop("size", len(body))
    return header(name, size, **told) + body + bytes(-len(body) % 512)


@pytest.mark.parametrize("sum_as", ["%06o\0 ", "%6o\0 ", "%6o \0"])
def test_what_the_first_tar_wrote_is_read_and_its_sum_is_right(sum_as: str) -> None:
    data = member("old", b"hello", kind="\0", sum_as=sum_as) + bytes(1024)
    assert read(data) == {"old": b"hello"}
    made = Tar.from_bytes(data)
    made.validate()
    assert (made.members[0].body, made.to_bytes()) == (b"hello", data)
    made.members[0].body = b"goodbye"
    assert read(made.to_bytes()) == {"old": b"goodbye"}
    with pytest.raises(quire.FormatError) as caught:
        Tar.from_bytes(data[:3] + b"x" + data[4:]).validate()
    assert caught.value.path == "members[0].header.about.checksum"


def test_a_length_in_binary_is_that_of_a_body() -> None:
    data = member("a", b"hello", size=b"\x80" + (5).to_bytes(11, "big")) + bytes(1024)
    assert read(data) == {"a": b"hello"}
    made = Tar.from_bytes(data)
    assert (made.members[0].body, made.members[0].header.about.len_body) == (b"hello", "5")
    assert made.to_bytes() == data
    made.members[0].body = content(700)
    assert read(made.to_bytes()) == {"a": content(700)}
    with pytest.raises(quire.FormatError, match="found -1"):
        Tar.from_bytes(header("a", b"\xff" * 12) + bytes(1024))


@pytest.mark.parametrize("kind", "123456")
def test_links_folders_and_devices_have_no_body_whatever_they_tell(kind: str) -> None:
    data = header("first", 1000, kind) + member("second", b"xy") + bytes(1024)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        assert archive.getnames() == ["first", "second"]
    made = Tar.from_bytes(data)
    made.validate()
    assert [each.body for each in made.members[:2]] == [b"", b"xy"]
    assert made.to_bytes() == data


def of_pax(kind: str, **told: object) -> bytes:
    """A member with pax records."""
    lines = (f" {key}={value}\n" for key, value in told.items())
    return member(
        "p", b"".join(b"%d%s" % (len(each) + 2, each.encode()) for each in lines), kind=kind
    )


def test_the_length_of_a_pax_record_goes_before_that_of_the_header() -> None:
    name = member("././@LongLink", b"n" * 120 + b"\0", kind="L")
    first = of_pax("x", size=700) + name + header("f", 0) + content(700) + bytes(324)
    data = first + member("g", b"z") + bytes(1024)
    assert read(data) == {"n" * 120: content(700), "g": b"z"}
    made = Tar.from_bytes(data)
    made.validate()
    assert (made.members[2].body, made.members[3].body) == (content(700), b"z")
    assert made.to_bytes() == data
    made.members[2].body = b"abc"
    with pytest.raises(
        quire.FormatError, match=r"members\[2\].body .* expected 700 bytes .*, found 3"
    ):
        made.to_bytes()
    made.members[0].body.records[0].value = b"3"
    made = Tar.from_bytes(made.to_bytes())
    assert read(made.to_bytes()) == {"n" * 120: b"abc", "g": b"z"}
    del made.members[0]
    assert read(made.to_bytes()) == {"n" * 120: b"abc", "g": b"z"}


def test_a_length_of_all_members_is_told() -> None:
    with pytest.raises(quire.FormatError) as caught:
        Tar.from_bytes(of_pax("g", size=7) + member("g", b"z") + bytes(1024)).validate()
    assert caught.value.path == "members[0].num_sizes"


@pytest.mark.parametrize("size", ["x", "-1", "9" * 30])
def test_a_length_of_pax_that_is_none_is_refused(size: str) -> None:
    lines = f" size={size}\n"
    body = f"{len(lines) + 1 + (len(lines) > 8)}{lines}".encode()
    with pytest.raises(quire.FormatError):
        Tar.from_bytes(member("p", body, kind="x") + member("g", b"z") + bytes(1024))


@has_gnu_tar
@pytest.mark.parametrize("form", ["gnu", "pax 0.0", "pax 0.1", "pax 1.0"])
def test_sparse_files_are_read_and_members_are_added_before_them(form: str, tmp_path: Path) -> None:
    kind, _, version = form.partition(" ")
    for name, parts in (("many", 60), ("few", 3), ("none", 0)):
        with (tmp_path / name).open("wb") as file:
            for i in range(parts):
                file.seek(i * 50_000)
                file.write(b"%02d" % i * 256)
            file.truncate(9 << 30 if name == "none" else 4_000_000)
    options = ["-S", f"--format={kind}", *([f"--sparse-version={version}"] if version else [])]
    names = ["many", "few", "none"]
    run = [str(GNU), *options, "-c", "-C", str(tmp_path), *names]
    data = subprocess.run(run, capture_output=True, check=True).stdout
    made = Tar.from_bytes(data)
    made.validate()
    assert made.to_bytes() == data
    new = {"header": {"name": "new", "about": {"kind": "file"}}, "body": b"abc"}
    made.members.insert(0, new)
    (tmp_path / "edited.tar").write_bytes(made.to_bytes())
    (tmp_path / "out").mkdir()
    subprocess.run([str(GNU), "-x", "-f", "edited.tar", "-C", "out"], cwd=tmp_path, check=True)
    assert (tmp_path / "out" / "new").read_bytes() == b"abc"
    for name in ("many", "few"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / name).read_bytes()
    assert (tmp_path / "out" / "none").stat().st_size == 9 << 30


ENDS = {
    "one block": bytes(512),
    "one and a part": bytes(612),
    "other bytes": bytes(512) + b"x" * 700,
}


@pytest.mark.parametrize("end", ENDS)
def test_archives_with_one_block_of_zeros_are_read_edited_and_told(end: str) -> None:
    data = member("a", b"hello") + ENDS[end]
    assert read(data) == {"a": b"hello"}
    made = Tar.from_bytes(data)
    assert ([*names(made)], made.to_bytes()) == (["a"], data)
    with pytest.raises(quire.FormatError) as caught:
        made.validate()
    assert caught.value.path == ("num_behind" if end == "other bytes" else "is_ended")
    new = {"header": {"name": "new", "about": {"kind": "file"}}, "body": b"abc"}
    made.members.insert(1, new)
    assert read(made.to_bytes()) == {"a": b"hello", "new": b"abc"}
    made.rest = bytes(512)
    Tar.from_bytes(made.to_bytes()).validate()


def test_another_archive_behind_the_end_is_kept_and_told() -> None:
    first, second = (written(kind, 7) for kind in ("ustar", "gnu"))
    made = Tar.from_bytes(first + second)
    assert read(first + second) == read(first)
    assert [*names(made)] == [*names(Tar.from_bytes(first))]
    assert made.to_bytes() == first + second
    with pytest.raises(quire.FormatError) as caught:
        made.validate()
    assert caught.value.path == "num_behind"


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
        (124, 0x39, "members[0].len_body"),
        (124, 0x37, "members[0].body"),
        (148, 0x37, "members[0].header.about.checksum"),
        (-9000, 0x01, "num_behind"),
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
