"""Files that are generated are taken by other programs: nearly all, each format by several."""

from __future__ import annotations

import gzip
import io
import shutil
import sqlite3
import subprocess
import tarfile
import wave
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from quire.testing import generated_bytes
from tests.testing.bases import kind_of

FILES = 200
PERCENT = 95

DIFFERENT = 60
"""How many of them are different at least,"""

FEWER = {"arrow": 8}
"""but for those that can say little: FlatBuffers are constants."""

Taken = Callable[[bytes], bool]
"""Whether a program takes a file; an exception says no."""


def module(name: str, package: str) -> Any:
    return pytest.importorskip(name, reason=f"pip install {package}")


def program(*command: str, suffix: str, fine: int = 0) -> Callable[[Path], Taken]:
    """A program that is told a file, and what it says at most of one that it takes."""

    def given(folder: Path) -> Taken:
        if shutil.which(command[0]) is None:
            pytest.skip(f"there is no {command[0]}")
        path = folder / f"file{suffix}"

        def taken(data: bytes) -> bool:
            path.write_bytes(data)
            done = subprocess.run([*command, path], capture_output=True, check=False)
            return done.returncode <= fine

        return taken

    return given


def by_wave(data: bytes) -> bool:
    with wave.open(io.BytesIO(data)) as sound:
        return len(sound.readframes(sound.getnframes())) >= 0


def by_soundfile(data: bytes) -> bool:
    return len(module("soundfile", "soundfile").read(io.BytesIO(data))[0]) >= 0


def by_pillow(data: bytes) -> bool:
    with module("PIL.Image", "pillow").open(io.BytesIO(data)) as image:
        image.load()
    return True


def by_opencv(data: bytes) -> bool:
    import numpy as np

    cv2 = module("cv2", "opencv-python-headless")
    return cv2.imdecode(np.frombuffer(data, "u1"), cv2.IMREAD_UNCHANGED) is not None


def by_pypng(data: bytes) -> bool:
    _, height, rows, _ = module("png", "pypng").Reader(bytes=data).read()
    return bool(len(list(rows)) == height)


def by_gzip(data: bytes) -> bool:
    return len(gzip.decompress(data)) >= 0


def by_dpkt(data: bytes) -> bool:
    return len(list(module("dpkt", "dpkt").pcap.Reader(io.BytesIO(data)))) >= 0


def by_scapy(data: bytes) -> bool:
    reader = module("scapy.utils", "scapy").RawPcapReader(io.BytesIO(data))
    return len(list(reader)) >= 0


def by_scapy_blocks(data: bytes) -> bool:
    reader = module("scapy.utils", "scapy").RawPcapNgReader(io.BytesIO(data))
    return len(list(reader)) >= 0


def by_python_pcapng(data: bytes) -> bool:
    return len(list(module("pcapng", "python-pcapng").FileScanner(io.BytesIO(data)))) > 0


def by_zipfile(data: bytes) -> bool:
    """Whether it knows all methods, and all members are right."""
    return zipfile.ZipFile(io.BytesIO(data)).testzip() is None


def by_numpy(data: bytes) -> bool:
    import numpy as np

    return bool(np.load(io.BytesIO(data), allow_pickle=False).size >= 0)


def by_safetensors(data: bytes) -> bool:
    return len(module("safetensors", "safetensors").deserialize(data)) >= 0


def by_gguf(folder: Path) -> Taken:
    reader = module("gguf", "gguf").GGUFReader
    return by_path(folder, lambda path: reader(path).fields)


def by_tarfile(data: bytes) -> bool:
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        members = [archive.extractfile(each) for each in archive if each.isreg()]
        return all(member is None or member.read() is not None for member in members)


def by_gensim(folder: Path) -> Taken:
    vectors = module("gensim.models", "gensim").KeyedVectors
    return by_path(folder, lambda path: vectors.load_word2vec_format(path, binary=True))


def by_finalfusion(folder: Path) -> Taken:
    load = module("finalfusion", "finalfusion==0.7.1").load_word2vec
    return by_path(folder, lambda path: load(str(path)))


def by_finalfusion_itself(folder: Path) -> Taken:
    load = module("finalfusion", "finalfusion==0.7.1").load_finalfusion
    return by_path(folder, lambda path: load(str(path)))


def by_gensim_fasttext(folder: Path) -> Taken:
    load = module("gensim.models.fasttext", "gensim").load_facebook_vectors
    return by_path(folder, lambda path: load(str(path)))


def by_finalfusion_fasttext(folder: Path) -> Taken:
    load = module("finalfusion", "finalfusion==0.7.1").load_fasttext
    return by_path(folder, lambda path: load(str(path)))


def by_path(folder: Path, load: Callable[[Path], Any]) -> Taken:
    """What reads a file by its path."""
    path = folder / "file"

    def taken(data: bytes) -> bool:
        path.write_bytes(data)
        return load(path) is not None

    return taken


def by_mido(data: bytes) -> bool:
    return len(module("mido", "mido").MidiFile(file=io.BytesIO(data)).tracks) >= 0


def by_wasmtime(data: bytes) -> bool:
    wasmtime = module("wasmtime", "wasmtime")
    wasmtime.Module.validate(wasmtime.Engine(), data)
    return True


def by_pyelftools(data: bytes) -> bool:
    found = module("elftools.elf.elffile", "pyelftools").ELFFile(io.BytesIO(data))
    return len([each.name for each in found.iter_sections()]) + len([*found.iter_segments()]) >= 0


def by_readelf(folder: Path) -> Taken:
    """Whether it has nothing to warn of."""
    if (readelf := shutil.which("readelf")) is None:
        pytest.skip("there is no readelf")
    path = folder / "file.elf"

    def taken(data: bytes) -> bool:
        path.write_bytes(data)
        done = subprocess.run([readelf, "-aW", path], capture_output=True, check=False)
        return done.returncode == 0 and b"arning:" not in done.stdout + done.stderr

    return taken


def by_sqlite(data: bytes) -> bool:
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(data)
        return len(database.execute("SELECT * FROM sqlite_master").fetchall()) >= 0


def by_pyarrow(data: bytes) -> bool:
    found = module("pyarrow", "pyarrow").ipc.open_file(io.BytesIO(data))
    return int(found.read_all().num_rows) >= 0


@cache
def files(name: str) -> list[bytes]:
    return [generated_bytes(kind_of(name), seed=seed) for seed in range(FILES)]


def called(taken: Taken) -> Callable[[Path], Taken]:
    return lambda _: taken


PROGRAMS = {
    "wav wave": called(by_wave),
    "wav soundfile": called(by_soundfile),
    "bmp Pillow": called(by_pillow),
    "bmp OpenCV": called(by_opencv),
    "png Pillow": called(by_pillow),
    "png OpenCV": called(by_opencv),
    "png pypng": called(by_pypng),
    "png pngcheck": program("pngcheck", "-q", suffix=".png"),
    "gif Pillow": called(by_pillow),
    "gif gifsicle": program("gifsicle", "--info", suffix=".gif"),
    "gzip gzip.decompress": called(by_gzip),
    "gzip gzip": program("gzip", "-t", suffix=".gz"),
    "pcap dpkt": called(by_dpkt),
    "pcap scapy": called(by_scapy),
    "pcapng python-pcapng": called(by_python_pcapng),
    "pcapng scapy": called(by_scapy_blocks),
    "zip zipfile": called(by_zipfile),
    "zip unzip": program("unzip", "-tqq", suffix=".zip", fine=1),  # 1: a warning
    "tar tarfile": called(by_tarfile),
    "tar GNU tar": program("tar", "-tf", suffix=".tar"),
    "fasttext gensim": by_gensim_fasttext,
    "fasttext finalfusion": by_finalfusion_fasttext,
    "finalfusion finalfusion": by_finalfusion_itself,
    "word2vec gensim": by_gensim,
    "word2vec finalfusion": by_finalfusion,
    "npy numpy": called(by_numpy),
    "safetensors safetensors": called(by_safetensors),
    "gguf gguf": by_gguf,
    "arrow pyarrow": called(by_pyarrow),
    "elf pyelftools": called(by_pyelftools),
    "elf readelf": by_readelf,
    "midi mido": called(by_mido),
    "sqlite sqlite3": called(by_sqlite),
    "wasm wasmtime": called(by_wasmtime),
}
"""A format, and who reads it."""


@pytest.mark.parametrize("name", sorted({who.partition(" ")[0] for who in PROGRAMS}))
def test_files_are_different(name: str) -> None:
    assert len(set(files(name))) >= FEWER.get(name, DIFFERENT)


@pytest.mark.filterwarnings("default")  # of numpy in them, about vectors of zeros
@pytest.mark.parametrize("who", PROGRAMS)
def test_nearly_all_files_are_taken(who: str, tmp_path: Path) -> None:
    takes, taken = PROGRAMS[who](tmp_path), 0
    for data in files(who.partition(" ")[0]):
        with suppress(Exception):  # each program has its own ways to say no
            taken += takes(data)
    assert taken * 100 >= FILES * PERCENT
