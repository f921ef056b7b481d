"""Several tensors by name, and tensors in parts."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.generated.hpdkv_bundle import HpdkvBundle
from quire.hpdkv import (
    Bundle,
    load_bundle,
    pack_residuals,
    save_bundle,
    sparse_residuals,
    unpack_residuals,
)
from tests.formats.hpdkv import layout

torch: Any = pytest.importorskip("torch", reason="pip install torch")

RNG = np.random.default_rng(7)
TENSORS: dict[str, npt.NDArray[Any]] = {
    "layers.0.weight": RNG.standard_normal((30, 20)).astype(np.float16),
    "größe": RNG.standard_normal(17).astype(ml_dtypes.bfloat16),
    "scalar": np.full((), 3.5, np.float16),
    "empty": np.zeros((4, 0), np.float16),
}


def saved(tensors: Any = TENSORS, **options: Any) -> bytes:
    """The bytes of a bundle."""
    stream = io.BytesIO()
    save_bundle(stream, tensors, **options)
    return stream.getvalue()


Entry = tuple[str, tuple[int, ...], int, bytes]


def read(data: bytes) -> Iterator[Entry]:
    """(name, shape, first, blob) of each entry, by the layout alone."""
    assert data[:5] == b"HPDB\1"
    (count,) = struct.unpack_from("<I", data, 5)
    at = 9
    for _ in range(count):
        (size,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + size].decode()
        at += 2 + size
        rank = data[at]
        *shape, first, length = struct.unpack_from(f"<{rank + 2}Q", data, at + 1)
        at += 1 + 8 * (rank + 2)
        padding = -at % 16
        assert not any(data[at : at + padding])
        at += padding
        yield name, tuple(shape), first, data[at : at + length]
        at += length
    assert at == len(data)


def write(entries: list[Entry]) -> bytes:
    """The bytes of these entries."""
    data = b"HPDB\1" + struct.pack("<I", len(entries))
    for name, shape, first, blob in entries:
        words = name.encode()
        data += struct.pack("<H", len(words)) + words
        data += struct.pack(f"<B{len(shape) + 2}Q", len(shape), *shape, first, len(blob))
        data += bytes(-len(data) % 16) + blob
    return data


@pytest.mark.parametrize("options", [{}, {"compress": True}], ids=str)
def test_tensors_come_back_by_name(options: Any, tmp_path: Path) -> None:
    path = tmp_path / "model.hpdb"
    save_bundle(path, TENSORS, **options)
    with Bundle(path) as bundle:
        assert list(bundle) == list(TENSORS)
        assert len(bundle) == 4
        assert "scalar" in bundle
        assert "other" not in bundle
        for name, tensor in TENSORS.items():
            assert bundle.shape(name) == tensor.shape
            assert bundle.dtype(name) == tensor.dtype
            found = bundle[name]
            assert (found.dtype, found.shape) == (tensor.dtype, tensor.shape)
            assert found.tobytes() == tensor.tobytes()
        with pytest.raises(KeyError):
            bundle["other"]
        bundle.verify()
    assert path.read_bytes() == saved(**options)


def test_an_independent_reader_and_writer_agree() -> None:
    data = saved()
    entries = list(read(data))
    assert [entry[:3] for entry in entries] == [(n, t.shape, 0) for n, t in TENSORS.items()]
    assert [entry[3] for entry in entries] == [pack_residuals(t) for t in TENSORS.values()]
    assert write(entries) == data
    assert HpdkvBundle.from_bytes(data).to_bytes() == data


def test_dense_values_are_aligned_in_the_file() -> None:
    with Bundle(saved()) as bundle:
        offsets = [entry.blob.values.offset or 1 for entry in bundle._record.entries]
    assert [offset % 16 for offset in offsets] == [0, 0, 0, 0]


def test_pairs_are_written_as_they_come() -> None:
    alive = []

    def pairs() -> Iterator[tuple[str, npt.NDArray[Any]]]:
        for name, tensor in TENSORS.items():
            alive.append(name)
            yield name, tensor

    assert saved(pairs()) == saved()
    assert alive == list(TENSORS)


@pytest.mark.parametrize("share", [None, 0.25])
@pytest.mark.parametrize("size", [7, 100, 599, 600, 601])
def test_large_tensors_are_cut_into_parts(size: int, share: float | None) -> None:
    tensor = TENSORS["layers.0.weight"]
    data = saved({"a": tensor, "b": tensor.T}, shard_elements=size, store_topk=share)
    parts = [entry for entry in read(data) if entry[0] == "a"]
    if size < tensor.size:
        assert [first for _, _, first, _ in parts] == list(range(0, tensor.size, size))
        shapes = [layout.read(blob).shape for *_, blob in parts]
        assert shapes == [(min(size, 600 - first),) for first in range(0, 600, size)]
    flat = tensor.reshape(-1)
    step = min(size, 600)
    pieces = [
        unpack_residuals(pack_residuals(flat[first : first + step], store_topk=share))
        for first in range(0, 600, step)
    ]
    expected = np.concatenate(pieces).reshape(tensor.shape)
    with Bundle(data) as bundle:
        assert bundle["a"].tobytes() == expected.tobytes()
        if share is None:
            assert bundle["b"].tobytes() == tensor.T.tobytes()
        found = bundle.load("a", framework="torch")
        assert found.shape == tensor.shape
        assert found.numpy().tobytes() == expected.tobytes()
        out = np.zeros_like(expected)
        assert bundle.load("a", out=out) is out
        assert out.tobytes() == expected.tobytes()
        start = np.ones(tensor.shape, np.float32)
        wanted = (1 + expected.astype(np.float32)).astype(np.float16)
        assert np.array_equal(bundle.restore("a", start), wanted)
        if share is not None:
            stored = bundle.sparse("a")
            dense = np.zeros(600, np.float16)
            dense[stored.indices] = stored.values
            assert dense.tobytes() == expected.tobytes()
            assert bundle.sparse("a", framework="torch").indices.dtype is torch.int64


def test_what_is_stored_of_one_tensor() -> None:
    tensor = TENSORS["layers.0.weight"]
    with Bundle(saved({"a": tensor}, store_topk=0.1)) as bundle:
        found = bundle.sparse("a")
        alone = sparse_residuals(pack_residuals(tensor, store_topk=0.1))
    assert found.indices.tolist() == alone.indices.tolist()
    assert found.values.tolist() == alone.values.tolist()
    with Bundle(saved()) as bundle, pytest.raises(ValueError, match="'scalar' is dense"):
        bundle.sparse("scalar")


def test_tensors_are_loaded_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(saved())
    told: list[tuple[int, int]] = []
    found = load_bundle(tmp_path / "file", progress=lambda *done: told.append(done))
    assert told[-1] == (len(TENSORS), len(TENSORS))
    with Bundle(tmp_path / "file") as bundle:
        assert list(found) == list(bundle)
        assert all(np.array_equal(found[name], bundle[name]) for name in bundle)
    *_, last = found
    assert np.array_equal(load_bundle(saved(), [last])[last], found[last])
    assert load_bundle(saved(), []) == {}
    with pytest.raises(KeyError, match="nowhere"):
        load_bundle(saved(), ["nowhere"])
    with pytest.raises(TypeError, match="a list of names"):
        load_bundle(saved(), last)


def test_names_are_there_once() -> None:
    tensor = TENSORS["scalar"]
    with pytest.raises(ValueError, match="'a' is given twice"):
        saved([("a", tensor), ("a", tensor)])
    for name in ("", "x" * 65536):
        with pytest.raises(ValueError, match="expected names of 1 to 65,535 bytes"):
            saved({name: tensor})
    for size in (0, 2**32 + 1):
        with pytest.raises(ValueError, match="shard_elements: expected 1 to 4294967296"):
            saved(shard_elements=size)


def test_nothing_is_left_of_a_bundle_that_failed(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        save_bundle(tmp_path / "model.hpdb", {"a": TENSORS["scalar"], "b": np.ones(3, np.int8)})
    assert not list(tmp_path.iterdir())


def _entries() -> list[Entry]:
    return list(read(saved({"a": TENSORS["layers.0.weight"]}, shard_elements=250)))


def _with(number: int, **changes: Any) -> bytes:
    entries = _entries()
    told: dict[str, Any] = dict(
        zip(("name", "shape", "first", "blob"), entries[number], strict=True)
    )
    told |= changes
    entries[number] = (told["name"], told["shape"], told["first"], told["blob"])
    return write(entries)


SMALL = pack_residuals(np.ones(3, np.float16))


@pytest.mark.parametrize(
    ("data", "path", "message"),
    [
        (_with(1, first=249), "entries[1].first", "expected 250, found 249"),
        (_with(1, first=2**63), "entries[1].first", "expected 250"),
        (_with(1, shape=(30, 21)), "entries[1].shape", r"\[30, 20\] as of the part before"),
        (_with(1, name="b"), "entries[0].blob.shape", "parts of 600 elements together, found 250"),
        (write(_entries()[:2]), "entries[1].blob.shape", "found 500"),
        (_with(2, blob=SMALL), "entries[2].blob.shape", "found 503"),
        (
            _with(2, blob=pack_residuals(np.ones(101, "f2"))),
            "entries[2].blob.shape",
            "a part of it",
        ),
        (_with(2, blob=pack_residuals(np.ones((10, 10), "f2"))), "entries[2].blob.shape", "a part"),
        (_with(2, blob=pack_residuals(np.ones(0, "f2"))), "entries[2].blob.shape", "with elements"),
        (
            _with(2, blob=pack_residuals(np.ones(100, ml_dtypes.bfloat16))),
            "entries[2].blob.dtype",
            "expected float16, found bfloat16",
        ),
        (
            write([*_entries(), ("b", (3,), 0, SMALL), _entries()[0]]),
            "entries[4].name",
            "not there twice",
        ),
        (saved() + b"x", "", "the end, found 1 bytes"),
        (b"HPDX" + saved()[4:], "magic", "HPDX"),
        (b"HPDB\2" + saved()[5:], "version", "found 2"),
    ],
    ids=range(14),
)
def test_a_bundle_that_is_wrong_is_refused(data: bytes, path: str, message: str) -> None:
    with pytest.raises(quire.FormatError, match=message) as caught:
        Bundle(data)
    assert (caught.value.format, caught.value.path) == ("hpdkv_bundle", path)


def test_a_shape_that_no_array_has_is_refused_though_it_has_no_values() -> None:
    """Found by `quire fuzz face-hpdkv_bundle`: numpy has no such array, empty as it is."""
    shape = [0, 1 << 31, 1 << 31, 4]
    blob = pack_residuals(np.zeros(0, np.float16))
    with pytest.raises(
        quire.FormatError, match="expected at most 9223372036854775807 bytes"
    ) as caught:
        Bundle(write([("a", tuple(shape), 0, blob)]))
    assert caught.value.path == "entries[0].shape"


def test_a_bundle_that_is_cut_is_refused_wherever_it_is() -> None:
    data = saved()
    for end in range(len(data)):
        with pytest.raises(quire.FormatError):
            Bundle(data[:end])


def test_damage_inside_a_blob_is_told_with_its_place() -> None:
    data = bytearray(saved({"a": TENSORS["layers.0.weight"]}, store_topk=0.01))
    with Bundle(bytes(data)) as bundle:
        at = (bundle._record.entries[0].blob.values.offset or 0) - 4 * 6
    data[at : at + 4] = b"\xff\xff\0\0"
    with Bundle(bytes(data)) as bundle:
        for action in (lambda: bundle["a"], bundle.verify, lambda: bundle.sparse("a")):
            with pytest.raises(quire.FormatError, match="65535") as caught:
                action()
        assert caught.value.path == "entries[0].blob.index_block.indices[0]"
        assert caught.value.offset == at


def test_limits_hold_for_each_tensor() -> None:
    data = saved({"a": TENSORS["layers.0.weight"]})
    with Bundle(data) as bundle:
        with quire.limits(max_decoded=1199), pytest.raises(quire.LimitError, match="1199"):
            bundle.load("a")
        with quire.limits(max_decoded=1200):
            assert bundle.load("a").shape == (30, 20)
    with Bundle(saved({"a": TENSORS["layers.0.weight"]}, shard_elements=100)) as bundle:
        with quire.limits(max_decoded=1199), pytest.raises(quire.LimitError, match="1199"):
            bundle.load("a")
        with quire.limits(max_decoded=1200):
            assert bundle.load("a").shape == (30, 20)


def test_parts_get_no_more_memory_than_one_tensor() -> None:
    size = 1 << 24  # of each part; one alone would be allowed
    blob = layout.write(layout.Blob(0, (size,), (0x3C00,), (0,)))
    data = write([("a", (8 * size,), i * size, blob) for i in range(8)])
    with Bundle(data) as bundle:
        with pytest.raises(quire.LimitError, match=r"at most 67108864 .*268435456"):
            bundle["a"]
        assert bundle.sparse("a").indices.tolist() == [i * size for i in range(8)]
