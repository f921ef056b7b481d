"""Files out of packages: of Python's, and of Debian's."""

from __future__ import annotations

import gzip
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

Member = tuple[str, bytes]

WHEELS = ("pygame", "pydicom", "matplotlib", "pillow", "scipy", "pip", "zarr", "setuptools")
SOURCES = (
    "pyelftools", "mutagen", "tinytag", "rarfile", "pyshp", "oletools", "dbfread", "hachoir",
    "LnkParse3", "olefile", "NBT", "trimesh", "xdis", "rpmfile", "exifread", "mido", "xlrd",
    "python-evtx", "numpy-stl", "pydub", "ds-store",
)  # fmt: skip  # laid out as a table
WINDOWS = ("lxml", "pillow", "numpy")
MAC = ("lxml", "zstandard", "markupsafe")
DEBIAN = (
    "xfonts-75dpi", "freedoom", "grub-common", "chromium-common", "gimp-data",
    "icc-profiles-free", "colord-data",
)  # fmt: skip  # laid out as a table

_PIP = {
    "wheels": (WHEELS, ["--only-binary", ":all:"]),
    "sources": (SOURCES, ["--no-binary", ":all:"]),
    "windows": (WINDOWS, ["--only-binary", ":all:", "--platform", "win_amd64"]),
    "mac": (MAC, ["--only-binary", ":all:", "--platform", "macosx_11_0_arm64"]),
    "universal": (MAC, ["--only-binary", ":all:", "--platform", "macosx_10_9_universal2"]),
}


def members(folder: Path, largest: int) -> Iterator[Member]:
    """Every file of the packages, with its path; the packages are downloaded at first."""
    for name, (wanted, options) in _PIP.items():
        for package in wanted:
            for archive in _downloaded(folder / name / package, package, options):
                yield from _unpacked(archive, largest)
    for package in DEBIAN if shutil.which("apt-get") else ():
        target = folder / "debian" / package
        if not target.exists():
            target.mkdir(parents=True)
            _run(["apt-get", "download", "-q", package], target)
        for archive in target.glob("*.deb"):
            yield from _of_debian(archive, largest)


def _downloaded(target: Path, package: str, options: list[str]) -> list[Path]:
    if not target.exists():
        target.mkdir(parents=True)
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", *options]
        _run([*command, "-d", str(target), package], target)
    return sorted(target.iterdir())


def install(libraries: Sequence[str], folder: Path) -> None:
    """Make libraries ready to be imported; they are put into a folder of their own."""
    if not folder.exists():
        command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(folder)]
        subprocess.run([*command, *libraries], check=True)
    sys.path.append(str(folder))


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{command[-1]}: not to be had", file=sys.stderr)


def _unpacked(archive: Path, largest: int) -> Iterator[Member]:
    if archive.suffix in {".whl", ".zip"}:
        yield archive.name.replace(".whl", ".zip"), archive.read_bytes()
        with zipfile.ZipFile(archive) as opened:
            for entry in opened.infolist():
                if 0 < entry.file_size <= largest:
                    yield entry.filename, opened.read(entry)
    elif archive.name.endswith(".tar.gz"):
        yield archive.name, archive.read_bytes()
        with tarfile.open(archive) as opened_tar:
            yield from _of_tar(opened_tar, largest)


def _of_tar(opened: tarfile.TarFile, largest: int) -> Iterator[Member]:
    for entry in opened:
        if entry.isfile() and 0 < entry.size <= largest:
            file = opened.extractfile(entry)
            if file is None:
                continue
            data = file.read()
            yield entry.name, data
            if entry.name.endswith((".pcf.gz", ".nbt", ".wmf.gz")):
                yield from _unzipped(entry.name.removesuffix(".gz"), data)


def _unzipped(name: str, data: bytes) -> Iterator[Member]:
    try:
        yield name, gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return


def _of_debian(archive: Path, largest: int) -> Iterator[Member]:
    with tempfile.TemporaryFile() as spool:
        done = subprocess.run(
            ["dpkg-deb", "--fsys-tarfile", str(archive)], stdout=spool, check=False
        )
        if done.returncode == 0:
            spool.seek(0, io.SEEK_SET)
            with tarfile.open(fileobj=spool) as opened:
                yield from _of_tar(opened, largest)
