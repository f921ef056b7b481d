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
half = np.ones((2 << 20,), np.float16)  # 4 MiB

def tensors(count):
    for i in range(count):
        yield f"t{i}", np.full(2 << 20, i, np.float16)
"""

END = """
work(1)
before = peak()
work(30)
print(peak() - before)
"""

PROGRAMS = {
    "pack_residuals": """
def work(count):
    for _ in range(count):
        quire.hpdkv.pack_residuals(half)
""",
    "pack_residuals, sparse": """
def work(count):
    for _ in range(count):
        quire.hpdkv.unpack_residuals(quire.hpdkv.pack_residuals(half, store_topk=0.1))
""",
    "unpack_residuals": """
blob = quire.hpdkv.pack_residuals(half)
def work(count):
    for _ in range(count):
        quire.hpdkv.unpack_residuals(blob)
        quire.hpdkv.restore(half, blob)
""",
    "save_residuals": """
def work(count):
    for _ in range(count):
        quire.hpdkv.save_residuals(path, half)
        quire.hpdkv.load_residuals(path)
""",
    "save_bundle": """
def work(count):
    quire.hpdkv.save_bundle(path, tensors(count))
""",
    "save_bundle, in parts": """
def work(count):
    quire.hpdkv.save_bundle(path, tensors(count), shard_elements=1 << 20)
""",
    "save_tensor": """
def work(count):
    for _, tensor in tensors(count):
        quire.tiers.save_tensor(path, tensor.astype(np.float32))
        quire.tiers.pack_tensor(tensor.astype(np.float32))
""",
    "TieredStore.put": """
def work(count):
    with quire.tiers.TieredStore(path) as store:
        for name, tensor in tensors(count):
            store.put(name, tensor.astype(np.float32))
            store.get(name)
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_thirty_tensors_take_the_memory_of_a_few(name: str, alone: Alone, tmp_path: Path) -> None:
    found = alone(BEGIN + PROGRAMS[name] + END, tmp_path / "file")
    assert int(found) < 40, "30 of them are 120 MiB or more"
