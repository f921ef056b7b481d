"""What writes and reads tensors one by one holds one at a time, without the garbage collector."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.conftest import Alone

BEGIN = """
gc.disable()
import sys
import numpy as np
import quire.cvc, quire.hpdkv, quire.tiers
path = sys.argv[1]
half = np.ones(1 << 19, np.float16)  # 1 MiB

def tensors(count):
    for i in range(count):
        yield f"t{i}", np.full(1 << 19, i, np.float16)
"""

END = """
work(1)
before = peak()
work(30)
print(peak() - before)
"""

PROGRAMS = {
    "blobs": """
blob = quire.hpdkv.pack_residuals(half)
def work(count):
    for _ in range(count):
        quire.hpdkv.pack_residuals(half)
        quire.hpdkv.unpack_residuals(blob)
""",
    "sparse blobs": """
def work(count):
    for _ in range(count):
        quire.hpdkv.sparse_residuals(quire.hpdkv.pack_residuals(half, store_topk=0.5))
""",
    "files of residuals": """
def work(count):
    for _ in range(count):
        quire.hpdkv.save_residuals(path, half)
        quire.hpdkv.load_residuals(path)
""",
    "bundles": """
def work(count):
    quire.hpdkv.save_bundle(path, tensors(count))
    quire.hpdkv.save_bundle(path, tensors(count), shard_elements=1 << 18)
""",
    "files of tensors": """
def work(count):
    for _, tensor in tensors(count):
        tensor = tensor.astype(np.float32)
        quire.tiers.save_tensor(path, tensor)
        quire.tiers.pack_tensor(tensor)
""",
    "stores": """
def work(count):
    with quire.tiers.TieredStore(path) as store:
        for name, tensor in tensors(count):
            store.put(name, tensor.astype(np.float32))
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_thirty_tensors_take_the_memory_of_a_few(name: str, alone: Alone, tmp_path: Path) -> None:
    found = alone(BEGIN + PROGRAMS[name] + END, tmp_path / "file")
    assert int(found) < 12, "30 of them are 30 MiB or more; with tiers 15"
