"""Safetensors by its spec, against the package of its authors."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import safetensors as of_safetensors
from quire.testing import generate

package: Any = pytest.importorskip("safetensors", reason="pip install safetensors")
from_numpy: Any = pytest.importorskip("safetensors.numpy", reason="pip install safetensors")
from_torch: Any = pytest.importorskip("safetensors.torch", reason="pip install safetensors torch")
torch: Any = pytest.importorskip("torch", reason="pip install torch")

Safetensors: Any = of_safetensors.Safetensors

OF_NUMPY = ("f8", "f4", "f2", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "bool", "c8")
OF_TORCH = ("bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu")
SHAPES: tuple[tuple[int, ...], ...] = ((), (3,), (2, 3), (0, 4), (2, 1, 3))


def tensors(made: Any) -> dict[str, Any]:
    """The tensors of a file by their names, as arrays."""
    return {each.key: each.value.data for each in made.header.entries if each.key != "__metadata__"}


def some() -> dict[str, Any]:
    """Three tensors."""
    return {
        "a": np.arange(6, dtype=np.float32).reshape(2, 3),
        "b": np.array([True, False]),
        "c": np.array(7, np.int64),
    }


def entry(name: str, array: Any, dtype: str) -> dict[str, Any]:
    """What a tensor is built of."""
    shape = list(np.shape(array))
    return {"key": name, "value": {"dtype": dtype, "shape": shape, "data": array}}


def expect_equal(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    assert found.keys() == wanted.keys()
    for name, array in wanted.items():
        assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
        assert np.array_equal(found[name], array)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", OF_NUMPY)
def test_what_the_package_writes_is_read_and_written_back(
    dtype: str, shape: tuple[int, ...]
) -> None:
    array = np.array(np.arange(np.prod(shape)).reshape(shape) - 1, dtype)
    wanted = {"x": array, "größer": np.ones(3, "u1")}
    data = from_numpy.save(wanted, metadata={"format": "np", "by": "\u00fcs"})
    made = Safetensors.from_bytes(data)
    made.validate()
    expect_equal(tensors(made), wanted)
    (about,) = (each.value for each in made.header.entries if each.key == "__metadata__")
    assert {each.key: each.text for each in about.texts} == {"format": "np", "by": "\u00fcs"}
    assert made.to_bytes() == data


@pytest.mark.parametrize("name", OF_TORCH)
def test_fractions_of_one_and_two_bytes_are_those_of_torch(name: str) -> None:
    values = torch.tensor([1.0, 0.5, 2.0, 4.0]).to(getattr(torch, name)).reshape(2, 2)
    (found,) = tensors(Safetensors.from_bytes(from_torch.save({"x": values}))).values()
    assert found.dtype == np.dtype(getattr(ml_dtypes, name))
    assert found.astype("f4").tolist() == values.float().tolist()


@pytest.mark.parametrize(("dtype", "size"), [("F4", 3), ("F6_E2M3", 9), ("F6_E3M2", 9)])
def test_elements_of_less_than_a_byte_are_bytes(dtype: str, size: int) -> None:
    count, stored = {"F4": 6}.get(dtype, 12), np.arange(size, dtype=np.uint8)
    entries = [{"key": "x", "value": {"dtype": dtype, "shape": [count], "packed": stored}}]
    data = Safetensors.build(header={"entries": entries}).to_bytes()
    found = Safetensors.from_bytes(data).header.entries[0].value.packed
    assert found.tobytes() == stored.tobytes()
    ((_, info),) = package.deserialize(data)
    assert (info["dtype"], info["shape"], len(info["data"])) == (dtype, [count], size)


def test_keys_may_stand_in_any_order_and_tensors_too() -> None:
    text = b"""{ "b": {"shape": [1], "data_offsets": [4, 6], "dtype": "I16"},
        "a": {"data_offsets":[0,4],"extra":{"x":null},"dtype":"F32","shape":[]}}"""
    good = text.replace(b'"extra":{"x":null},', b"")
    data = struct.pack("<Q", len(good)) + good + np.float32(2).tobytes() + b"\x07\0"
    expect_equal(from_numpy.load(data), {"a": np.array(2, "f4"), "b": np.array([7], "i2")})
    made = Safetensors.from_bytes(data)
    expect_equal(tensors(made), {"a": np.array(2, "f4"), "b": np.array([7], "i2")})
    made.validate()
    assert made.to_bytes() == data
    made.header.entries.append(entry("c", np.ones(2, "f2"), "F16"))
    found = from_numpy.load(made.to_bytes())
    assert (found["b"].tolist(), found["c"].tolist()) == ([7], [1, 1])


def test_tensors_share_the_memory_of_the_file(tmp_path: Path) -> None:
    data = from_numpy.save(some())
    array = tensors(Safetensors.from_bytes(data))["a"]
    assert np.shares_memory(array, np.frombuffer(data, np.uint8))
    (tmp_path / "x.safetensors").write_bytes(data)
    mapped = tensors(Safetensors.from_file(tmp_path / "x.safetensors"))["a"]
    assert not mapped.flags.owndata
    assert not mapped.flags.writeable


def test_what_is_built_is_read_by_the_package() -> None:
    wanted = {f"layer.{i}": np.full((i, 2), i, np.float16) for i in range(20)}
    entries = [entry(name, array, "F16") for name, array in wanted.items()]
    about = {"key": "__metadata__", "value": {"texts": [{"key": "k", "text": "v"}]}}
    data = Safetensors.build(header={"entries": [about, *entries]}).to_bytes()
    expect_equal(from_numpy.load(data), wanted)
    assert int.from_bytes(data[:8], "little") % 8 == 0
    assert json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"] == {
        "k": "v"
    }
    assert Safetensors.build(header={"entries": []}).to_bytes() == b"\x08" + bytes(7) + b"{}      "


def test_a_tensor_is_added() -> None:
    made = Safetensors.from_bytes(from_numpy.save(some(), metadata={"k": "v"}))
    new = np.arange(1000, dtype=np.uint16).reshape(10, 100)
    made.header.entries.append(entry("new", new, "U16"))
    expect_equal(from_numpy.load(made.to_bytes()), some() | {"new": new})


@pytest.mark.parametrize("gone", range(4))
def test_a_tensor_is_removed_without_a_hole(gone: int) -> None:
    made = Safetensors.from_bytes(from_numpy.save(some(), metadata={"k": "v"}))
    key = made.header.entries[gone].key
    del made.header.entries[gone]
    data = made.to_bytes()
    wanted = {name: array for name, array in some().items() if name != key}
    expect_equal(from_numpy.load(data), wanted)
    Safetensors.from_bytes(data).validate()


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_a_tensor_is_replaced_by_one_of_another_shape_and_dtype(name: str) -> None:
    made = Safetensors.from_bytes(from_numpy.save(some()))
    (old,) = (each for each in made.header.entries if each.key == name)
    new = np.arange(12, dtype=np.float64).reshape(3, 4)
    old.value.data, old.value.dtype, old.value.shape = new, "F64", [3, 4]
    expect_equal(from_numpy.load(made.to_bytes()), some() | {name: new})


def test_values_that_the_dtype_cannot_hold_are_refused() -> None:
    for array in (np.array([300]), np.array([0.5])):
        with pytest.raises(quire.FormatError):
            Safetensors.build(header={"entries": [entry("x", array, "U8")]}).to_bytes()


def test_damaged_files_are_refused_and_nothing_else_happens() -> None:
    stored, chance, refused = from_numpy.save(some()), np.random.default_rng(7), 0
    for _ in range(500):
        data = bytearray(stored)
        for _ in range(chance.integers(1, 5)):
            data[chance.integers(len(data))] = chance.integers(256)
        cut = chance.choice(np.array([len(data), chance.integers(len(data))]))
        try:
            made = Safetensors.from_bytes(bytes(data[:cut]))
            made.validate()
            for each in made.header.entries:
                _ = each.value.data if hasattr(each.value, "dtype") else None
        except quire.FormatError:
            refused += 1
    assert refused > 250


def stored_with(header: object, area: bytes = b"") -> bytes:
    """A file with some header."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + area


GOOD: dict[str, Any] = {"dtype": "U8", "shape": [2], "data_offsets": [0, 2]}


@pytest.mark.parametrize(
    ("header", "path"),
    [
        (b"", "header"),
        (b"{", "header"),
        (b"[]", "header._unnamed0"),
        (b'{"a": 1, "a": 2}', "header"),
        ({"a": 1}, "header.entries[0].value._unnamed0"),
        ({"a": GOOD | {"dtype": "U9"}}, "header.entries[0].value.dtype"),
        ({"a": GOOD | {"dtype": 8}}, "header.entries[0].value._unnamed2"),
        ({"a": {"dtype": "U8", "shape": [2]}}, "header.entries[0].value.num_keys"),
        ({"a": {**GOOD, "x": 1, "shape": None}}, "header.entries[0].value._unnamed5"),
        ({"a": GOOD | {"shape": [-2]}}, "header.entries[0].value.shape"),
        ({"a": GOOD | {"shape": [2.5]}}, "header.entries[0].value._unnamed5"),
        ({"a": GOOD | {"data_offsets": [2, 0]}}, "header.entries[0].value.end"),
        ({"a": GOOD | {"data_offsets": [0]}}, "header.entries[0].value._unnamed8"),
        ({"a": GOOD | {"shape": [3]}}, "header.entries[0].value.data"),
        ({"a": GOOD | {"data_offsets": [1, 3]}}, "header.entries[0].value.data"),
        ({"a": GOOD | {"shape": [1 << 62, 1 << 62]}}, "header.entries[0].value.data"),
        ({"a": GOOD | {"shape": [1], "data_offsets": [0, 1]}}, "is_gapless"),
        ({"__metadata__": {"k": 1}}, "header.entries[0].value.texts[0]._unnamed2"),
    ],
)
def test_what_the_package_refuses_is_refused_with_its_place(header: object, path: str) -> None:
    data = stored_with(header, b"\1\2")
    with pytest.raises(package.SafetensorError):
        package.deserialize(data)
    with pytest.raises(quire.FormatError) as caught:
        Safetensors.from_bytes(data).validate()
    assert caught.value.path == path


OTHERS: dict[str, Any] = {
    "null": None,
    "yes": True,
    "no": False,
    "integer": -5,
    "fraction": 0.5,
    "large": 1 << 70,
    "text": "gr\u00fcn",
    "none": [],
    "numbers": [1, 2],
    "parts": [1, "a", None, [[]]],
    "object": {"a": {"b": [{}]}},
}


def test_keys_that_the_package_passes_over_are_kept() -> None:
    told = {
        "a": GOOD | OTHERS,
        "b": {"x": 1, **GOOD, "data_offsets": [2, 4]},
    }
    data = stored_with(told, b"\1\2\3\4")
    assert {name: bytes(each["data"]) for name, each in package.deserialize(data)} == {
        "a": b"\1\2",
        "b": b"\3\4",
    }
    made = Safetensors.from_bytes(data)
    made.validate()
    assert made.to_bytes() == data
    first, second = (each.value for each in made.header.entries)
    assert [each.key for each in first.others] == [*OTHERS]
    second.others[0].value.number = 7
    second.others.append({"key": "y", "value": {"kind": 5, "text": "new"}})
    made.header.entries.append(
        {"key": "c", "value": {"dtype": "U8", "shape": [1], "data": np.array([5], np.uint8)}}
    )
    edited = made.to_bytes()
    assert {name: bytes(each["data"]) for name, each in package.deserialize(edited)} == {
        "a": b"\1\2",
        "b": b"\3\4",
        "c": b"\5",
    }
    (size,) = struct.unpack_from("<Q", edited)
    header = json.loads(edited[8 : 8 + size])
    assert header["a"] == GOOD | OTHERS
    assert header["b"] == {**GOOD, "data_offsets": [2, 4], "x": 7, "y": "new"}
    made = Safetensors.from_bytes(edited)
    made.header.entries[0].value.others.clear()
    made = Safetensors.from_bytes(made.to_bytes())
    made.validate()
    assert [len(each.value.others) for each in made.header.entries] == [0, 2, 0]


def test_metadata_is_added_changed_and_removed() -> None:
    stored = from_numpy.save({"a": np.arange(3)}, {"format": "np", "n": "1"})
    made = Safetensors.from_bytes(stored)
    (told,) = (each.value for each in made.header.entries if each.key == "__metadata__")
    (number,) = (each for each in told.texts if each.key == "n")
    number.text = "2"
    told.texts.append({"key": "gr\u00fcn", "text": 'a "b"\n'})
    data = made.to_bytes()
    (size,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + size])
    assert size % 8 == 0
    assert header["__metadata__"] == {"format": "np", "n": "2", "gr\u00fcn": 'a "b"\n'}
    assert from_numpy.load(data)["a"].tolist() == [0, 1, 2]
    made = Safetensors.from_bytes(data)
    made.header.entries = [each for each in made.header.entries if each.key == "a"]
    made.header.entries[0].key = "another name"
    data = made.to_bytes()
    assert from_numpy.load(data)["another name"].tolist() == [0, 1, 2]
    assert b"__metadata__" not in data


STRETCHES = {
    "one after another": ([0, 2], [2, 4], [4, 4]),
    "in another order": ([2, 4], [0, 2]),
    "empty ones at the start and between": ([0, 0], [0, 2], [2, 2], [2, 4]),
    "one in another": ([0, 4], [1, 3]),
    "an overlap and a hole of the same size": ([0, 3], [2, 3]),
    "one twice": ([0, 2], [0, 2]),
    "an empty one within another": ([0, 4], [2, 2]),
    "a hole": ([0, 2], [3, 4]),
    "a hole at the start": ([1, 4],),
    "past the end": ([0, 2], [2, 5]),
}


@pytest.mark.parametrize("stretches", STRETCHES.values(), ids=STRETCHES)
def test_tensors_stand_where_the_package_wants_them(stretches: tuple[list[int], ...]) -> None:
    told = {
        f"t{i}": {"dtype": "U8", "shape": [end - begin], "data_offsets": [begin, end]}
        for i, (begin, end) in enumerate(stretches)
    }
    data = stored_with(told, b"\1\2\3\4")
    made = Safetensors.from_bytes(data)
    try:
        package.deserialize(data)
    except package.SafetensorError:
        with pytest.raises(quire.FormatError):
            made.validate()
    else:
        made.validate()
        assert made.to_bytes() == data


def test_a_header_that_is_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(quire.FormatError):
        Safetensors.from_bytes(struct.pack("<Q", 100_000_001) + bytes(100))


def test_files_that_are_generated_are_taken_by_the_package() -> None:
    files = [generate(Safetensors, seed=seed).to_bytes() for seed in range(100)]
    taken = [package.deserialize(data) for data in files]
    assert sum(map(len, taken)) > 50


def test_the_format_is_recognised(tmp_path: Path) -> None:
    from_numpy.save_file(some(), tmp_path / "model.safetensors")
    found = find_format(tmp_path / "model.safetensors")
    assert found is not None
    assert found.name == "safetensors"


@pytest.mark.parametrize("looked", [False, True])
def test_an_offset_that_is_set_is_written(*, looked: bool) -> None:
    arrays: dict[str, Any] = {
        "a": np.arange(2, dtype=np.float32),
        "b": np.arange(3, dtype=np.uint8),
    }
    record = Safetensors.from_bytes(from_numpy.save(arrays))
    if looked:
        assert {*tensors(record)} == {*arrays}
    record.header.entries[0].value.begin = 1
    data = record.to_bytes()
    told = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    assert told["a"]["data_offsets"] == [1, 9]
    assert data.endswith(arrays["a"].tobytes() + arrays["b"].tobytes())
