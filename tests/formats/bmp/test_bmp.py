"""BMP by its spec alone, against Pillow, and bytes made by hand."""

from __future__ import annotations

import io
import struct
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.formats import find_format
from quire.generated import bmp as of_bmp

Image: Any = pytest.importorskip("PIL.Image", reason="pip install pillow")
Bmp: Any = of_bmp.Bmp

Array = npt.NDArray[Any]


def by_hand(bits: int, body: bytes, width: int, height: int, **other: Any) -> bytes:
    """A file with a header of 40 bytes."""
    compression, size = other.get("compression", 0), other.get("size", 0)
    masks: bytes
    palette: bytes
    masks, palette = other.get("masks", b""), other.get("palette", b"")
    info = (40, width, height, 1, bits, compression, size, 0, 0, len(palette) // 4, 0)
    told = struct.pack("<IiiHHIIiiII", *info) + masks + palette
    place = 14 + len(told)
    return b"BM" + struct.pack("<III", place + len(body), 0, place) + told + body


SMALL = by_hand(24, bytes(range(1, 10)) + bytes(3) + bytes(range(11, 20)) + bytes(3), 3, 2)
SMALL_PIXELS = np.array([[[13, 12, 11], [16, 15, 14], [19, 18, 17]],
                         [[3, 2, 1], [6, 5, 4], [9, 8, 7]]], np.uint8)  # fmt: skip  # rows


def seen(data: bytes) -> Array:
    """The pixels that Pillow sees, with an axis for channels."""
    found = np.asarray(Image.open(io.BytesIO(data)))
    return found.reshape(*found.shape[:2], -1)


def colors(data: bytes) -> Array:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def samples(*shape: int, below: int = 256) -> Array:
    return np.random.default_rng(below).integers(0, below, shape).astype(np.uint8)


@pytest.mark.parametrize("size", [(1, 1), (5, 4), (13, 11), (40, 33)])
@pytest.mark.parametrize(
    ("mode", "bits"), [("1", 1), ("L", 8), ("P", 8), ("RGB", 24), ("RGBA", 32)]
)
def test_what_pillow_writes_is_read_and_written_back(
    mode: str, bits: int, size: tuple[int, int]
) -> None:
    shape = size if len(mode) == 1 else (*size, len(mode))
    image = Image.fromarray(samples(*shape))
    sink = io.BytesIO()
    image.convert(mode).save(sink, "BMP", dpi=(300, 300))
    data = sink.getvalue()
    bmp = Bmp.from_bytes(data)
    bmp.validate()
    assert (bmp.bits, bmp.len_header, bmp.x_pixels_per_meter) == (bits, 40, 11811)
    assert np.array_equal(bmp.pixels.decode(), np.asarray(image.convert(mode)).reshape(*size, -1))
    assert bmp.to_bytes() == data
    bmp.pixels = bmp.pixels.decode()[:, ::-1]
    edited = bmp.to_bytes()
    assert edited[: bmp.ofs_pixels] == data[: bmp.ofs_pixels]
    assert np.array_equal(seen(edited), seen(data)[:, ::-1])


@pytest.mark.parametrize("height", [13, -13])
def test_pillow_reads_true_colour_that_was_built(height: int) -> None:
    pixels = samples(13, 11, 3)
    data = Bmp.build(height=height, pixels=pixels).to_bytes()
    assert np.array_equal(seen(data), pixels)
    assert np.array_equal(Bmp.from_bytes(data).pixels.decode(), pixels)
    assert struct.unpack_from("<I", data, 2) == (len(data),)


@pytest.mark.parametrize("len_header", [12, 40, 64, 108, 124])
@pytest.mark.parametrize("bits", [1, 4, 8])
def test_pillow_reads_palettes_that_were_built(bits: int, len_header: int) -> None:
    pixels, palette = samples(7, 9, 1, below=1 << bits), samples(1 << bits, 4)
    more = {108: ["color_space"], 124: ["color_space", "profile_place"]}.get(len_header, [])
    kinds = {"color_space": Bmp.ColorSpace, "profile_place": Bmp.ProfilePlace}
    data = Bmp.build(
        height=7, bits=bits, len_header=len_header, pixels=pixels,
        palette=palette[:, :3] if len_header == 12 else palette,
        **{name: kinds[name].build() for name in more},
    ).to_bytes()  # fmt: skip  # as one table
    assert np.array_equal(colors(data), palette[pixels[:, :, 0], 2::-1])
    assert np.array_equal(Bmp.from_bytes(data).pixels.decode(), pixels)


@pytest.mark.parametrize("len_header", [40, 52, 56])
@pytest.mark.parametrize(
    ("bits", "masks"), [(16, (0xF800, 0x7E0, 0x1F)), (32, (0xFF000000, 0xFF0000, 0xFF00))]
)
def test_pillow_reads_masks_that_were_built(
    bits: int, masks: tuple[int, ...], len_header: int
) -> None:
    tops = [mask // (mask & -mask) for mask in masks]
    pixels = np.stack([samples(5, 7, below=top + 1) for top in tops], axis=2)
    told = dict(zip(("red_mask", "green_mask", "blue_mask"), masks, strict=True))
    bmp = Bmp.build(height=5, bits=bits, len_header=len_header, pixels=pixels,
                    compression=Bmp.Compression.bitfields, **told)  # fmt: skip  # one call
    data = bmp.to_bytes()
    assert np.abs(seen(data)[:, :, :3] - pixels * 255.0 / tops).max() < 1
    found = Bmp.from_bytes(data)
    assert np.array_equal(found.pixels.decode(), pixels)
    assert [found.max_red, found.max_green, found.max_blue] == tops


def test_ten_bits_a_channel_are_read_from_their_masks() -> None:
    masks = struct.pack("<III", 0x3FF00000, 0xFFC00, 0x3FF)
    body = struct.pack("<II", 1023 << 20 | 512 << 10 | 1, 5 << 10)
    bmp = Bmp.from_bytes(by_hand(32, body, 2, 1, compression=3, masks=masks))
    assert bmp.pixels.dtype == np.uint16
    assert bmp.pixels.decode().tolist() == [[[1023, 512, 1], [0, 5, 0]]]


@pytest.mark.parametrize(("bits", "compression"), [(4, "rle4"), (8, "rle8")])
def test_pillow_reads_runs_that_were_built(bits: int, compression: str) -> None:
    pixels, palette = samples(20, 700, 1, below=1 << bits), samples(1 << bits, 4)
    pixels[:, 100:500], pixels[:3], pixels[4, 2:8] = pixels[:, :1], 3, 1
    data = Bmp.build(height=20, bits=bits, compression=Bmp.Compression[compression],
                     palette=palette, runs=pixels).to_bytes()  # fmt: skip  # one call
    assert np.array_equal(colors(data), palette[pixels[:, :, 0], 2::-1])
    bmp = Bmp.from_bytes(data)
    assert np.array_equal(bmp.runs.decode(), pixels)
    assert bmp.len_image == len(data) - bmp.ofs_pixels
    bmp.runs = pixels[::-1]
    edited = bmp.to_bytes()
    assert np.array_equal(colors(edited), colors(data)[::-1])


def test_runs_made_by_hand_are_read() -> None:
    body = bytes([3, 4, 0, 3, 1, 2, 3, 0, 0, 0, 0, 2, 1, 1, 2, 5, 0, 1])
    data = by_hand(8, body, 6, 4, compression=1, size=len(body), palette=bytes(1024))
    rows = Bmp.from_bytes(data).runs.decode()[:, :, 0].tolist()
    assert rows == [[0] * 6, [0, 5, 5, 0, 0, 0], [0] * 6, [4, 4, 4, 1, 2, 3]]


def test_a_profile_is_found_where_the_header_says() -> None:
    linked = {
        "color_space": Bmp.ColorSpace.build(kind=Bmp.Space.embedded),
        "profile_place": Bmp.ProfilePlace.build(offset=124 + 24, length=7),
    }
    data = Bmp.build(
        height=2, len_header=124, pixels=SMALL_PIXELS, rest=b"profile", **linked
    ).to_bytes()
    bmp = Bmp.from_bytes(data)
    assert (bmp.profile, bmp.to_bytes()) == (b"profile", data)
    assert np.array_equal(seen(data), SMALL_PIXELS)


def test_gaps_and_what_is_behind_stay_as_they_were() -> None:
    place = len(SMALL) - 24
    data = SMALL[:10] + struct.pack("<I", place + 5) + SMALL[14:place] + b"a gap" + SMALL[place:]
    data += b"behind"
    bmp = Bmp.from_bytes(data)
    assert np.array_equal(bmp.pixels.decode(), SMALL_PIXELS)
    assert bmp.to_bytes() == data
    bmp.pixels = SMALL_PIXELS[::-1]
    rows = data[place + 17 : place + 29] + data[place + 5 : place + 17]
    assert bmp.to_bytes() == data[: place + 5] + rows + b"behind"


def test_a_palette_is_edited_alone() -> None:
    palette = samples(4, 4)
    data = by_hand(8, bytes(range(4)), 4, 1, palette=palette.tobytes())
    bmp = Bmp.from_bytes(data)
    bmp.palette = palette[::-1]
    assert bmp.to_bytes() == data[:54] + palette[::-1].tobytes() + data[70:]


@pytest.mark.parametrize(
    ("data", "path", "offset"),
    [
        (b"MB" + SMALL[2:], "magic", 0),
        (SMALL[:14] + b"\x29" + SMALL[15:], "len_header", 14),
        (SMALL[:18] + bytes(4) + SMALL[22:], "width", 18),
        (SMALL[:22] + bytes(4) + SMALL[26:], "height", 22),
        (SMALL[:26] + b"\2" + SMALL[27:], "num_planes", 26),
        (SMALL[:10] + b"\x35" + SMALL[11:], "gap", 54),
        (SMALL[:-1], "pixels", 54),
    ],
)
def test_damage_is_refused_with_its_place(data: bytes, path: str, offset: int) -> None:
    with pytest.raises(quire.FormatError) as error:
        Bmp.from_bytes(data)
    assert (error.value.path, error.value.offset) == (path, offset)


def test_a_wrong_length_is_found_by_verifying() -> None:
    bmp = Bmp.from_bytes(SMALL + b"more")
    with pytest.raises(quire.ChecksumError) as error:
        bmp.validate()
    assert (error.value.path, error.value.offset) == ("len_file", 2)
    assert bmp.to_bytes() == SMALL + b"more"


@pytest.mark.parametrize(
    "body", [bytes([7, 1]), bytes([1, 1, 0]), bytes([0, 5, 1]), bytes([0, 2, 0])]
)
def test_runs_that_mean_nothing_are_refused_when_they_are_decoded(body: bytes) -> None:
    data = by_hand(8, body, 6, 1, compression=1, size=len(body), palette=bytes(1024))
    bmp = Bmp.from_bytes(data)
    with pytest.raises(quire.FormatError, match=r"^bmp: runs at byte "):
        bmp.runs.decode()
    assert bmp.to_bytes() == data


def test_samples_that_do_not_fit_are_refused() -> None:
    with pytest.raises(quire.EncodingError, match="at most 31, found 32"):
        Bmp.build(height=1, bits=16, pixels=np.full((1, 1, 3), 32, np.uint8)).to_bytes()


def test_a_mask_that_pixels_have_no_room_in_is_an_error_of_the_pixels() -> None:
    masks = {"red_mask": 0x7C00, "green_mask": 0x3E0, "blue_mask": 0x1F}  # five bits each
    pixels = np.full((1, 1, 3), 31, np.uint8)
    data = Bmp.build(height=1, bits=16, compression=3, **masks, pixels=pixels).to_bytes()
    bmp = Bmp.from_bytes(data)
    bmp.red_mask = 0x3C00  # four bits, for 31
    with pytest.raises(quire.FormatError, match="at most 15, found 31") as error:
        bmp.to_bytes()
    assert (error.value.path, error.value.format) == ("pixels", "bmp")
    assert isinstance(error.value, quire.EncodingError)
    bmp.red_mask = 0x7C00
    assert bmp.to_bytes() == data


def test_the_command_knows_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(SMALL)
    found = find_format(tmp_path / "a")
    assert found is not None
    assert found.name == "bmp"
