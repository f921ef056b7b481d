"""GIF by its spec alone, against Pillow, and bytes made by hand."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.formats import find_format
from quire.generated import gif as of_gif

Image: Any = pytest.importorskip("PIL.Image", reason="pip install pillow")
Gif: Any = of_gif.Gif

Bytes = npt.NDArray[np.uint8]

COLORS = np.array([[0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255]], np.uint8)
PIXELS = (np.arange(300).reshape(15, 20) % 7 % 4).astype(np.uint8)
END = {"body": Gif.Trailer.build()}

HEAD = b"GIF89a\4\0\2\0\x80\0\0" + bytes([0, 0, 0, 255, 255, 255])
IMAGE = b",\0\0\0\0\4\0\2\0\0\2\3\x84\x6f\5\0"
"""Eight indices of two bits, all 0: the codes 4, 0, 6, 7, and, of four bits, 6 and 5."""
SMALL = HEAD + IMAGE + b";"


def extension(body: Any) -> dict[str, Any]:
    return {"body": {"body": body}}


def built(*blocks: Any, **more: Any) -> bytes:
    told = {"screen": {"width": 20, "height": 15}, "colors": COLORS} | more
    data: bytes = Gif.build(blocks=[*blocks, END], **told).to_bytes()
    return data


def frames(data: bytes) -> list[Bytes]:
    """The frames that Pillow sees, in red, green and blue."""
    image = Image.open(io.BytesIO(data))
    found = []
    for number in range(image.n_frames):
        image.seek(number)
        found.append(np.asarray(image.convert("RGB")))
    return found


def test_a_file_made_by_hand_is_read() -> None:
    gif = Gif.from_bytes(SMALL)
    (image,) = gif.images
    assert (image.width, image.height, image.bits) == (4, 2, 2)
    assert image.pixels.decode().tolist() == [[0] * 4] * 2
    assert gif.colors.tolist() == [[0, 0, 0], [255, 255, 255]]
    gif.validate()
    assert gif.to_bytes() == SMALL
    assert not frames(SMALL)[0].any()


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize("entries", [2, 4, 8, 16, 32, 64, 128, 256])
def test_pillow_reads_what_was_built(entries: int, interlaced: bool) -> None:  # noqa: FBT001  # a parameter of pytest
    rng = np.random.default_rng(entries)
    colors = rng.integers(0, 256, (entries, 3), np.uint8)
    pixels = rng.integers(0, entries, (41, 33), np.uint8)
    image = Gif.Image.build(pixels=pixels, is_interlaced=interlaced)
    data = built(image and {"body": image}, colors=colors, screen={"width": 33, "height": 41})
    assert np.array_equal(frames(data)[0], colors[pixels])
    (read,) = Gif.from_bytes(data).images
    assert np.array_equal(read.pixels.decode(), pixels)
    assert read.bits == max(2, entries.bit_length() - 1)


def test_lengths_flags_and_counts_are_derived() -> None:
    own = {"body": Gif.Image.build(pixels=PIXELS, colors=COLORS[:2])}
    gif = Gif.from_bytes(built({"body": Gif.Image.build(pixels=PIXELS % 2)}, own))
    assert (gif.screen.has_colors, gif.screen.color_bits) == (True, 1)
    plain, other = gif.images
    assert (plain.width, plain.height, plain.has_colors, plain.bits) == (20, 15, False, 2)
    assert (other.has_colors, other.color_bits, other.num_colors, other.bits) == (True, 0, 2, 2)
    with pytest.raises(quire.FormatError, match=r"colors: expected 2 times a power of two .* 3"):
        built(colors=COLORS[:3])
    with pytest.raises(quire.FormatError, match="width: given 9, but pixels makes it 20"):
        built({"body": Gif.Image.build(width=9, pixels=PIXELS)})
    with pytest.raises(quire.EncodingError, match="expected indices of 2 bits, found 4"):
        built({"body": Gif.Image.build(pixels=PIXELS + 1)})


def test_animations_and_all_extensions_are_read_by_pillow() -> None:
    data = built(
        extension(Gif.Application.build(name="NETSCAPE", code="2.0", body={"loops": 3})),
        extension(Gif.Comment.build(text=b"c" * 600)),
        extension(Gif.GraphicControl.build(delay=12, has_transparent=True, transparent=3)),
        {"body": Gif.Image.build(pixels=PIXELS)},
        extension(Gif.Application.build(name="quire   ", code="1.0", body={"data": b"\1\2"})),
        extension(Gif.GraphicControl.build(delay=7, disposal=Gif.Disposal.background)),
        {"body": Gif.Image.build(left=3, top=2, pixels=PIXELS[:9, :8], colors=COLORS[::-1])},
    )
    image = Image.open(io.BytesIO(data))
    image.load()
    assert (image.n_frames, image.info["loop"], image.info["duration"]) == (2, 3, 120)
    assert (image.info["comment"], image.info["transparency"]) == (b"c" * 600, 3)
    expected = COLORS[PIXELS]
    expected[2:11, 3:11] = COLORS[::-1][PIXELS[:9, :8]]
    assert np.array_equal(frames(data)[1], expected)


def test_a_text_and_an_unknown_extension_are_kept() -> None:
    place = {"left": 1, "top": 2, "width": 3, "height": 4, "cell_width": 5, "cell_height": 6}
    text = Gif.PlainText.build(**place, color=1, background=0, text=b"hello")
    other = Gif.Extension.build(label=0xCE, body={"data": b"x" * 256})
    data = built(extension(text), {"body": other}, {"body": Gif.Image.build(pixels=PIXELS)})
    assert np.array_equal(frames(data)[0], COLORS[PIXELS])
    first, second = (block.body for block in Gif.from_bytes(data).blocks[:2])
    assert first.body.text.decode().tobytes() == b"hello"
    assert (second.label, second.body.data.decode().tobytes()) == (0xCE, b"x" * 256)
    assert Gif.from_bytes(data).to_bytes() == data


@pytest.mark.parametrize("version", ["87a", "89a"])
@pytest.mark.parametrize("behind", [b"", b"behind the end"])
def test_versions_and_what_stands_behind_the_end(version: str, behind: bytes) -> None:
    data = b"GIF" + version.encode() + SMALL[6:] + behind
    gif = Gif.from_bytes(data)
    assert (gif.version, gif.rest, gif.to_bytes()) == (version, behind, data)


def test_a_file_without_its_end_is_read() -> None:
    gif = Gif.from_bytes(SMALL[:-1])
    assert [block.kind for block in gif.blocks] == [Gif.Kind.image]
    assert gif.to_bytes() == SMALL[:-1]


# -- edits -----------------------------------------------------------------------------------------


def animation() -> bytes:
    images = [Image.fromarray(np.roll(COLORS[PIXELS], n, axis=1)) for n in range(4)]
    sink = io.BytesIO()
    images[0].save(
        sink, "GIF", save_all=True, append_images=images[1:], duration=80, loop=0, disposal=2
    )
    return sink.getvalue()


def test_a_comment_is_added_and_the_rest_stays() -> None:
    data = animation()
    gif = Gif.from_bytes(data)
    gif.blocks.insert(0, extension(Gif.Comment.build(text=b"hi")))
    end = 13 + 3 * gif.num_colors * gif.screen.has_colors
    assert gif.to_bytes() == data[:end] + b"!\xfe\2hi\0" + data[end:]
    del gif.blocks[0]
    assert gif.to_bytes() == data


def test_a_delay_is_changed_and_the_rest_stays() -> None:
    data = animation()
    gif = Gif.from_bytes(data)
    for control in gif.controls:
        control.delay = 300
    edited = gif.to_bytes()
    assert edited == re.sub(rb"(?<=!\xf9\x04.)\x08\x00", b"\x2c\1", data)
    assert sum(a != b for a, b in zip(data, edited, strict=True)) == 8
    assert Image.open(io.BytesIO(edited)).info["duration"] == 3000


@pytest.mark.parametrize("pixels", [PIXELS[::-1], PIXELS[:3, :5], np.zeros((15, 20), np.uint8)])
def test_a_frame_is_replaced_and_the_rest_stays(pixels: Bytes) -> None:
    data = built(*({"body": Gif.Image.build(pixels=np.roll(PIXELS, n))} for n in range(3)))
    gif = Gif.from_bytes(data)
    begin, end = (25 + sum(11 + len(i.pixels.stored) for i in gif.images[:n]) for n in (1, 2))
    gif.images[1].pixels = pixels
    edited = gif.to_bytes()
    assert (edited[: begin + 1], edited[end - len(data) :]) == (data[: begin + 1], data[end:])
    second = Gif.from_bytes(edited).images[1]
    assert np.array_equal(second.pixels.decode(), pixels)
    assert (second.height, second.width) == pixels.shape
    assert np.array_equal(frames(edited)[1][: len(pixels), : pixels.shape[1]], COLORS[pixels])


@pytest.mark.parametrize("looked", [False, True])
def test_an_order_of_rows_that_is_undone_leaves_the_codes_that_were_there(*, looked: bool) -> None:
    codes = sum(
        code << 3 * i for i, code in enumerate([4, 0] * 8 + [5])
    )  # no encoder clears so often
    stored = codes.to_bytes(7, "little")
    data = HEAD + b",\0\0\0\0\4\0\2\0\0\2" + bytes([len(stored)]) + stored + b"\0;"
    gif = Gif.from_bytes(data)
    (image,) = gif.images
    assert not looked or image.pixels.decode().tolist() == [[0] * 4] * 2
    image.is_interlaced = True
    edited = gif.to_bytes()
    assert edited != data
    assert gif.to_bytes() == edited
    image.is_interlaced = False
    assert gif.to_bytes() == data


def test_colors_are_set_and_images_are_left_out() -> None:
    gif = Gif.from_bytes(built(*({"body": Gif.Image.build(pixels=PIXELS)} for _ in range(2))))
    gif.colors = np.repeat(COLORS[::-1], 2, axis=0)
    del gif.blocks[0]
    edited = Gif.from_bytes(gif.to_bytes())
    assert (edited.screen.color_bits, len(edited.images)) == (2, 1)
    assert np.array_equal(frames(gif.to_bytes())[0], np.repeat(COLORS[::-1], 2, axis=0)[PIXELS])


# -- damage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"JIF89a" + SMALL[6:], "gif: magic at byte 0"),
        (b"GIF88a" + SMALL[6:], "gif: version at byte 3"),
        (HEAD + b"?" + IMAGE, r"gif: blocks\[0\]\.kind at byte 19"),
        (HEAD[:-1], "gif: colors at byte 13"),
        (HEAD + IMAGE[:-3], r"gif: blocks\[0\]\.body\.pixels at byte"),
        (HEAD + IMAGE[:10] + b"\x0c" + IMAGE[11:], r"gif: blocks\[0\]\.body\.bits at byte 29"),
        (HEAD + b"!\xf9\5", r"gif: blocks\[0\]\.body\.body\.size at byte 21"),
        (HEAD + b"!\xff\x0bNETSCAPE2.0\4\1\0\0\0\0", r"gif: .*\.body\.size at byte 33"),
        (HEAD + b"!\xfe\5abc", r"gif: blocks\[0\]\.body\.body\.text at byte 22"),
    ],
)
def test_damage_is_told_with_path_and_place(data: bytes, told: str) -> None:
    with pytest.raises(quire.FormatError, match=told):
        Gif.from_bytes(data)


@pytest.mark.parametrize(
    ("codes", "told"),
    [
        (b"\3\x7c\2\5\0", "expected a code that is known, found 7"),
        (b"\1\4\0", "expected 8 indices, found 1"),
        (b"\3\x44\x0a\5\0", "expected 8 indices, found 2"),
        (b"\0", "expected 8 indices, found 0"),
    ],
)
def test_damaged_codes_are_told_when_they_are_decoded(codes: bytes, told: str) -> None:
    gif = Gif.from_bytes(HEAD + IMAGE[:11] + codes + b";")
    with pytest.raises(quire.FormatError, match=rf"blocks\[0\]\.body\.pixels at byte 3\d: {told}"):
        gif.images[0].pixels.decode()


def test_a_small_file_does_not_become_a_huge_image() -> None:
    huge = IMAGE[:5] + b"\xff\xff\xff\xff" + IMAGE[9:]
    with pytest.raises(quire.FormatError, match=r"blocks\[0\]\.body\.pixels at byte 30: .* 13655"):
        Gif.from_bytes(HEAD + huge + b";")


def test_whatever_is_cut_or_changed_is_read_or_refused() -> None:
    data = animation()
    rng = np.random.default_rng(9)
    for size in range(0, len(data), 7):
        _read_or_refused(data[:size])
    for _ in range(400):
        damaged = bytearray(data)
        damaged[rng.integers(len(data))] = rng.integers(256)
        _read_or_refused(bytes(damaged))


def _read_or_refused(data: bytes) -> None:
    with contextlib.suppress(quire.FormatError):
        gif = Gif.from_bytes(data)
        assert gif.to_bytes() == data
        for image in gif.images:
            image.pixels.decode()


def test_the_format_of_a_file_is_found(tmp_path: Path) -> None:
    (tmp_path / "image").write_bytes(SMALL)
    found = find_format(tmp_path / "image")
    assert found is not None
    assert (found.name, found.extensions[0]) == ("gif", ".gif")
