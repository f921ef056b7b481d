"""Files larger than memory: iterating and packing take memory for some rows, not for the file."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.cvc import pack_cvc

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the peak of memory")

MIB = 1 << 20
DIMENSION = 768

PEAK = """
def peak():
    # Not ru_maxrss: a child begins with the peak of the process that started it.
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) * 1024
"""

WARM = """
import sys
import numpy as np
from quire.cvc import load_cvc, open_cvc, pack_cvc
load_cvc(sys.argv[1])  # loads what decoding needs
warm = peak()
"""

ITERATE = """
rows, total = 0, 0.0
with open_cvc(sys.argv[2]) as reader:
    for block in reader.blocks():
        rows += len(block)
        total += float(block[0, 0]) + float(block[-1, -1])
print(rows, total, warm, peak())
"""

VERIFY = """
with open_cvc(sys.argv[2]) as reader:
    notes = reader.verify()
print(0, float(len(notes)), warm, peak())
"""

SOME_ROWS = """
values = load_cvc(sys.argv[2], rows=slice(149_999, 150_001))
print(len(values), float(values.sum()), warm, peak())
"""

PACK = """
def pieces():
    for i in range(60):
        yield np.full((3_333, 768), i, np.float32)  # 10 MiB
pack_cvc(pieces(), sys.argv[2], compression=sys.argv[3], chunk_size=10_000, format_version=1)
print(60 * 3_333, 0.0, warm, peak())
"""

OPEN = """
with open_cvc(sys.argv[2]) as reader:
    print(len(reader.chunks), float(reader.chunks[-1].stored_bytes), warm, peak())
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A file with both compressions, each chunk large enough for the fast kernels."""
    path = tmp_path / "tiny.cvc"
    values = np.ones((2000, DIMENSION), np.float32)
    pack_cvc(values, path, compression=["fp16", "int8"], chunk_size=1000)
    return path


def measure(program: str, *arguments: object) -> tuple[int, float, int, int]:
    """Rows, sum, and the peaks of memory when warm and at the end, of a new process."""
    command = [sys.executable, "-c", PEAK + WARM + program, *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    rows, total, warm, end = result.stdout.split()
    return int(rows), float(total), int(warm), int(end)


def sparse(path: Path, compression: str, rows: list[int], version: int) -> None:
    """A file whose payloads are zeros that take no room on the disk."""
    width = {"fp16": 2, "int8": 1}[compression]
    info: dict[str, Any] = {"compression": compression, "min": 0.5, "scale": 1.0}
    header = {
        "num_vectors": sum(rows),
        "dimension": DIMENSION,
        "compression": compression,
        "chunks": [{"rows": n, **info} for n in rows],
    }
    text = json.dumps(header).encode()
    with path.open("wb") as file:
        file.write(b"CVCF" + (struct.pack("<HH", version, 0) if version else b""))
        file.write(struct.pack("<I", len(text)) + text)
        for n in rows:
            size = n * DIMENSION * width
            file.write(struct.pack("<I", size))
            if version:
                file.write(struct.pack("<I", crc_of_zeros(size)))
            file.seek(size, 1)
        file.truncate()
    if path.stat().st_blocks * 512 > path.stat().st_size // 10:
        pytest.skip("the file system has no sparse files")


def crc_of_zeros(size: int) -> int:
    """CRC-32 of that many zeros."""
    block, crc = bytes(MIB), 0
    for _ in range(size // MIB):
        crc = zlib.crc32(block, crc)
    return zlib.crc32(bytes(size % MIB), crc)


@pytest.mark.parametrize(
    ("compression", "each", "version"),
    [
        ("fp16", 0.0, 1),
        ("int8", 1.0, 0),
        pytest.param("fp16", 0.0, 0, marks=pytest.mark.slow),
        pytest.param("int8", 1.0, 1, marks=pytest.mark.slow),
    ],
)
def test_iterating_a_large_file_takes_little_memory(
    compression: str, each: float, version: int, tiny: Path, tmp_path: Path
) -> None:
    path = tmp_path / "large.cvc"
    sizes = [100_000] * 4 if compression == "fp16" else [200_000] * 4
    sparse(path, compression, sizes, version)
    assert path.stat().st_size > 600_000_000
    rows, total, warm, end = measure(ITERATE, tiny, path)
    assert rows == sum(sizes)
    assert (total > 0) == (each > 0)
    assert end - warm < 200 * MIB


def test_verifying_a_large_file_takes_little_memory(tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "large.cvc"
    sparse(path, "fp16", [100_000] * 4, 1)
    _, notes, warm, end = measure(VERIFY, tiny, path)
    assert notes == 0
    assert end - warm < 200 * MIB


def test_a_range_of_rows_of_a_large_file_takes_little_memory(tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "large.cvc"
    sparse(path, "int8", [150_000] * 40, 0)
    assert path.stat().st_size > 4_600_000_000
    rows, total, warm, end = measure(SOME_ROWS, tiny, path)
    assert (rows, total) == (2, 0.5 * 2 * DIMENSION)
    assert end - warm < 200 * MIB


@pytest.mark.parametrize("compression", ["fp16", "int8"])
def test_packing_an_iterable_takes_memory_for_a_few_chunks(
    compression: str, tiny: Path, tmp_path: Path
) -> None:
    *_, warm, end = measure(PACK, tiny, tmp_path / "packed.cvc", compression)
    assert end - warm < 200 * MIB


@pytest.mark.slow
def test_a_file_of_10_gb_is_iterated_with_less_than_300_mb(tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "huge.cvc"
    sparse(path, "fp16", [100_000] * 66, 0)
    assert path.stat().st_size > 10_000_000_000
    rows, total, _, end = measure(ITERATE, tiny, path)
    assert (rows, total) == (6_600_000, 0.0)
    assert end < 300_000_000


def test_a_file_of_very_many_empty_chunks_is_opened_in_a_small_multiple_of_its_size(
    tiny: Path, tmp_path: Path
) -> None:
    count = 200_000
    header = {"num_vectors": 0, "dimension": 4, "compression": "fp16", "chunks": []}
    text = json.dumps(header, separators=(",", ":")).encode()
    text = text.replace(b"[]", b"[" + b",".join([b'{"rows":0}'] * count) + b"]")
    start = b"CVCF" + struct.pack("<HHI", 1, 0, len(text))
    path = tmp_path / "empty.cvc"
    path.write_bytes(start + text + bytes(8 * count))
    chunks, _, warm, end = measure(OPEN, tiny, path)
    assert chunks == count
    assert end - warm < 64 * MIB + 8 * path.stat().st_size
