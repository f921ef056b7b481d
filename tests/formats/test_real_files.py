"""Twenty files of each format, and those that lie about, are read as their programs read them.

Those that the programs make are the same everywhere. What Python, its packages and the system have
is read, too, where it is there.
"""

from __future__ import annotations

import gzip
import importlib
import io
import itertools
import os
import sysconfig
import wave
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import FORMATS as KNOWN

Image: Any = pytest.importorskip("PIL.Image", reason="pip install pillow")
soundfile: Any = pytest.importorskip("soundfile", reason="pip install soundfile")

PLACES = (
    *(sysconfig.get_path(name) for name in ("stdlib", "purelib")),
    *("/usr/share/doc", "/usr/share/icons", "/usr/share/pixmaps", "/usr/share/java"),
    *("/usr/share/sounds", "/usr/share/tcltk", "/usr/share/ant"),
)
"""Where files of others may be."""

FOUND, LARGEST = 40, 1 << 20
"""How many of them are read of each format, and of how many bytes at most."""

SPOILED = ("-eof", "-incomplete-chunk", "-inconsistent.", "1ch-4bytes.")
"""Parts of the names of files in the tests of scipy whose sizes are wrong on purpose."""

RNG = np.random.default_rng(7)


def png() -> Iterator[bytes]:
    for mode, size in itertools.product(("1", "L", "LA", "P", "RGB", "RGBA", "I;16"), (1, 9, 40)):
        yield saved(pixels(mode, size), "PNG")


def gif() -> Iterator[bytes]:
    for mode, size in itertools.product(("1", "L", "P", "RGB"), (1, 9, 150)):
        for options in ({"interlace": 0}, {"interlace": 1, "comment": b"c" * 300}):
            yield saved(pixels(mode, size), "GIF", **options)
    frames = [pixels("P", 30) for _ in range(4)]
    for disposal in range(4):
        more = {"save_all": True, "append_images": frames, "loop": 0, "duration": 90}
        yield saved(pixels("P", 30), "GIF", disposal=disposal, **more)


def bmp() -> Iterator[bytes]:
    for mode, size in itertools.product(("1", "L", "P", "RGB", "RGBA"), (1, 2, 9, 40)):
        yield saved(pixels(mode, size), "BMP")


def wav() -> Iterator[bytes]:
    kinds = ("PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE")
    for kind, channels in itertools.product(kinds, (1, 2, 6)):
        for format_ in ("WAV", "WAVEX"):
            sink = io.BytesIO()
            soundfile.write(sink, RNG.uniform(-1, 1, (101, channels)), 8000, kind, format=format_)
            yield sink.getvalue()
    for width in (1, 2, 3, 4):
        sink = io.BytesIO()
        with wave.open(sink, "wb") as file:
            file.setparams((2, width, 44100, 0, "NONE", ""))
            file.writeframes(RNG.bytes(2 * width * 77))
        yield sink.getvalue()


def gzipped() -> Iterator[bytes]:
    for level, size in itertools.product(range(10), (0, 1, 5000)):
        yield gzip.compress(bytes(range(256))[:size] * (1 + size // 256), level, mtime=level)


def zipped() -> Iterator[bytes]:
    for level, members, comment in itertools.product(
        (0, 1, 9), (9, 20, 30, 40), (b"", b"a comment")
    ):
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            sink = io.BytesIO()
            with zipfile.ZipFile(sink, "w", method, compresslevel=level) as file:
                file.comment = comment
                for number in range(members):
                    file.writestr(f"folder/{number}.txt", b"text " * number)
            yield sink.getvalue()


def pixels(mode: str, size: int) -> Any:
    """An image of any colours."""
    if mode == "I;16":
        return Image.fromarray(RNG.integers(0, 1 << 16, (size, size + 3), np.uint16))
    channels = {"LA": 2, "RGB": 3, "RGBA": 4}.get(mode, 1)
    values = RNG.integers(0, 256, (size, size + 3, channels), np.uint8)
    if channels > 1:
        return Image.fromarray(values)
    return Image.fromarray(values[:, :, 0]).convert(mode)


def saved(image: Any, format_: str, **options: Any) -> bytes:
    sink = io.BytesIO()
    image.save(sink, format_, **options)
    return sink.getvalue()


# -- what the programs see, and what we see --------------------------------------------------------


def expect_image(found: Any, data: bytes, bits: int = 8) -> None:
    """Pixels are those of Pillow, where that does not change them."""
    with Image.open(io.BytesIO(data)) as image:
        theirs = np.asarray(image)
        if bits < 8 and image.mode == "L":
            theirs = theirs // (255 // ((1 << bits) - 1))
        if (
            image.mode in ("1", "L", "P", "LA", "RGB", "RGBA", "I;16")
            and image.size[::-1] == found.shape[:2]
        ):
            ours = (
                found[..., : theirs.shape[2]] if theirs.ndim == 3 else found.reshape(theirs.shape)
            )
            assert np.array_equal(ours, theirs)


def expect_png(png: Any, data: bytes) -> None:
    expect_image(png.image.decode(), data, png.header.bits)


def expect_gif(gif: Any, data: bytes) -> None:
    with Image.open(io.BytesIO(data)) as image:
        assert (image.n_frames, image.size) == (
            len(gif.images),
            (gif.screen.width, gif.screen.height),
        )
        indexed = image.mode in ("L", "P")
    for each in gif.images:
        each.pixels.decode()
    if indexed:
        expect_image(gif.images[0].pixels.decode(), data)


def expect_bmp(bmp: Any, data: bytes) -> None:
    kept = bmp.pixels if hasattr(bmp, "pixels") else bmp.runs
    found = kept.decode()
    if bmp.bits != 16:
        expect_image(found, data, 8)


def expect_wav(wav: Any, data: bytes) -> None:
    if not hasattr(wav.data, "samples") or wav.format.bits > 32 + 32 * (wav.format.tag == 3):
        return  # samples that stay bytes, and those that libsndfile does not know
    theirs, rate = soundfile.read(io.BytesIO(data), dtype="float64", always_2d=True)
    ours = wav.data.samples.decode().astype(float)
    bits = -(-wav.format.bits // 8) * 8  # of 20 bits, the lowest four are not used
    if wav.data.samples.dtype.kind != "f":
        ours = (ours - 128 * (bits == 8)) / (1 << (bits - 1))
    assert rate == wav.format.sample_rate
    assert np.array_equal(ours, theirs)


def expect_gzip(gzip_: Any, data: bytes) -> None:
    found = b"".join(member.data.decode().tobytes() for member in gzip_.members)
    assert found == gzip.decompress(data)


def expect_zip(zip_: Any, data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        listed = file.infolist()
        assert [each.path for each in zip_.entries] == [each.orig_filename for each in listed]
        for ours, theirs in zip(zip_.entries, listed, strict=True):
            if theirs.compress_type in (0, 8) and not theirs.flag_bits & 1:
                assert ours.local.data.decode().tobytes() == file.read(theirs)


FORMATS: dict[str, tuple[Callable[[], Iterator[bytes]], Callable[[Any, bytes], None], str]] = {
    "png": (png, expect_png, ".png"),
    "gif": (gif, expect_gif, ".gif"),
    "bmp": (bmp, expect_bmp, ".bmp"),
    "wav": (wav, expect_wav, ".wav"),
    "gzip": (gzipped, expect_gzip, ".gz"),
    "zip": (zipped, expect_zip, ".zip .whl .jar"),
}
"""What makes files, what compares them, and how those of others are called; pcap has its own."""


def expect_right(name: str, data: bytes) -> None:
    """A file is read as its program reads it, is sound, and is written back as it was."""
    module: Any = importlib.import_module(f"quire.generated.{name}")
    record = getattr(module, module.__all__[0]).from_bytes(data)
    FORMATS[name][1](record, data)
    record.validate()
    assert record.to_bytes() == data


@pytest.mark.parametrize("name", FORMATS)
def test_twenty_files_of_its_programs_are_read_right_and_written_back(name: str) -> None:
    made = list(FORMATS[name][0]())
    assert len(set(made)) >= 20
    for data in made:
        expect_right(name, data)


def files(name: str) -> Iterator[tuple[Path, bytes]]:
    """Files of others that begin as those of a format do, each content once."""
    (known,) = (each for each in KNOWN if each.name == name)
    endings = FORMATS[name][2].split()
    seen: set[bytes] = set()
    for place in PLACES:
        for folder, _, listed in os.walk(place):
            for each in sorted(listed):
                path = Path(folder, each)
                if path.suffix in endings and path.stat().st_size <= LARGEST:
                    data = path.read_bytes()
                    if data not in seen and known.begins(data):
                        seen.add(data)
                        yield path, data


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_what_lies_about_is_read_right_and_written_back(name: str) -> None:
    for path, data in itertools.islice(files(name), FOUND):
        if any(part in path.name for part in SPOILED):
            with pytest.raises(quire.FormatError, match=r"at byte \d+|is_consistent"):
                expect_right(name, data)
            continue
        try:
            expect_right(name, data)
        except (quire.FormatError, AssertionError) as error:
            error.add_note(str(path))
            raise
