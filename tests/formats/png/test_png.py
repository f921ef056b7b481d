"""PNG by its spec alone, against Pillow, and bytes made by hand."""

from __future__ import annotations

import copy
import io
import shutil
import struct
import subprocess
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.formats import find_format
from quire.generated import png as of_png

Image: Any = pytest.importorskip("PIL.Image", reason="pip install pillow")
Plugin: Any = pytest.importorskip("PIL.PngImagePlugin", reason="pip install pillow")
Png: Any = of_png.Png

MAGIC = b"\x89PNG\r\n\x1a\n"
MODES = {"L": (8, "grey"), "LA": (8, "grey_alpha"), "RGB": (8, "rgb"), "RGBA": (8, "rgb_alpha"),
         "P": (8, "palette"), "1": (1, "grey"), "I;16": (16, "grey")}  # fmt: skip  # as a table
"""By Pillow's mode: bits and colour."""


def chunk(name: bytes, body: bytes = b"") -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def header(width: int, height: int, bits: int = 8, color: int = 0, interlace: int = 0) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, interlace))


GREY = header(3, 2)
ROWS = bytes([0, 1, 2, 3, 2, 1, 1, 1])
PIXELS = np.array([[1, 2, 3], [2, 3, 4]], np.uint8)[:, :, None]
SMALL = MAGIC + GREY + chunk(b"IDAT", zlib.compress(ROWS)) + chunk(b"IEND")


def built(pixels: npt.NDArray[Any], color: str, bits: int = 8, **more: Any) -> bytes:
    height, width, _ = pixels.shape
    told = Png.Header.build(width=width, height=height, bits=bits, color=Png.Color[color], **more)
    parts = [{"body": told}, {"kind": "IDAT", "body": b""}, {"kind": "IEND", "body": b""}]
    if color == "palette":
        parts.insert(1, {"body": Png.Palette.build(colors=np.eye(3, dtype=np.uint8) * 255)})
    png = Png.build(chunks=parts)
    png.image = pixels
    data: bytes = png.to_bytes()
    return data


def seen(data: bytes) -> npt.NDArray[Any]:
    """The pixels that Pillow sees, with an axis for channels."""
    found = np.asarray(Image.open(io.BytesIO(data)))
    return found.reshape(*found.shape[:2], -1)


def samples(channels: int, bits: int = 8, height: int = 13, width: int = 11) -> npt.NDArray[Any]:
    rng = np.random.default_rng(bits + channels)
    kind = np.uint16 if bits == 16 else np.uint8
    return rng.integers(0, 1 << bits, (height, width, channels), dtype=kind)


@pytest.mark.parametrize("interlace", ["none", "adam7"])
@pytest.mark.parametrize(
    ("color", "channels"), [("grey", 1), ("grey_alpha", 2), ("rgb", 3), ("rgb_alpha", 4)]
)
def test_pillow_reads_what_was_built(color: str, channels: int, interlace: str) -> None:
    pixels = samples(channels)
    data = built(pixels, color, interlace=Png.Interlace[interlace])
    assert np.array_equal(seen(data), pixels)
    assert np.array_equal(Png.from_bytes(data).image.decode(), pixels)


@pytest.mark.parametrize("bits", [1, 2, 4, 16])
def test_pillow_reads_other_depths(bits: int) -> None:
    pixels = samples(1, bits)
    scaled = {1: pixels.astype(bool), 2: pixels * 85, 4: pixels * 17, 16: pixels}[bits]
    assert np.array_equal(seen(built(pixels, "grey", bits)), scaled)


def test_pillow_reads_a_palette_that_was_built() -> None:
    pixels = samples(1, 2) % 3
    image = Image.open(io.BytesIO(built(pixels, "palette", 2)))
    assert np.array_equal(np.asarray(image)[:, :, None], pixels)
    assert np.array_equal(np.asarray(image.convert("RGB")), np.eye(3)[pixels[:, :, 0]] * 255)


@pytest.mark.parametrize("mode", MODES)
def test_what_pillow_writes_is_read_and_written_back(mode: str) -> None:
    bits, color = MODES[mode]
    shape = (40, 30) if len(mode) < 2 or mode == "I;16" else (40, 30, len(mode))
    values = np.random.default_rng(1).integers(0, 256, shape).astype(np.uint8)
    image = (
        Image.fromarray(values.astype(np.uint16) * 257)
        if mode == "I;16"
        else (
            Image.fromarray(values, "L").convert(mode)
            if len(shape) == 2
            else Image.fromarray(values, mode)
        )
    )
    sink = io.BytesIO()
    image.save(sink, "PNG")
    png = Png.from_bytes(sink.getvalue())
    assert (png.header.bits, png.header.color) == (bits, Png.Color[color])
    expected = np.asarray(image).reshape(40, 30, -1)
    assert np.array_equal(png.image.decode(), expected)
    png.validate()
    assert png.to_bytes() == sink.getvalue()


def test_texts_of_pillow_are_read() -> None:
    told, sink = Plugin.PngInfo(), io.BytesIO()
    told.add_text("Title", "plain, ø")
    told.add_text("Comment", "packed " * 9, zip=True)
    told.add_itxt("Author", "Ünïcode ☃", lang="de", tkey="Autor")
    told.add_itxt("Notes", "☃" * 99, zip=True)
    Image.fromarray(PIXELS[:, :, 0]).save(sink, "PNG", pnginfo=told, dpi=(300, 300))
    png = Png.from_bytes(sink.getvalue())
    bodies = [each.body for each in png.chunks if each.kind in ("tEXt", "zTXt", "iTXt")]
    found = {each.keyword: getattr(each, "text", None) or each.content.text for each in bodies}
    assert found == {"Title": "plain, ø", "Comment": "packed " * 9, "Author": "Ünïcode ☃",
                     "Notes": "☃" * 99}  # fmt: skip  # as it was written
    assert next(each.body.x for each in png.chunks if each.kind == "pHYs") == 11811
    again = Png.build(chunks=[{"kind": c.kind, "body": copy.deepcopy(c.body)} for c in png.chunks])
    assert Image.open(io.BytesIO(again.to_bytes())).text == Image.open(sink).text


def test_a_chunk_is_copied_after_a_look_at_the_image_and_goes_into_another_place() -> None:
    png = Png.from_bytes(SMALL)
    assert np.array_equal(png.image.decode(), PIXELS)
    png.chunks.insert(2, copy.deepcopy(png.chunks[1]))
    packed = chunk(b"IDAT", zlib.compress(ROWS))
    assert png.to_bytes() == MAGIC + GREY + packed + packed + chunk(b"IEND")
    assert copy.deepcopy(png).to_bytes() == png.to_bytes()


def test_all_other_chunks_are_read_and_written_back() -> None:
    bodies = {
        b"cHRM": struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000),
        b"gAMA": struct.pack(">I", 45455),
        b"iCCP": b"sRGB\0\0" + zlib.compress(b"a profile"),
        b"sBIT": b"\7",
        b"sRGB": b"\1",
        b"cICP": b"\1\x0d\0\1",
        b"mDCV": struct.pack(">8H2I", *range(8), 10, 1),
        b"cLLI": struct.pack(">2I", 1000, 400),
        b"bKGD": b"\0\5",
        b"tRNS": b"\0\2",
        b"hIST": b"\0\1\0\2",
        b"sPLT": b"few\0\x08" + bytes(6),
        b"tIME": struct.pack(">H5B", 2026, 11, 23, 10, 0, 60),
        b"acTL": struct.pack(">2I", 2, 0),
        b"fcTL": struct.pack(">5I2H2B", 0, 3, 2, 0, 0, 1, 10, 2, 1),
        b"fdAT": b"\0\0\0\1abc",
        b"eXIf": b"MM\0*",
        b"prVt": b"what nobody knows",
    }
    more = b"".join(chunk(name, body) for name, body in bodies.items())
    data = MAGIC + GREY + more + chunk(b"IDAT", zlib.compress(ROWS)) + chunk(b"IEND") + b"behind"
    png = Png.from_bytes(data)
    png.validate()
    assert png.to_bytes() == data
    found = {each.kind: each.body for each in png.chunks}
    assert (found["cHRM"].blue.y, found["gAMA"].gamma) == (6000, 45455)
    assert (found["iCCP"].profile, found["sRGB"].intent.name) == (b"a profile", "relative")
    assert (found["bKGD"].samples, found["tRNS"].samples) == ([5], [2])
    assert (found["mDCV"].white.y, found["cLLI"].max_frame_average) == (7, 400)
    assert (found["tIME"].second, found["fcTL"].dispose.name) == (60, "previous")
    assert (found["fdAT"].data, found["prVt"]) == (b"abc", b"what nobody knows")


@pytest.mark.parametrize("cuts", [[3], [0, 5], [1, 1, 4, 9]])
def test_pixels_in_several_chunks_are_edited_there(cuts: list[int]) -> None:
    packed = zlib.compress(ROWS)
    edges = [0, *cuts, len(packed)]
    pieces = [packed[a:b] for a, b in pairwise(edges)]
    parts = b"".join(chunk(b"IDAT", piece) for piece in pieces)
    png = Png.from_bytes(MAGIC + GREY + parts + chunk(b"IEND") + b"behind")
    assert np.array_equal(png.image.decode(), PIXELS)
    png.image = PIXELS[::-1]
    data = png.to_bytes()
    assert np.array_equal(seen(data), PIXELS[::-1])
    assert data.startswith(MAGIC + GREY)
    assert data.endswith(chunk(b"IEND") + b"behind")
    found = [each.body for each in Png.from_bytes(data).chunks if each.kind == "IDAT"]
    assert [len(each) for each in found[:-1]] == [len(piece) for piece in pieces[:-1]]


def test_a_text_that_is_put_in_leaves_the_rest_as_it_was() -> None:
    png = Png.from_bytes(SMALL)
    png.chunks.insert(1, {"body": Png.Text.build(keyword="Title", text="ø")})
    text = chunk(b"tEXt", b"Title\0\xf8")
    assert png.to_bytes() == SMALL.replace(GREY, GREY + text)
    png.chunks[1].body.text = "longer"
    assert png.to_bytes() == SMALL.replace(GREY, GREY + chunk(b"tEXt", b"Title\0longer"))
    del png.chunks[1]
    assert png.to_bytes() == SMALL


def test_an_image_of_another_size_takes_a_header_that_says_so() -> None:
    png = Png.from_bytes(SMALL)
    with pytest.raises(quire.FormatError, match=r"image: expected an array of shape \[2, 3, 1\]"):
        png.image = samples(1)
    png.header.height, png.header.width = 13, 11
    png.image = samples(1)
    assert np.array_equal(seen(png.to_bytes()), samples(1))


@pytest.mark.parametrize(
    ("data", "path", "offset"),
    [
        (b"\x88" + SMALL[1:], "magic", 0),
        (MAGIC + header(0, 1), "chunks[0].body.width", 16),
        (MAGIC + header(1, 1, bits=3), "chunks[0].body.bits", 24),
        (MAGIC + header(1, 1, color=1), "chunks[0].body.color", 25),
        (SMALL[:-13], "chunks[1].crc", len(SMALL) - 16),
        (SMALL[:-12], "chunks[2].len_body", len(SMALL) - 12),
        (MAGIC + b"\x80\0\0\0IHDR", "chunks[0].body", 16),
    ],
)
def test_damage_is_refused_with_its_place(data: bytes, path: str, offset: int) -> None:
    with pytest.raises(quire.FormatError) as error:
        Png.from_bytes(data)
    assert (error.value.path, error.value.offset) == (path, offset)


def test_a_wrong_sum_is_found_by_verifying() -> None:
    data = bytearray(SMALL)
    data[16] ^= 1
    with pytest.raises(quire.ChecksumError) as error:
        Png.from_bytes(bytes(data)).validate()
    assert (error.value.path, error.value.offset) == ("chunks[0].crc", 29)


@pytest.mark.parametrize(
    "rows", [ROWS[:-1], ROWS + b"\0", bytes([5, *ROWS[1:]]), b"", bytes(1 << 20)]
)
def test_pixels_that_are_none_are_refused(rows: bytes) -> None:
    data = MAGIC + GREY + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND")
    png = Png.from_bytes(data)
    with pytest.raises(quire.FormatError, match=r"^png: image: "):
        png.image.decode()
    assert png.to_bytes() == data


def test_an_image_needs_a_chunk_to_go_to() -> None:
    png = Png.from_bytes(MAGIC + GREY + chunk(b"IEND"))
    with pytest.raises(
        quire.FormatError, match=r"expected at least one record that takes these bytes, found none"
    ):
        png.image = PIXELS


def test_the_command_knows_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(SMALL)
    found = find_format(tmp_path / "a")
    assert found is not None
    assert found.name == "png"


@pytest.mark.parametrize("interlace", ["none", "adam7"])
@pytest.mark.parametrize(
    ("color", "bits"), [("grey", 1), ("grey", 16), ("palette", 2), ("rgb", 8), ("rgb_alpha", 16)]
)
def test_pngcheck_accepts_what_was_built_and_edited(
    color: str, bits: int, interlace: str, tmp_path: Path
) -> None:
    if (program := shutil.which("pngcheck")) is None:
        pytest.skip("there is no pngcheck")
    pixels = samples({"rgb": 3, "rgb_alpha": 4}.get(color, 1), bits)
    pixels = pixels % 3 if color == "palette" else pixels
    png = Png.from_bytes(built(pixels, color, bits, interlace=Png.Interlace[interlace]))
    png.to_file(tmp_path / "built.png")
    png.image = png.image.decode()[::-1]
    png.chunks.insert(1, {"body": Png.Text.build(keyword="Title", text="edited")})
    png.to_file(tmp_path / "edited.png")
    done = subprocess.run(
        [program, "-q", "built.png", "edited.png"], cwd=tmp_path, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
