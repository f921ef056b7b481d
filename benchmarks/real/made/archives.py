"""Archives, by the standard library and by tools."""

from __future__ import annotations

import gzip
import io
import shutil
import struct
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

Found = tuple[str, str, bytes]

COUNTS = (1, 20, 400)


def _folder(folder: str, count: int) -> Path:
    """So many small files."""
    root = Path(folder) / "tree"
    for number in range(count):
        path = root / f"part{number % 7}" / f"file{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"line {number}\n" * (number % 50), encoding="ascii")
    return root


def zips() -> Iterator[Found]:
    """Of the standard library."""
    for count in (0, *COUNTS, 5000):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(count):
                archive.writestr(f"folder/file{number}.txt", f"line {number}\n" * (number % 50))
        yield "zip", f"made-{count}.zip", buffer.getvalue()
    for size in (0, 1000, 1_000_000):
        yield "gzip", f"made-{size}.gz", gzip.compress(bytes(range(250)) * (size // 250), mtime=0)


def by_bsdtar() -> Iterator[Found]:
    """Of libarchive."""
    formats = {"xar": "xar", "cpio_old_le": "bin", "iso9660": "iso9660"}
    for spec, name in formats.items():
        for count in COUNTS:
            with tempfile.TemporaryDirectory() as folder:
                root, out = _folder(folder, count), Path(folder) / "out"
                command = ["bsdtar", "-c", "--format", name, "-f", str(out), "."]
                subprocess.run(command, cwd=root, check=True, capture_output=True)
                yield spec, f"{count}-files.{name}", out.read_bytes()


def packs() -> Iterator[Found]:
    """Of games: an index, and bodies."""
    for count in COUNTS:
        bodies = [b"body %d " % number * (number % 9) for number in range(count)]
        at, index = 12, []
        for number, body in enumerate(bodies):
            index.append(struct.pack("<56sII", b"maps/%d.bsp" % number, at, len(body)))
            at += len(body)
        head = b"PACK" + struct.pack("<II", at, 64 * count)
        yield "quake_pak", f"{count}.pak", head + b"".join(bodies) + b"".join(index)
        names = [b"FILE%d.VOC\0" % number for number in range(count)]
        at, rows = sum(4 + len(name) for name in names) + 4, []
        for name, body in zip(names, bodies, strict=True):
            rows.append(struct.pack("<I", at) + name)
            at += len(body)
        yield "dune_2_pak", f"{count}.pak", b"".join(rows) + bytes(4) + b"".join(bodies)


def images_for_boards() -> Iterator[Found]:
    """Of U-Boot's tool, of Android's, of the compiler of device trees."""
    with tempfile.TemporaryDirectory() as folder:
        body, out = Path(folder) / "body", Path(folder) / "out"
        for size in (100, 100_000):
            body.write_bytes(bytes(range(200)) * (size // 200) or b"x")
            made = [("uimage", ["mkimage", "-A", "arm", "-d", str(body), str(out)])]
            made.append(("android_img", ["mkbootimg", "--kernel", str(body), "-o", str(out)]))
            made.append(("android_sparse", ["img2simg", str(body), str(out)]))
            for spec, command in made:
                if shutil.which(command[0]):
                    subprocess.run(command, check=True, capture_output=True)
                    yield spec, f"{size}.img", out.read_bytes()
        for count in COUNTS:
            nodes = "".join(
                f'n@{i:x} {{ compatible = "x,y{i}"; reg = <{i} 1>; status = "okay"; }};'
                for i in range(count)
            )
            body.write_text(f"/dts-v1/; / {{ {nodes} }};", encoding="ascii")
            command = ["dtc", "-q", "-O", "dtb", "-o", str(out), str(body)]
            subprocess.run(command, check=True, capture_output=True)
            yield "dtb", f"{count}.dtb", out.read_bytes()


MAKERS = (zips, by_bsdtar, packs, images_for_boards)
