"""The formats that everybody has, beside the programs that are best known for them."""

from __future__ import annotations

import gzip
import importlib.util
import io
import tempfile
import wave
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.mapped import Beside, arrays
from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import Action, measure

OURS, COPY = "quire", "memory copy"

SIDE = 2048
"""Rows and columns of an image."""

FRAMES, MEMBERS, PACKETS = 10_000_000, 100_000, 20_000
"""Of a sound, of an archive, of a capture."""


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite, one by one."""
    share = 10 if options.quick else 1
    groups: list[Callable[[int], Iterator[Beside]]] = []
    others = {"PIL": _images, "soundfile": _sound, "": _archives, "dpkt": _packets}
    for wanted, group in others.items():
        if not wanted or importlib.util.find_spec(wanted):
            groups.append(group)
    groups.append(arrays)
    rows = [_row(options, *each) for group in groups for each in group(share)]
    note = (
        "From bytes in memory, and to them; archives from a file in the page cache. Reading an "
        "image or a sound makes an array; building begins with one. The copy is `numpy.copyto` of "
        "as many bytes as the array has, or the file, where there is none. Times are medians of "
        "rounds in which all take turns."
    )
    columns = ["", "beside", "quire s", "peer s", "times the peer's", "times the copy's"]
    yield Table("Formats of the shelf, beside other programs", columns, rows, note)


def _row(
    options: Options, what: str, peer: str, ours: Action, theirs: Action, size: int
) -> list[Cell]:
    source, target = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    actions: Mapping[str, Action] = {
        OURS: ours,
        peer: theirs,
        COPY: partial(np.copyto, target, source),
    }
    found = measure(actions, options.rounds)
    seconds = found.median(OURS), found.median(peer)
    return [what, peer, *seconds, found.ratio(OURS, peer), found.ratio(OURS, COPY)]


# -- images --------------------------------------------------------------------------------


def _images(share: int) -> Iterator[Beside]:
    image: Any = importlib.import_module("PIL.Image")
    side = SIDE // share
    colors, indices = _picture(side, 3), _picture(side, 1)[:, :, 0]
    for name, pixels in (("PNG", colors), ("GIF", indices), ("BMP", colors)):
        shown = image.fromarray(pixels)
        stored = _saved(shown, name)
        read, build = _READERS[name], _BUILDERS[name]
        what = f"{name}, {side} x {side}"
        theirs = partial(_loaded, image, stored)
        yield f"{what}: pixels", "Pillow", partial(read, stored), theirs, pixels.nbytes
        built = partial(build, pixels)
        yield f"{what}: built", "Pillow", built, partial(_saved, shown, name), pixels.nbytes


def _picture(side: int, channels: int) -> npt.NDArray[np.uint8]:
    """Smooth, with some noise."""
    rng = np.random.default_rng(1)
    across = np.add.outer(np.arange(side), np.arange(side))[:, :, None] // 9
    noise = rng.integers(0, 3, (side, side, channels))
    return (across + 40 * np.arange(channels) + noise).astype(np.uint8)


def _loaded(image: Any, stored: bytes) -> npt.NDArray[np.uint8]:
    return np.asarray(image.open(io.BytesIO(stored)))


def _saved(image: Any, name: str) -> bytes:
    sink = io.BytesIO()
    image.save(sink, name)
    return sink.getvalue()


def _png(stored: bytes) -> Any:
    from quire.generated.png import Png

    return Png.from_bytes(stored).image.decode()


def _built_png(pixels: npt.NDArray[np.uint8]) -> bytes:
    from quire.generated.png import Png

    header = Png.Header.build(width=pixels.shape[1], height=pixels.shape[0], color=Png.Color.rgb)
    parts: Any = [{"body": header}, {"kind": "IDAT", "body": b""}, {"kind": "IEND", "body": b""}]
    png = Png.build(chunks=parts)
    png.image = pixels
    return png.to_bytes()


def _gif(stored: bytes) -> Any:
    from quire.generated.gif import Gif

    return Gif.from_bytes(stored).images[0].pixels.decode()


def _built_gif(pixels: npt.NDArray[np.uint8]) -> bytes:
    from quire.generated.gif import Gif

    colors = np.repeat(np.arange(256, dtype=np.uint8)[:, None], 3, axis=1)
    blocks: Any = [{"body": Gif.Image.build(pixels=pixels)}, {"body": Gif.Trailer.build()}]
    screen: Any = {"width": pixels.shape[1], "height": pixels.shape[0]}
    return Gif.build(screen=screen, colors=colors, blocks=blocks).to_bytes()


def _bmp(stored: bytes) -> Any:
    from quire.generated.bmp import Bmp

    return Bmp.from_bytes(stored).pixels.decode()


def _built_bmp(pixels: npt.NDArray[np.uint8]) -> bytes:
    from quire.generated.bmp import Bmp

    return Bmp.build(height=pixels.shape[0], pixels=pixels).to_bytes()


_READERS = {"PNG": _png, "GIF": _gif, "BMP": _bmp}
_BUILDERS = {"PNG": _built_png, "GIF": _built_gif, "BMP": _built_bmp}

# -- sound ---------------------------------------------------------------------------------


def _sound(share: int) -> Iterator[Beside]:
    soundfile: Any = importlib.import_module("soundfile")
    samples = np.random.default_rng(2).integers(-999, 999, (FRAMES // share, 2)).astype(np.int16)
    sink = io.BytesIO()
    with wave.open(sink, "wb") as file:
        file.setparams((2, 2, 44100, 0, "NONE", ""))
        file.writeframes(samples.tobytes())
    stored, what = sink.getvalue(), f"WAV, {len(samples):,} frames of 2 x int16"
    theirs: Action = lambda: soundfile.read(io.BytesIO(stored), dtype="int16")  # noqa: E731  # short
    yield f"{what}: samples", "soundfile", partial(_wav, stored), theirs, samples.nbytes
    theirs = partial(_written, soundfile, samples)
    yield f"{what}: built", "soundfile", partial(_built_wav, samples), theirs, samples.nbytes


def _wav(stored: bytes) -> Any:
    from quire.generated.wav import Wav

    return Wav.from_bytes(stored).data.samples.decode()


def _built_wav(samples: npt.NDArray[np.int16]) -> bytes:
    from quire.generated.wav import Wav

    told = Wav.Format.build(tag=Wav.Tag.pcm, num_channels=2, sample_rate=44100, bits=16)
    chunks: Any = [{"body": told}, {"body": Wav.Data.build(samples=samples)}]
    form: Any = {"chunks": chunks}
    return Wav.build(form=form).to_bytes()


def _written(soundfile: Any, samples: npt.NDArray[np.int16]) -> bytes:
    sink = io.BytesIO()
    soundfile.write(sink, samples, 44100, "PCM_16", format="WAV")
    return sink.getvalue()


# -- archives ------------------------------------------------------------------------------


def _archives(share: int) -> Iterator[Beside]:
    text = b"".join(b"line %d of a text\n" % (n % 5000) for n in range(2_000_000 // share))
    stored = gzip.compress(text)
    what = f"gzip, {len(text) / 1e6:,.0f} MB: content"
    yield what, "gzip", partial(_inflated, stored), partial(gzip.decompress, stored), len(text)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "some.zip")
        with zipfile.ZipFile(path, "w") as file:
            for number in range(MEMBERS // share):
                file.writestr(f"folder/{number}.txt", b"")
        what = f"ZIP, {MEMBERS // share:,} members"
        theirs = partial(_listed, path)
        yield f"{what}: listed", "zipfile", partial(_entries, path), theirs, path.stat().st_size


def _inflated(stored: bytes) -> Any:
    from quire.generated.gzip import Gzip

    return Gzip.from_bytes(stored).members[0].data.decode()


def _entries(path: Path) -> list[tuple[str, int]]:
    from quire.generated.zip import Zip

    return [(entry.path, entry.len_data) for entry in Zip.from_file(path).entries]


def _listed(path: Path) -> list[tuple[str, int]]:
    with zipfile.ZipFile(path) as file:
        return [(info.filename, info.file_size) for info in file.infolist()]


# -- packets -------------------------------------------------------------------------------


def _packets(share: int) -> Iterator[Beside]:
    dpkt: Any = importlib.import_module("dpkt")
    from quire.generated.pcap import Pcap

    count = PACKETS // share
    udp: Any = Pcap.Udp.build(source_port=5353, target_port=53, body=bytes(100))
    ip: Any = Pcap.Ipv4.build(source=bytes([10, 0, 0, 1]), target=bytes([10, 0, 0, 2]), body=udp)
    frame = Pcap.Ethernet.build(source=bytes(6), target=bytes(6), body=ip)
    one = Pcap.build(packets=[{"seconds": 1, "frame": frame}]).to_bytes()
    stored = one[:24] + one[24:] * count

    def ours() -> int:
        found: Any = Pcap.from_bytes(stored).packets
        return sum(packet.frame.body.body.target_port for packet in found)

    def theirs() -> int:
        found = dpkt.pcap.Reader(io.BytesIO(stored))
        return sum(dpkt.ethernet.Ethernet(data).data.data.dport for _, data in found)

    yield f"pcap, {count:,} packets: ports", "dpkt", ours, theirs, len(stored)
