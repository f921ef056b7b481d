"""Real files that were edited by their public specs are taken by the programs of their formats.

    pytest -m real tests/real --specs SPECS --files FILES

as `test_round_trips.py` tells. Each edit is made twice: in bytes of which nothing was looked at,
and in a file that was looked at as a whole and is written over itself.
"""

from __future__ import annotations

import gettext
import gzip
import io
import re
import shutil
import struct
import subprocess
import sys
import wave
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.real.test_round_trips import look

OVERLAYS = Path(__file__).parents[2] / "examples" / "overlays"

NEEDED = {"wav": ("riff",)}
"""Overlays of the specs that others import."""

FILES = 4
"""Files of each format, at most."""

LARGEST = 1 << 20

Edit = Callable[[Any], object]
Edited = Callable[[Path, Edit], bytes]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test is of the format that its name begins with."""
    folder, name = metafunc.config.getoption("--files"), _format(metafunc.function.__name__)
    paths = sorted(Path(folder).glob(f"files/{name}/*")) if folder else []
    some = [path for path in paths if path.stat().st_size < LARGEST][:FILES]
    metafunc.parametrize("path", some, ids=[path.name for path in some])


def _format(test: str) -> str:
    return test.removeprefix("test_").partition("__")[0]


@pytest.fixture
def edited(request: pytest.FixtureRequest, tmp_path: Path) -> Edited:
    """A file with an edit."""
    kind = _kind(_format(request.function.__name__), request.config.getoption("--specs"))

    def made(path: Path, edit: Edit) -> bytes:
        record = kind.from_bytes(path.read_bytes())
        edit(record)
        data: bytes = record.to_bytes()
        copy = tmp_path / path.name
        shutil.copyfile(path, copy)
        record = kind.from_file(copy)
        look(record)
        edit(record)
        record.to_file(copy)
        assert copy.read_bytes() == data
        return data

    return made


@cache
def _kind(name: str, specs: str) -> Any:
    """The class of a spec, with the overlays that there are for it."""
    spec = next(Path(specs).rglob(f"{name}.ksy"))
    overlays = [OVERLAYS / f"{each}.quire.yaml" for each in (name, *NEEDED.get(name, ()))]
    module = quire.compile(
        spec, imports=[specs], overlays=[each for each in overlays if each.exists()]
    )
    return getattr(module, "".join(part.capitalize() for part in name.split("_")))


def _library(name: str, request: pytest.FixtureRequest) -> Any:
    """A module that is installed, or was collected with the files."""
    folder = f"{request.config.getoption('--files')}/libraries"
    sys.path.append(folder)
    try:
        return pytest.importorskip(name, reason=f"{name} reads this format")
    finally:
        sys.path.remove(folder)


def _run(*command: object, cwd: Path | None = None, warns_of: Path | None = None) -> str:
    """What a program says that finds nothing wrong, or warns of no more than in another file."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, check=True)
    assert _lines(done) <= (set() if warns_of is None else _warnings([command[0], warns_of]))
    return done.stdout.decode()


def _warnings(command: list[Any]) -> set[bytes]:
    return _lines(subprocess.run([*map(str, command)], capture_output=True, check=True))


def _lines(done: subprocess.CompletedProcess[bytes]) -> set[bytes]:
    return {*done.stderr.splitlines()}


# -- wav --------------------------------------------------------------------------------------


def _chunk(wav: Any, name: str) -> Any:
    kind = type(wav).Fourcc[name]
    return next(each for each in wav.subchunks if each.chunk_id == kind)


def _samples(data: bytes, request: pytest.FixtureRequest) -> bytes:
    """The samples that the standard library reads, of a file that another one reads, too."""
    try:
        with wave.open(io.BytesIO(data)) as file:
            frames = file.getnframes()
            found: bytes = file.readframes(frames)
    except wave.Error as error:
        pytest.skip(f"wave reads it not: {error}")
    assert struct.unpack_from("<I", data, 4)[0] == len(data) - 8
    assert _library("soundfile", request).info(io.BytesIO(data)).frames == frames
    return found


def _expect_whole(path: Path) -> None:
    """Skip a file that was cut, which its spec refuses."""
    (size,) = struct.unpack_from("<I", path.read_bytes(), 4)
    if size > path.stat().st_size - 8:
        pytest.skip("it was cut")


@pytest.mark.real
@pytest.mark.parametrize("more", [-40, -4, 0, 4, 4000])
def test_wav__samples(
    path: Path, edited: Edited, request: pytest.FixtureRequest, more: int
) -> None:
    _expect_whole(path)
    before = _samples(path.read_bytes(), request)
    wanted = (before[: len(before) + min(more, 0)] + bytes(max(more, 0)))[:-4] + b"\1\2\3\4"

    def edit(wav: Any) -> None:
        _chunk(wav, "data").chunk_data.data = wanted

    assert _samples(edited(path, edit), request) == wanted


@pytest.mark.real
def test_wav__format(path: Path, edited: Edited, request: pytest.FixtureRequest) -> None:
    _expect_whole(path)

    def edit(wav: Any) -> None:
        _chunk(wav, "fmt").chunk_data.n_samples_per_sec = 12345

    data = edited(path, edit)
    assert _library("soundfile", request).info(io.BytesIO(data)).samplerate == 12345
    assert len(data) == path.stat().st_size


@pytest.mark.real
@pytest.mark.parametrize("text", ["", "<a/>", "<odd/>\n"])
def test_wav__chunks_are_put_in_and_taken_out(
    path: Path, edited: Edited, request: pytest.FixtureRequest, text: str
) -> None:
    _expect_whole(path)
    before = _samples(path.read_bytes(), request)

    def edit(wav: Any) -> None:
        kind = type(wav)
        wav.subchunks = [_chunk(wav, "fmt"), _chunk(wav, "data")]
        new = {"chunk": {"id": kind.Fourcc.ixml.value, "data_slot": {}}}
        wav.subchunks.append(new | {"chunk_data": kind.IxmlChunkType.build(data=text)})

    data, padding = edited(path, edit), bytes(len(text) % 2)
    assert data.endswith(b"iXML" + struct.pack("<I", len(text)) + text.encode() + padding)
    assert _samples(data, request) == before


# -- ttf --------------------------------------------------------------------------------------


@pytest.mark.real
@pytest.mark.parametrize(
    "name", ["snaS uVajeD", "Deja", "A name that is longer than it was before"]
)
def test_ttf__name(path: Path, edited: Edited, request: pytest.FixtureRequest, name: str) -> None:
    library = _library("fontTools.ttLib", request)

    def edit(ttf: Any) -> None:
        names = next(each for each in ttf.directory_table if each.tag == "name").value
        wanted = (each for each in names.name_records if each.platform_id.value == 3)
        next(each for each in wanted if each.name_id.value == 1).unicode_value = name

    def tables(data: bytes) -> tuple[Any, dict[str, bytes]]:
        font = library.TTFont(io.BytesIO(data), checkChecksums=2)  # raises where one is wrong
        found = {tag: font.reader[tag] for tag in font.reader.keys() if tag != "name"}  # noqa: SIM118  # it is no dict
        return [(each.platformID, each.nameID, str(each)) for each in font["name"].names], found

    before, others = tables(path.read_bytes())
    changed = [each if each[:2] != (3, 1) else (3, 1, name) for each in before]
    assert tables(edited(path, edit)) == (changed, others)


# -- png --------------------------------------------------------------------------------------


@pytest.mark.real
@pytest.mark.parametrize("text", ["", "by hand", "a text of more words than that, " * 40])
def test_png__text(
    path: Path, edited: Edited, request: pytest.FixtureRequest, tmp_path: Path, text: str
) -> None:
    image = _library("PIL.Image", request)

    def edit(png: Any) -> None:
        kind = type(png)
        body = kind.TextChunk.build(keyword="Comment", text=text)
        png.chunks.insert(0, {"type_raw": b"tEXt", "body": body})

    data = edited(path, edit)
    before, after = image.open(path), image.open(io.BytesIO(data))
    assert after.info["Comment"] == text
    assert after.tobytes() == before.tobytes()
    assert len(data) == path.stat().st_size + 20 + len(text)
    (tmp_path / "edited.png").write_bytes(data)
    assert "OK:" in _run("pngcheck", "edited.png", cwd=tmp_path)


# -- gettext ----------------------------------------------------------------------------------


@pytest.mark.real
@pytest.mark.parametrize("text", ["x", "ü", "A translation that is longer than it was before, ü"])
@pytest.mark.parametrize("at", [1, -1])
def test_gettext_mo__translation(
    path: Path, edited: Edited, tmp_path: Path, text: str, at: int
) -> None:
    def catalog(data: bytes) -> dict[Any, str]:
        return dict(vars(gettext.GNUTranslations(io.BytesIO(data)))["_catalog"])

    keys: list[str] = []
    if gettext.GNUTranslations(io.BytesIO(path.read_bytes())).charset() not in (None, "UTF-8"):
        pytest.skip("the spec knows UTF-8 alone")

    def edit(file: Any) -> None:
        if file.mo.num_translations < 2:
            pytest.skip("has no translations")
        file.mo.translations[at].str = text
        keys.append(file.mo.originals[at].str)

    before, data = catalog(path.read_bytes()), edited(path, edit)
    key: Any = keys[0] if keys[0] in before else (keys[0], 0)
    assert catalog(data) == before | {key: text}
    (tmp_path / "edited.mo").write_bytes(data)
    assert f'"{text}"' in _run("msgunfmt", tmp_path / "edited.mo", warns_of=path)


# -- programs ---------------------------------------------------------------------------------


@pytest.mark.real
def test_elf__section(path: Path, edited: Edited, tmp_path: Path) -> None:
    def edit(elf: Any) -> None:
        section = next(each for each in elf.header.section_headers if each.name == ".rodata")
        section.body = section.body[:-4] + b"edit"

    data = edited(path, edit)
    assert sum(a != b for a, b in zip(data, path.read_bytes(), strict=True)) <= 4
    (tmp_path / "edited").write_bytes(data)
    lines = _run("readelf", "-x", ".rodata", tmp_path / "edited").splitlines()
    digits = "".join(line[13:48].replace(" ", "") for line in lines if line.startswith("  0x"))
    assert bytes.fromhex(digits).endswith(b"edit")


@pytest.mark.real
def test_elf__library_that_is_needed(path: Path, edited: Edited, tmp_path: Path) -> None:
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", _run("readelf", "-d", path))
    if not needed:
        pytest.skip("it needs none")
    other = f"X{needed[0][1:]}"

    def edit(elf: Any) -> None:
        texts = next(each for each in elf.header.section_headers if each.name == ".dynstr").body
        texts.entries[texts.entries.index(needed[0])] = other

    (tmp_path / "edited").write_bytes(edited(path, edit))
    lines = _run("readelf", "-d", tmp_path / "edited")
    assert re.findall(r"\(NEEDED\).*\[(.*)\]", lines) == [other, *needed[1:]]


@pytest.mark.real
@pytest.mark.parametrize("text", ["x", "a much longer constant than it was, ü"])
def test_java_class__constant(path: Path, edited: Edited, tmp_path: Path, text: str) -> None:
    def edit(file: Any) -> None:
        entries = (each for each in file.constant_pool if hasattr(each, "tag"))
        *_, last = (each for each in entries if each.tag.name == "utf8")
        last.cp_info.value = text

    data = edited(path, edit)
    (tmp_path / path.name).write_bytes(data)
    assert text in _run("javap", "-J-Dfile.encoding=UTF-8", "-v", tmp_path / path.name)


@pytest.mark.real
def test_mach_o_fat__flags(
    path: Path, edited: Edited, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    library = _library("macholib.MachO", request)

    def flags_of(path: Path) -> list[int]:
        return [each.header.flags for each in library.MachO(str(path)).headers]

    def edit(fat: Any) -> None:
        fat.fat_archs[1].object.header.flags = 0x12345678

    before, data = path.read_bytes(), edited(path, edit)
    (start,) = struct.unpack_from(">I", before, 8 + 20 + 8)
    order = "<" if before[start] in (0xCE, 0xCF) else ">"
    flags = slice(start + 24, start + 28)
    assert data[flags] == struct.pack(f"{order}I", 0x12345678)
    assert data[: flags.start] + before[flags] + data[flags.stop :] == before
    (tmp_path / "edited").write_bytes(data)
    first, _, *others = flags_of(path)
    assert flags_of(tmp_path / "edited") == [first, 0x12345678, *others]


# -- sound and tags ---------------------------------------------------------------------------


@pytest.mark.real
@pytest.mark.parametrize("comment", ["x", "a comment that is longer than it was before"])
def test_au__comment(
    path: Path, edited: Edited, request: pytest.FixtureRequest, comment: str
) -> None:
    library = _library("soundfile", request)

    def edit(au: Any) -> None:
        au.header.comment, au.header.sample_rate = comment, 12345

    data = edited(path, edit)
    before, _ = library.read(io.BytesIO(path.read_bytes()))
    samples, rate = library.read(io.BytesIO(data))
    assert (rate, samples.tolist()) == (12345, before.tolist())
    assert comment.encode() in data


def _synchsafe(size: Any, number: int) -> None:
    """Set a number of four times seven bits, of which the spec computes the number."""
    for i, byte in enumerate((size.short1.byte1, size.short1.byte0, size.short0.byte1)):
        byte.value = number >> 7 * i & 0x7F


@pytest.mark.real
@pytest.mark.parametrize("text", ["t", "a title that is longer than it was"])
def test_id3v2_4__title(
    path: Path, edited: Edited, request: pytest.FixtureRequest, text: str
) -> None:
    library = _library("mutagen.id3", request)

    def edit(file: Any) -> None:
        frame = next(each for each in file.tag.frames if each.id == "TIT2")
        more = len(text) + 1 - len(frame.data)
        frame.data = b"\3" + text.encode()
        _synchsafe(frame.size, frame.size.value + more)
        _synchsafe(file.tag.header.size, file.tag.header.size.value + more)

    data = edited(path, edit)
    assert str(library.ID3(io.BytesIO(data))["TIT2"]) == text
    before = library.ID3(io.BytesIO(path.read_bytes()))
    assert library.ID3(io.BytesIO(data)).size - before.size == len(data) - path.stat().st_size


# -- others -----------------------------------------------------------------------------------


@pytest.mark.real
@pytest.mark.parametrize("name", ["", "n", "a name that is longer than it was"])
def test_gzip__name(path: Path, edited: Edited, name: str) -> None:
    def edit(file: Any) -> None:
        file.flags.has_name, file.name = bool(name), name.encode()
        if not name:
            del file.name

    data = edited(path, edit)
    assert gzip.decompress(data) == gzip.decompress(path.read_bytes())
    assert data[10:].startswith(name.encode() + b"\0" if name else b"")
    assert bool(data[3] & 8) == bool(name)


@pytest.mark.real
@pytest.mark.parametrize("text", [b"", b"hello", bytes(100_000)])
def test_gzip__body(path: Path, edited: Edited, text: bytes) -> None:
    import zlib  # beside gzip, which has a header of its own

    def edit(file: Any) -> None:
        packed = zlib.compressobj(wbits=-15)
        file.body = packed.compress(text) + packed.flush()

    assert gzip.decompress(edited(path, edit)) == text


@pytest.mark.real
def test_bmp__upside_down(path: Path, edited: Edited, request: pytest.FixtureRequest) -> None:
    image = _library("PIL.Image", request)
    turned: list[bool] = []

    def edit(file: Any) -> None:
        header = file.dib_info.header
        turned.append(header.bitmap_info_ext.compression.value in (0, 3))
        header.image_height_raw = -header.image_height_raw

    data = edited(path, edit)
    if not turned[0]:
        pytest.skip("packed rows begin at the bottom")
    before = image.open(path).convert("RGB").transpose(image.Transpose.FLIP_TOP_BOTTOM)
    assert image.open(io.BytesIO(data)).convert("RGB").tobytes() == before.tobytes()


def _packets(data: bytes) -> list[bytes]:
    """Packets with their headers, by arithmetic of this test's own."""
    order, found, at = "<" if data[:1] == b"\xd4" else ">", [], 24
    while at < len(data):
        end = at + 16 + struct.unpack_from(f"{order}I", data, at + 8)[0]
        found.append(data[at:end])
        at = end
    assert at == len(data)
    return found


@pytest.mark.real
def test_pcap__packets(path: Path, edited: Edited) -> None:
    def edit(file: Any) -> None:
        del file.packets[1]
        file.packets.reverse()
        file.packets[0].ts_sec = 0

    first, _, *others = _packets(path.read_bytes())
    *wanted, last = [first, *others]
    last = bytes(4) + last[4:]
    assert _packets(edited(path, edit)) == [last, *reversed(wanted)]
