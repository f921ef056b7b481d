"""WAV by its spec alone, against libsndfile, the standard library, and bytes made by hand."""

from __future__ import annotations

import copy
import io
import struct
import wave
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.formats import find_format
from quire.generated import wav as of_wav

soundfile = pytest.importorskip("soundfile", reason="pip install soundfile")

Wav: Any = of_wav.Wav

SUBTYPES = {
    "PCM_U8": ("uint8", 8, Wav.Tag.pcm),
    "PCM_16": ("int16", 16, Wav.Tag.pcm),
    "PCM_24": ("int32", 24, Wav.Tag.pcm),
    "PCM_32": ("int32", 32, Wav.Tag.pcm),
    "FLOAT": ("float32", 32, Wav.Tag.ieee_float),
    "DOUBLE": ("float64", 64, Wav.Tag.ieee_float),
}
"""By libsndfile's name: dtype, bits and tag."""

Samples = npt.NDArray[Any]


def chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)


def riff(*chunks: bytes) -> bytes:
    body = b"WAVE" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


MONO = chunk(b"fmt ", struct.pack("<HHIIHH", 1, 1, 8000, 8000, 1, 8))


def some(dtype: str, bits: int, frames: int = 7, channels: int = 3) -> Samples:
    """Samples with the least and the greatest that there can be."""
    rng = np.random.default_rng(bits)
    if dtype.startswith("float"):
        return rng.uniform(-1, 1, (frames, channels)).astype(dtype)
    low, high = (0, 255) if bits == 8 else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    found = rng.integers(low, high, (frames, channels), endpoint=True).astype(dtype)
    found[0, :2] = low, high
    return found


def as_floats(samples: Samples, bits: int) -> Samples:
    """Samples from -1 to 1, as libsndfile scales them."""
    if samples.dtype.kind == "f":
        return samples.astype(float)
    return (samples.astype(float) - (128 if bits == 8 else 0)) / (1 << (bits - 1))


def built(samples: Samples, bits: int, tag: Any, **more: Any) -> bytes:
    told = Wav.Format.build(
        tag=tag, num_channels=samples.shape[1], sample_rate=8000, bits=bits, **more
    )
    data = Wav.Data.build(samples=samples)
    stored: bytes = Wav.build(form={"chunks": [{"body": told}, {"body": data}]}).to_bytes()
    return stored


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_libsndfile_reads_what_was_built(subtype: str) -> None:
    dtype, bits, tag = SUBTYPES[subtype]
    samples = some(dtype, bits)
    data = built(samples, bits, tag)
    assert soundfile.info(io.BytesIO(data)).subtype == subtype
    found, rate = soundfile.read(io.BytesIO(data), dtype="float64")
    assert rate == 8000
    assert np.array_equal(found, as_floats(samples, bits))
    assert struct.unpack_from("<I", data, 4)[0] == len(data) - 8


@pytest.mark.parametrize("format_", ["WAV", "WAVEX"])
@pytest.mark.parametrize("subtype", SUBTYPES)
def test_what_libsndfile_writes_is_read_and_written_back(subtype: str, format_: str) -> None:
    dtype, bits, _ = SUBTYPES[subtype]
    samples, sink = as_floats(some(dtype, bits), bits), io.BytesIO()
    soundfile.write(sink, samples, 44100, subtype, format=format_)
    wav = Wav.from_bytes(sink.getvalue())
    found = wav.data.samples.decode()
    assert (found.dtype, wav.format.sample_rate) == (dtype, 44100)
    expected, _ = soundfile.read(io.BytesIO(sink.getvalue()), dtype="float64")
    assert np.array_equal(as_floats(found, bits), expected)
    assert wav.to_bytes() == sink.getvalue()


def test_an_extensible_format_is_built() -> None:
    samples = some("int32", 24)
    extension = Wav.Extension.build(tag=Wav.Tag.pcm, channel_mask=7)
    data = built(samples, 24, Wav.Tag.extensible, extension=extension)
    assert soundfile.info(io.BytesIO(data)).format == "WAVEX"
    found, _ = soundfile.read(io.BytesIO(data), dtype="int32")
    assert np.array_equal(found, samples << 8)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("frames", [0, 1, 4])
def test_the_standard_library_and_quire_read_each_other(width: int, frames: int) -> None:
    sink = io.BytesIO()
    stored = bytes(range(1, 1 + width * frames))
    with wave.open(sink, "wb") as file:
        file.setparams((1, width, 8000, 0, "NONE", ""))
        file.writeframes(stored)
    wav = Wav.from_bytes(sink.getvalue())
    assert wav.to_bytes() == sink.getvalue()  # without a byte of padding: `wave` writes none
    samples = wav.data.samples.decode()
    whole = samples.astype("<i8").view(np.uint8).reshape(-1, 8)[:, :width]
    assert whole.tobytes() == stored
    data = built(samples, 8 * width, Wav.Tag.pcm)
    assert len(data) % 2 == 0
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getsampwidth(), file.readframes(99)) == (width, stored)


def test_all_kinds_of_chunks_are_read_and_built() -> None:
    point = struct.pack("<II4sIII", 1, 3, b"data", 0, 0, 3)
    ltxt = struct.pack("<II4sHHHH", 1, 9, b"rgn ", 0, 0, 0, 0)
    labels = chunk(b"labl", struct.pack("<I", 1) + b"A\0") + chunk(b"ltxt", ltxt + b"part\0")
    loop = struct.pack("<6I", 1, 0, 2, 5, 0, 9)
    history = b"A=PCM\r\n"
    bext = struct.pack("<256s32s32s10s8sQH64s5h180x", b"d", b"o", b"r", b"2026-11-23", b"10:00:00",
                       5, 1, b"u" * 64, 1, -2, 3, -4, 5)  # fmt: skip  # as the layout has it
    data = riff(
        chunk(b"bext", bext + history),
        chunk(b"JUNK", b"odd"),
        MONO,
        chunk(b"fact", struct.pack("<I", 4)),
        chunk(b"data", b"\x80\x81\x82\x83"),
        chunk(b"cue ", struct.pack("<I", 1) + point),
        chunk(b"plst", struct.pack("<IIII", 1, 1, 2, 3)),
        chunk(b"LIST", b"INFO" + chunk(b"INAM", b"Title\0") + chunk(b"ICMT", b"sm\xf8rt\0")),
        chunk(b"LIST", b"adtl" + labels),
        chunk(b"LIST", b"else" + b"abc"),
        chunk(b"inst", bytes([60, 0, 0, 0, 127, 1, 127])),
        chunk(b"smpl", struct.pack("<9I", 0, 0, 125000, 60, 0, 0, 0, 1, 2) + loop + b"xy"),
        chunk(b"iXML", "<ö/>".encode()),
    )
    wav = Wav.from_bytes(data)
    assert wav.to_bytes() == data
    bodies = {each.id: each.body for each in wav.form.chunks}
    assert (bodies["bext"].description, bodies["bext"].loudness) == ("d", [1, -2, 3, -4, 5])
    assert bodies["bext"].coding_history == history.decode()
    assert bodies["cue "].points[0].frame == 3
    assert [text.text for text in wav.form.chunks[7].body.items.texts] == ["Title", "smørt"]
    assert [each.body.text for each in wav.form.chunks[8].body.items.items] == ["A", "part"]
    assert (bodies["LIST"].items, bodies["JUNK"]) == (b"abc", b"odd")
    assert (bodies["smpl"].loops[0].end, bodies["smpl"].specific) == (5, b"xy")
    assert bodies["iXML"].text == "<ö/>"
    assert wav.data.samples.decode()[:, 0].tolist() == [128, 129, 130, 131]
    again = Wav.build(form=Wav.Form.build(chunks=[plain(each) for each in wav.form.chunks]))
    assert again.to_bytes() == data


def plain(chunk: Any) -> dict[str, Any]:
    """What a chunk is built of, without what follows."""
    return {"id": chunk.id, "body": copy.deepcopy(chunk.body)}


@pytest.mark.parametrize("frames", [1, 2, 3, 4, 5])
def test_edited_samples_leave_the_rest_as_it_was(frames: int) -> None:
    before, behind = chunk(b"JUNK", b"before"), chunk(b"JUNK", b"behind it")
    wav = Wav.from_bytes(riff(before, MONO, chunk(b"data", b"\x80\x81\x82"), behind))
    samples = np.arange(frames, dtype=np.uint8)[:, None]
    wav.data.samples = samples
    assert wav.to_bytes() == riff(before, MONO, chunk(b"data", samples.tobytes()), behind)


def test_a_chunk_that_is_added_begins_at_an_even_offset() -> None:
    without = riff(MONO, b"data\x03\0\0\0\x80\x81\x82")
    wav = Wav.from_bytes(without)
    assert wav.to_bytes() == without
    wav.form.chunks.append({"id": "note", "body": b"n"})
    assert wav.to_bytes() == riff(MONO, chunk(b"data", b"\x80\x81\x82"), chunk(b"note", b"n"))


@pytest.mark.parametrize(
    ("data", "path", "offset"),
    [
        (b"RIFX\4\0\0\0WAVE", "magic", 0),
        (b"RIFF\4\0\0\0AVI ", "form.kind", 8),
        (b"RIFF\5\0\0\0WAVE", "form", 8),
        (riff(chunk(b"fmt ", b"\1\0\0\0")), "form.chunks[0].body.sample_rate", 24),
        (riff(chunk(b"data", b"\0")), "form.chunks[0].body.format", None),
        (riff(MONO, b"data\x05\0\0\0abc"), "form.chunks[1].body", 44),
        (
            riff(chunk(b"fmt ", struct.pack("<HHIIHH", 1, 2, 1, 4, 4, 16)), chunk(b"data", b"abc")),
            "form.chunks[1].body.samples",
            44,
        ),
    ],
)
def test_damage_is_refused_with_its_place(data: bytes, path: str, offset: int | None) -> None:
    with pytest.raises(quire.FormatError) as error:
        Wav.from_bytes(data).data  # noqa: B018  # looked at
    assert (error.value.path, error.value.offset) == (path, offset)


def test_what_does_not_fit_the_format_is_refused() -> None:
    with pytest.raises(quire.FormatError, match="samples: expected an array of int16"):
        built(np.zeros((2, 1)), 16, Wav.Tag.pcm)
    with pytest.raises(quire.EncodingError, match="integers of 3 bytes, found 8388608"):
        built(np.array([[8388608]]), 24, Wav.Tag.pcm)


def test_the_command_knows_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(built(some("int16", 16), 16, Wav.Tag.pcm))
    found = find_format(tmp_path / "a")
    assert found is not None
    assert found.name == "wav"
