"""Files of the formats that would become far more than they are."""

from __future__ import annotations

import struct
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

import quire
import quire.finalfusion
from quire.cdd import DataReader, DataWriter
from quire.hpdkv import Bundle, save_bundle
from quire.runtime import FormatError, LimitError
from quire.tiers import open_tensor, pack_tensor


def _store(path: Path, chunk: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Path:
    with DataWriter(path, capacity=256) as writer:
        writer.append(chunk)
    return path


def test_a_chunk_that_would_become_more_than_its_file_may_is_refused(tmp_path: Path) -> None:
    path = _store(tmp_path / "zeros.cdd", np.zeros((1, (64 << 20) + 1), np.uint8))
    assert path.stat().st_size < 1 << 18
    with DataReader(path) as reader:
        for look in (lambda: reader[0], reader.to_numpy, lambda: reader.rows[[0]], reader.verify):
            with pytest.raises(LimitError, match=r"chunks.*at most 67108864 .*found 67108865"):
                look()
        with quire.limits(max_decoded=(64 << 20) + 1):
            assert not reader[0].any()


def test_many_chunks_at_one_place_are_counted_each(tmp_path: Path) -> None:
    path = _store(tmp_path / "same.cdd", np.zeros((1, 1 << 20), np.uint8))
    data = bytearray(path.read_bytes())
    with DataReader(path) as reader:
        at = reader.chunk_info(0).offset
    place = struct.pack("<Q", at)
    slots = bytes(data).index(place)
    data[slots : slots + 8 * 200] = place * 200  # of the 255 slots of the block
    path.write_bytes(data)
    with DataReader(path, verify_hashes=False) as reader:
        assert reader.shape == (200, 1 << 20)
        with pytest.raises(LimitError, match=r"chunks: .*at most 67108864 .*found 209715200"):
            reader.to_numpy()
        assert reader[3:60].shape == (57, 1 << 20)


def test_a_tensor_of_very_many_rows_of_nothing_is_refused() -> None:
    data = bytearray(pack_tensor(np.zeros((5, 0), np.float32)))
    at = bytes(data).index(struct.pack("<QQ", 5, 0))
    data[at : at + 8] = struct.pack("<Q", 1 << 60)
    with pytest.raises(FormatError, match=r"shape.*at most 262144 rows without values"):
        open_tensor(bytes(data))
    with pytest.raises(FormatError, match="rows without values"):
        pack_tensor(np.zeros((1 << 60, 0), np.float32))


def test_the_parts_of_a_tensor_are_counted_as_they_come() -> None:
    file, tensor = BytesIO(), np.arange(3000).astype(np.float16)
    save_bundle(file, {"a": tensor, "b": tensor[:2]}, shard_elements=1)
    with Bundle(file.getvalue()) as bundle:
        assert np.array_equal(bundle["a"], tensor)
        assert np.array_equal(bundle["b"], tensor[:2])


def test_embeddings_of_very_many_chunks_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.fifu"
    path.write_bytes(b"FiFu" + bytes(8) + struct.pack("<IQ", 77, 0) * 1025)
    with pytest.raises(LimitError, match="chunks at byte 12300: expected at most 1024 elements"):
        quire.finalfusion.load(path)
