"""Images of disks and file systems, by the tools that make them."""

from __future__ import annotations

import struct
import subprocess
import tempfile
import uuid
import zlib
from collections.abc import Iterator
from pathlib import Path

from benchmarks.real.made.archives import COUNTS, _folder

Found = tuple[str, str, bytes]


def _run(*command: str, given: str = "") -> None:
    subprocess.run(command, check=True, capture_output=True, input=given, text=True)


def file_systems() -> Iterator[Found]:
    """With files in them."""
    for count in COUNTS:
        with tempfile.TemporaryDirectory() as folder:
            root, out = _folder(folder, count), Path(folder) / "out"
            _run("mke2fs", "-q", "-t", "ext2", "-N", "500", "-d", str(root), str(out), "4M")
            yield "ext2", f"{count}-files.ext2", out.read_bytes()
            _run("mkfs.cramfs", str(root), str(out))
            yield "cramfs", f"{count}-files.cramfs", out.read_bytes()
            _run("genisoimage", "-quiet", "-o", str(out), str(root))
            yield "iso9660", f"{count}-files.iso", out.read_bytes()


def fats() -> Iterator[Found]:
    """Of MS-DOS."""
    for kibibytes in (360, 1440, 4096):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "out"
            _run("mkfs.vfat", "-C", str(out), str(kibibytes))
            yield "vfat", f"{kibibytes}.fat", out.read_bytes()


def machines() -> Iterator[Found]:
    """Disks of virtual machines."""
    for kind, spec in (("vdi", "vdi"), ("vmdk", "vmware_vmdk")):
        for size in ("1M", "8M"):
            with tempfile.TemporaryDirectory() as folder:
                out = Path(folder) / "out"
                _run("qemu-img", "create", "-q", "-f", kind, str(out), size)
                yield spec, f"{size}.{kind}", out.read_bytes()


def partitions() -> Iterator[Found]:
    """Tables of partitions."""
    entry = struct.pack("<B3sB3sII", 0, bytes(3), 0x83, bytes(3), 2048, 4096)
    table = bytes(446) + entry + bytes(48) + b"\x55\xaa"
    yield "mbr_partition_table", "one.mbr", table
    yield "mbr_partition_table", "four.mbr", bytes(446) + 4 * entry + b"\x55\xaa"
    for count in (1, 128):
        rows = b"".join(
            uuid.UUID(int=1).bytes_le + uuid.UUID(int=number + 2).bytes_le
            + struct.pack("<QQQ", 64 + number, 65 + number, 0)
            + f"partition {number}".encode("utf-16-le").ljust(72, b"\0")
            for number in range(count)
        ).ljust(128 * 128, b"\0")  # fmt: skip  # laid out as a table
        disk = bytearray(512 * 300)
        for at, other in ((1, 299), (299, 1)):
            start = 2 if at == 1 else 267
            ends = struct.pack("<QQQQ", at, other, 34, 265) + uuid.UUID(int=9).bytes_le
            tail = struct.pack("<QIII", start, 128, 128, zlib.crc32(rows))
            head = b"EFI PART" + struct.pack("<IIII", 0x10000, 92, 0, 0) + ends + tail
            disk[512 * at : 512 * at + len(head)] = head
            disk[512 * start : 512 * start + len(rows)] = rows
        yield "gpt_partition_table", f"{count}.gpt", bytes(disk)


def encrypted() -> Iterator[Found]:
    """The head of an encrypted disk."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        out.write_bytes(bytes(4 << 20))
        options = ["--type", "luks1", "--pbkdf-force-iterations", "1000", "-q"]
        _run("cryptsetup", "luksFormat", *options, str(out), "-", given="secret")
        yield "luks", "one.luks", out.read_bytes()


MAKERS = (file_systems, fats, machines, partitions, encrypted)
