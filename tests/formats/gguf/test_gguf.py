"""GGUF by its spec and a codec, against the package of its authors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import gguf as of_gguf
from quire.testing import generate

gguf: Any = pytest.importorskip("gguf", reason="pip install gguf")
Gguf: Any = of_gguf.Gguf

PLAIN = ("F32", "F16", "F64", "I8", "I16", "I32", "I64")
QUANTISED = ("Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q4_K", "Q5_K", "Q6_K")
OTHERS = ("Q2_K", "Q3_K", "IQ4_NL", "IQ2_XS", "TQ1_0", "MXFP4", "NVFP4", "Q1_0")
VALUES = np.random.default_rng(1).standard_normal((3, 512)).astype(np.float32)


def stored_as(kind: str) -> Any:
    """What the package stores of the values; of kinds that it cannot make, random blocks."""
    number = gguf.GGMLQuantizationType[kind]
    try:
        return gguf.quants.quantize(VALUES, number)
    except NotImplementedError:  # the package cannot make this kind
        shape = gguf.quants.quant_shape_to_byte_shape(VALUES.shape, number)
        return np.random.default_rng(2).integers(0, 60, shape, dtype=np.uint8)


def written(path: Path, tensors: dict[str, tuple[str, Any]], alignment: int = 32) -> bytes:
    """A file that the package writes."""
    writer = gguf.GGUFWriter(path, "llama")
    if alignment != 32:
        writer.add_custom_alignment(alignment)
    writer.add_uint8("x.u8", 255)
    writer.add_int16("x.s16", -300)
    writer.add_uint64("x.u64", 2**63)
    writer.add_float32("x.f4", 0.5)
    writer.add_float64("x.f8", -0.1)
    writer.add_bool("x.flag", val=True)
    writer.add_string("x.text", "größer")
    writer.add_array("x.words", ["<s>", "", "caf\u00e9"])
    writer.add_array("x.scores", [0.5, -1.0])
    for name, (kind, array) in tensors.items():
        raw = None if kind in PLAIN else gguf.GGMLQuantizationType[kind]
        writer.add_tensor(name, array, raw_dtype=raw)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path.read_bytes()


def array_of(tensor: Any) -> Any:
    """The elements of a tensor, whatever they are stored as."""
    data = tensor.data
    return (data.elements if hasattr(data, "elements") else data.quantised).decode()


def read_by_package(data: bytes, path: Path) -> dict[str, Any]:
    """The tensors of a file, decoded by the package; its offsets leave no hole."""
    path.write_bytes(data)
    reader, end = gguf.GGUFReader(path), 0
    for tensor in reader.tensors:
        assert tensor.data_offset - reader.data_offset == end
        end += -(-int(tensor.n_bytes) // int(reader.alignment)) * int(reader.alignment)
    return {
        each.name: gguf.quants.dequantize(each.data, each.tensor_type) for each in reader.tensors
    }


@pytest.fixture
def stored(tmp_path: Path) -> bytes:
    """A file with three tensors, at multiples of 64 bytes."""
    some = {"a": ("F16", VALUES.astype(np.float16)), "b": ("Q4_0", stored_as("Q4_0"))}
    return written(tmp_path / "some.gguf", some | {"c": ("Q8_0", stored_as("Q8_0"))}, 64)


@pytest.mark.parametrize("alignment", [32, 128])
@pytest.mark.parametrize("kind", [*PLAIN, *QUANTISED, *OTHERS])
def test_what_the_package_writes_is_read_and_written_back(
    kind: str, alignment: int, tmp_path: Path
) -> None:
    plain = {"F16": "f2", "F32": "f4", "F64": "f8"} | {f"I{8 * n}": f"i{n}" for n in (1, 2, 4, 8)}
    array = (VALUES * 10).astype(plain[kind]) if kind in PLAIN else stored_as(kind)
    data = written(
        tmp_path / "x.gguf", {"first": ("F32", VALUES[0]), "x": (kind, array)}, alignment
    )
    made = Gguf.from_bytes(data)
    made.validate()
    assert (made.alignment, made.version) == (alignment, 3)
    known = {pair.key: pair.value for pair in made.metadata}
    assert (known["x.u8"], known["x.s16"], known["x.u64"], known["x.flag"]) == (255, -300, 2**63, 1)
    assert (known["x.text"].text, known["x.f4"], known["x.f8"]) == ("größer", 0.5, -0.1)
    assert [each.text for each in known["x.words"].values] == ["<s>", "", "caf\u00e9"]
    assert known["x.scores"].values == [0.5, -1]
    first, other = made.tensors
    assert np.array_equal(array_of(first), VALUES[0])
    if kind in OTHERS:
        assert other.data.blocks == array.tobytes()
    else:
        number = gguf.GGMLQuantizationType[kind]
        wanted = array if kind in PLAIN else gguf.quants.dequantize(array, number)
        found = array_of(other)
        assert (found.dtype, found.shape) == (wanted.dtype, VALUES.shape)
        assert found.tobytes() == wanted.tobytes()
    assert made.to_bytes() == data


def test_bfloat16_is_read(tmp_path: Path) -> None:
    data = written(tmp_path / "x.gguf", {"x": ("BF16", stored_as("BF16"))})
    (tensor,) = Gguf.from_bytes(data).tensors
    found = tensor.data.elements.decode()
    assert found.dtype.name == "bfloat16"
    assert np.array_equal(found.astype("f4"), VALUES.astype(found.dtype).astype("f4"))


def test_elements_that_are_stored_as_they_are_share_the_memory_of_the_file(stored: bytes) -> None:
    found = np.asarray(Gguf.from_bytes(stored).tensors[0].data.elements.stored)
    assert np.shares_memory(found, np.frombuffer(stored, np.uint8))


def test_what_is_built_is_read_by_the_package(tmp_path: Path) -> None:
    kind = Gguf.Kind
    metadata = [
        {"key": "general.architecture", "kind": kind.string, "value": {"text": "llama"}},
        {"key": "general.alignment", "kind": kind.uint32, "value": 256},
        {"key": "n", "kind": kind.array, "value": {"kind": kind.int8, "values": [-1, 2]}},
    ]
    tensors = [
        {"name": "a", "dimensions": [5], "kind": 0, "data": {"elements": VALUES[0, :5]}},
        {"name": "b", "dimensions": [512, 3], "kind": 8, "data": {"quantised": VALUES}},
        {"name": "c", "dimensions": [], "kind": 0, "data": {"elements": np.float32(7)}},
    ]
    data = Gguf.build(metadata=metadata, tensors=tensors).to_bytes()
    found = read_by_package(data, tmp_path / "x.gguf")
    assert np.array_equal(found["a"], VALUES[0, :5])
    wanted = gguf.quants.quantize(VALUES, gguf.GGMLQuantizationType.Q8_0)
    assert bytes(Gguf.from_bytes(data).tensors[1].data.quantised.stored) == wanted.tobytes()
    assert Gguf.build(metadata=[], tensors=[]).to_bytes() == b"GGUF\3\0\0\0" + bytes(16)


def test_a_key_is_added_and_the_tensors_stay(stored: bytes, tmp_path: Path) -> None:
    made = Gguf.from_bytes(stored)
    for length in (1, 70, 9):
        made.metadata.append({"key": f"n{length}", "kind": 8, "value": {"text": "x" * length}})
    data = made.to_bytes()
    found = read_by_package(data, tmp_path / "x.gguf")
    assert np.array_equal(found["a"], VALUES.astype(np.float16))
    assert [each.offset for each in made.tensors] == [0, 3072, 3968]


def test_a_tensor_is_added_removed_and_replaced_without_a_hole(
    stored: bytes, tmp_path: Path
) -> None:
    new = {"name": "new", "dimensions": [3], "kind": 0, "data": {"elements": VALUES[0, :3]}}
    made = Gguf.from_bytes(stored)
    made.tensors.append(new)
    found = read_by_package(made.to_bytes(), tmp_path / "x.gguf")
    assert np.array_equal(found["new"], VALUES[0, :3])
    assert np.array_equal(found["a"], VALUES.astype(np.float16))
    for gone in range(3):
        made = Gguf.from_bytes(stored)
        del made.tensors[gone]
        assert [*read_by_package(made.to_bytes(), tmp_path / "x.gguf")] == [
            name for name in "abc" if name != "abc"[gone]
        ]
    made = Gguf.from_bytes(stored)
    made.tensors[0].data.elements = np.ones((3, 512), np.float16)
    assert made.to_bytes()[-2500:] == stored[-2500:]
    made = Gguf.from_bytes(stored)
    longer = np.vstack([VALUES, VALUES])
    made.tensors[1].data.quantised = longer
    made.tensors[1].dimensions = [512, 6]
    found = read_by_package(made.to_bytes(), tmp_path / "x.gguf")
    assert found["b"].shape == (6, 512)
    wanted = gguf.quants.dequantize(stored_as("Q8_0"), gguf.GGMLQuantizationType.Q8_0)
    assert found["c"].tobytes() == wanted.tobytes()


def test_damaged_files_are_refused_and_nothing_else_happens(stored: bytes) -> None:
    chance, refused = np.random.default_rng(7), 0
    for _ in range(400):
        data = bytearray(stored)
        for _ in range(chance.integers(1, 5)):
            data[chance.integers(600)] = chance.choice(
                np.array([0, 1, 0x7F, 0xFF, chance.integers(256)])
            )
        cut = chance.choice(np.array([len(data), chance.integers(len(data))]))
        try:
            made = Gguf.from_bytes(bytes(data[:cut]))
            made.validate()
            for tensor in made.tensors:
                if not hasattr(tensor.data, "blocks"):
                    array_of(tensor)
        except quire.FormatError:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize(
    ("data", "path", "offset"),
    [
        (b"GGUX" + bytes(20), "magic", 0),
        (b"GGUF\0\0\0\3" + bytes(16), "version", 4),
        (b"GGUF\1\0\0\0" + bytes(16), "version", 4),
        (b"GGUF\3\0\0\0" + b"\xff" * 16, "metadata", 24),
        (
            b"GGUF\3\0\0\0" + bytes(8) + b"\1" + bytes(15) + b"\x63" + bytes(9),
            "metadata[0].kind",
            32,
        ),
    ],
)
def test_an_error_names_the_field_and_the_byte(data: bytes, path: str, offset: int) -> None:
    with pytest.raises(quire.FormatError) as caught:
        Gguf.from_bytes(data)
    assert (caught.value.path, caught.value.offset) == (path, offset)


@pytest.mark.parametrize("alignment", [0, 3, 24, 48])
def test_an_alignment_that_is_no_power_of_two_is_refused(
    alignment: int, stored: bytes, tmp_path: Path
) -> None:
    made = Gguf.from_bytes(stored)
    (pair,) = (each for each in made.metadata if each.is_alignment)
    pair.value = alignment
    with pytest.raises(quire.FormatError):
        made.to_bytes()
    at = stored.index(b"general.alignment") + 17 + 4
    data = stored[:at] + alignment.to_bytes(4, "little") + stored[at + 4 :]
    (tmp_path / "x.gguf").write_bytes(data)
    with pytest.raises(ValueError, match="alignment"):
        gguf.GGUFReader(tmp_path / "x.gguf")
    with pytest.raises(quire.FormatError) as caught:
        Gguf.from_bytes(data)
    assert caught.value.path == "alignment"


def test_an_alignment_of_another_kind_is_told(stored: bytes, tmp_path: Path) -> None:
    at = stored.index(b"general.alignment") + 17
    data = stored[:at] + b"\5" + stored[at + 1 :]
    (tmp_path / "x.gguf").write_bytes(data)
    with pytest.raises(ValueError, match="alignment"):
        gguf.GGUFReader(tmp_path / "x.gguf")
    with pytest.raises(quire.FormatError) as caught:
        Gguf.from_bytes(data).validate()
    assert caught.value.path.endswith("is_misnamed")


VALUES_OF_KINDS = {
    "uint8": 200,
    "int8": -3,
    "uint16": 60_000,
    "int16": -300,
    "uint32": 1 << 31,
    "int32": -5,
    "uint64": 1 << 63,
    "int64": -9,
    "float32": 0.5,
    "float64": -0.1,
    "bool": 1,
    "string": {"text": "gr\u00fcn"},
    "array": {"kind": Gguf.Kind.int16, "values": [1, -2]},
}


@pytest.mark.parametrize("kind", VALUES_OF_KINDS)
@pytest.mark.parametrize("at", [0, 1, 99])
def test_a_key_of_each_kind_is_added_changed_and_removed(
    kind: str, at: int, stored: bytes, tmp_path: Path
) -> None:
    value = VALUES_OF_KINDS[kind]
    told = {"string": "gr\u00fcn", "array": [1, -2]}.get(kind, value)

    def found(data: bytes) -> tuple[Any, list[tuple[str, bytes]]]:
        (tmp_path / "x.gguf").write_bytes(data)
        reader = gguf.GGUFReader(tmp_path / "x.gguf")
        field = reader.fields.get("new")
        tensors = [(each.name, each.data.tobytes()) for each in reader.tensors]
        return field and field.contents(), tensors

    _, tensors = found(stored)
    made = Gguf.from_bytes(stored)
    made.metadata.insert(at, {"key": "new", "kind": Gguf.Kind[kind], "value": value})
    added = made.to_bytes()
    assert found(added) == (told, tensors)
    made = Gguf.from_bytes(added)
    (pair,) = (each for each in made.metadata if each.key == "new")
    pair.kind, pair.value = Gguf.Kind.string, {"text": "another"}
    assert found(made.to_bytes()) == ("another", tensors)
    made = Gguf.from_bytes(added)
    made.metadata = [each for each in made.metadata if each.key != "new"]
    assert made.to_bytes() == stored


def test_files_that_are_generated_are_taken_by_the_package(tmp_path: Path) -> None:
    taken = 0
    for seed in range(100):
        (tmp_path / "x.gguf").write_bytes(generate(Gguf, seed=seed).to_bytes())
        try:
            gguf.GGUFReader(tmp_path / "x.gguf")
        except (ValueError, KeyError, IndexError):  # of scalars in bfloat16, the last one
            continue
        taken += 1
    assert taken >= 95


def test_the_format_is_recognised(stored: bytes, tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(stored)
    found = find_format(tmp_path / "model")
    assert found is not None
    assert found.name == "gguf"


def of_names(keys: list[str], tensors: list[str]) -> Any:
    """A model with some keys and some tensors."""
    told = [{"key": each, "kind": Gguf.Kind.uint8, "value": 1} for each in keys]
    ones = {"kind": Gguf.Element.f32, "dimensions": [8], "data": {"elements": np.ones(8, "<f4")}}
    return Gguf.build(metadata=told, tensors=[{"name": each, **ones} for each in tensors])


@pytest.mark.parametrize(
    ("keys", "tensors", "path"),
    [
        (["a", "b", "a"], ["a"], "num_again"),
        (["a", "b"], ["b", "a", "c", "b"], "num_tensors_again"),
        (["a", "b"], ["a", "b"], ""),
        (["a", "A"], ["", "a "], ""),
    ],
)
def test_names_that_stand_there_twice_are_told_where_the_package_refuses_them(
    keys: list[str], tensors: list[str], path: str, tmp_path: Path
) -> None:
    file = tmp_path / "some.gguf"
    of_names(keys, tensors).to_file(file)
    made = Gguf.from_file(file)
    if not path:
        made.validate()
        assert [each.name for each in gguf.GGUFReader(file).tensors] == tensors
        return
    with pytest.raises((KeyError, ValueError), match=r"[Dd]uplicate"):
        gguf.GGUFReader(file)
    with pytest.raises(quire.FormatError) as caught:
        made.validate()
    assert caught.value.path == path
    del made.metadata[2:], made.tensors[3:]
    made.to_file(file)
    Gguf.from_file(file).validate()
    assert len(gguf.GGUFReader(file).tensors) == min(len(tensors), 3)
