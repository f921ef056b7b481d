"""Arrays of NumPy by their spec, against numpy."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import npy as of_npy
from quire.generated import zip as of_zip
from quire.testing import generate

Npy: Any = of_npy.Npy
Zip: Any = of_zip.Zip

DTYPES = (
    "<f8", ">f4", "<f2", "<i8", ">i4", "<i2", "|i1", "|u1", ">u8", "|b1", "<c8", ">c16",
    "<U3", "|S2", "|V3", "<M8[D]", "<m8[ns]", "<f4, >i2", "u1, (2,)f4", "(3,)i2, S1",
)  # fmt: skip  # laid out as a table
SHAPES: tuple[tuple[int, ...], ...] = ((), (5,), (2, 3), (0, 4), (2, 3, 2))
VERSIONS = ((1, 0), (2, 0), (3, 0))


def written(array: Any, version: tuple[int, int] | None = None) -> bytes:
    """What numpy writes."""
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version)
    return file.getvalue()


def loaded(data: bytes) -> Any:
    """What numpy reads."""
    return np.load(io.BytesIO(data), allow_pickle=False)


def some(dtype: str, shape: tuple[int, ...]) -> Any:
    """An array of bytes that count up, a text of digits, or no more than a day."""
    kind = np.dtype(dtype)
    if kind.kind in "US":
        return np.arange(np.prod(shape), dtype=int).reshape(shape).astype(kind)
    count = int(np.prod(shape)) * kind.itemsize
    plain = (np.arange(count) % (2 if kind.kind == "b" else 60)).astype("u1")
    return plain.view(kind)[: int(np.prod(shape))].reshape(shape)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_what_numpy_writes_is_read_and_written_back(
    dtype: str, shape: tuple[int, ...], version: tuple[int, int]
) -> None:
    for array in (some(dtype, shape), np.asfortranarray(some(dtype, shape))):
        data = written(array, version)
        made = Npy.from_bytes(data)
        made.validate()
        assert (made.data.dtype, made.data.shape) == (array.dtype, array.shape)
        assert made.data.tobytes() == array.tobytes()
        assert made.data.flags.f_contiguous == array.flags.f_contiguous
        assert made.to_bytes() == data


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("order", ["C", "F"])
def test_what_is_built_is_what_numpy_writes(dtype: str, order: str) -> None:
    array = np.array(some(dtype, (2, 3)), order="F" if order == "F" else "C")
    descr = repr(np.lib.format.dtype_to_descr(array.dtype))
    header = {"descr": descr, "shape": [2, 3], "fortran_order": 2 if order == "F" else 1}
    data = Npy.build(header=header, data=array).to_bytes()
    assert data == written(array)
    assert loaded(data).tobytes() == array.tobytes()


# The second is, as ISO-8859-1, also UTF-8, of another name.
@pytest.mark.parametrize("name", ["n\u00e4me", "n\u00c3\u00a4me", "\u540d\u524d"])
def test_names_of_parts_are_latin_before_version_3(name: str) -> None:
    array = np.array([(1,), (2,)], [(name, "<i2")])
    for version in VERSIONS:
        if version < (3, 0) and name == "\u540d\u524d":
            continue
        data = written(array, version)
        made = Npy.from_bytes(data)
        made.validate()
        assert made.data.dtype == loaded(data).dtype == array.dtype
        assert made.to_bytes() == data
        made.header.shape = [2, 1]
        made.data = array.reshape(2, 1)[::-1]
        found = loaded(made.to_bytes())
        assert (found.dtype, found.tolist()) == (array.dtype, [[(2,)], [(1,)]])


def test_a_name_that_a_version_cannot_have_is_not_written() -> None:
    array = np.array([(1,), (2,)], [("\u540d", "<i2")])
    header = {"descr": repr(array.dtype.descr), "shape": [2]}
    with pytest.raises(quire.FormatError, match="text in ISO-8859-1"):
        Npy.build(header=header, data=array).to_bytes()
    assert loaded(Npy.build(major=3, header=header, data=array).to_bytes()).dtype == array.dtype


def test_a_long_header_needs_version_2() -> None:
    kind = np.dtype([(f"field number {i}", "<f8") for i in range(1500)])
    data = written(np.zeros(2, kind), (2, 0))
    assert Npy.from_bytes(data).data.dtype == kind


def test_an_array_is_replaced_by_one_of_another_shape() -> None:
    made = Npy.from_bytes(written(np.arange(6.0).reshape(2, 3)))
    new = np.arange(40.0).reshape(4, 10)
    made.data, made.header.shape = new, [4, 10]
    assert made.to_bytes() == written(new)
    made.header.descr, made.data = "'<f4'", new.astype("f4")
    assert made.to_bytes() == written(new.astype("<f4"))


def test_the_array_shares_the_memory_of_the_file(tmp_path: Path) -> None:
    data = written(np.arange(6))
    assert np.shares_memory(Npy.from_bytes(data).data, np.frombuffer(data, "u1"))
    (tmp_path / "x.npy").write_bytes(data)
    assert not Npy.from_file(tmp_path / "x.npy").data.flags.owndata


def test_arrays_of_an_archive_are_read_added_and_replaced() -> None:
    wanted: dict[str, Any] = {"a": np.arange(6).reshape(2, 3), "b": np.array(["x", "yz"])}
    file = io.BytesIO()
    np.savez_compressed(file, **wanted)
    archive = Zip.from_bytes(file.getvalue())
    found = {
        each.path: Npy.from_bytes(each.local.data.decode().tobytes()) for each in archive.entries
    }
    assert {name: each.data.tolist() for name, each in found.items()} == {
        f"{name}.npy": array.tolist() for name, array in wanted.items()
    }
    found["a.npy"].data = np.ones((2, 3), int)
    archive.entries[0].local.data = np.frombuffer(found["a.npy"].to_bytes(), "u1")
    new = Npy.build(header={"descr": "'<f4'", "shape": [2]}, data=[1, 2]).to_bytes()
    archive.entries.append({"name": b"c.npy", "local": {"data": np.frombuffer(new, "u1")}})
    again = loaded(archive.to_bytes())
    assert {name: again[name].tolist() for name in again} == {
        "a": [[1] * 3] * 2, "b": ["x", "yz"], "c": [1, 2]
    }  # fmt: skip  # laid out as a table


def with_header(text: str, data: bytes = bytes(6)) -> bytes:
    """A file with some header."""
    stored = text.encode()
    return b"\x93NUMPY\1\0" + len(stored).to_bytes(2, "little") + stored + data


@pytest.mark.filterwarnings("ignore:Reading `.npy`")  # of what Python 2 has written
def test_long_numbers_of_python_2_are_read_and_edited() -> None:
    named = "[('3L', '<i2', (2L,)), ('b', '<i2')]"
    text = f"{{'descr': {named}, 'fortran_order': False, 'shape': (2L, 1L), }}   \n"
    data = with_header(text, bytes(range(12)))
    wanted = np.load(io.BytesIO(data))
    made = Npy.from_bytes(data)
    made.validate()
    assert (made.data.dtype, made.data.shape) == (wanted.dtype, (2, 1))
    assert made.data.tobytes() == bytes(range(12))
    assert made.to_bytes() == data
    made.data, made.header.shape = made.data.reshape(1, 2), [1, 2]
    edited = np.load(io.BytesIO(made.to_bytes()))
    assert (edited.dtype, edited.shape) == (wanted.dtype, (1, 2))
    with pytest.raises(quire.FormatError):
        Npy.from_bytes(with_header(text.replace("2L, 1L", "2LL,"), bytes(12)))


REAL = sorted((Path(np.__file__).parent / "lib" / "tests" / "data").glob("*.npy"))


@pytest.mark.filterwarnings("ignore:Reading `.npy`")
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_files_that_numpy_ships_are_read_as_by_it(path: Path) -> None:
    data = path.read_bytes()
    try:
        wanted = np.load(path, allow_pickle=False)
    except ValueError:  # objects
        with pytest.raises(quire.FormatError):
            Npy.from_bytes(data)
    else:
        made = Npy.from_bytes(data)
        made.validate()
        assert np.array_equal(made.data, wanted)
        assert made.to_bytes() == data


class Pipe(io.RawIOBase):
    """A file that nobody can go back in."""

    def __init__(self) -> None:
        self.data = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.data += bytes(data)
        return len(data)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
@pytest.mark.parametrize("sink", [io.BytesIO, Pipe])
def test_archives_have_names_of_any_letters_wide_numbers_and_other_members(
    save: Any, sink: Any
) -> None:
    arrays = {"gr\u00fcn": np.arange(300), "d/\u540d": np.eye(2), "none": np.zeros((0, 2))}
    file = sink()
    save(file, **arrays)
    plain = file.data if sink is Pipe else file.getvalue()
    made = io.BytesIO(plain)
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr("note.txt", "no array")
        with archive.open("wide.npy", "w", force_zip64=True) as member:
            np.save(member, np.arange(4))
    data = made.getvalue()
    found = Zip.from_bytes(data)
    found.validate()
    assert found.to_bytes() == data
    held = {each.path: each.local.data.decode().tobytes() for each in found.entries}
    with pytest.raises(quire.FormatError):
        Npy.from_bytes(held.pop("note.txt"))
    wanted = {f"{name}.npy": array for name, array in arrays.items()}
    wanted["wide.npy"] = np.arange(4)
    assert held.keys() == wanted.keys()
    for name, array in wanted.items():
        assert np.array_equal(Npy.from_bytes(held[name]).data, array)
    del found.entries[1]
    with np.load(io.BytesIO(found.to_bytes())) as loaded:
        assert [*loaded] == ["gr\u00fcn", "none", "note.txt", "wide"]
        assert np.array_equal(loaded["wide"], np.arange(4))


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (b"\x93NUMPX", "magic"),
        (b"\x93NUMPY\4\0", "major"),
        (b"\x93NUMPY\1\1\0\0", "minor"),
        (b"\x93NUMPY\1\0\xff\0", "header"),
        (with_header("{]"), "header"),
        (with_header("__import__('os')"), "header"),
        (
            with_header("{'descr': '<u2', 'fortran_order': 0, 'shape': (3,)}"),
            "header.fortran_order",
        ),
        (with_header("{'descr': '<u2', 'fortran_order': False, 'shape': (-3,)}"), "header.shape"),
        (with_header("{'descr': '<u2', 'fortran_order': False, 'shape': 3}"), "header._unnamed5"),
        (with_header("{'descr': '<u2', 'fortran_order': False}"), "header._unnamed0"),
        (with_header("{'descr': '|O', 'fortran_order': False, 'shape': (3,)}"), "data"),
        (with_header("{'descr': '<q9', 'fortran_order': False, 'shape': (3,)}"), "data"),
        (with_header("{'descr': [('a', '|O')], 'fortran_order': False, 'shape': (3,)}"), "data"),
        (with_header("{'descr': 5, 'fortran_order': False, 'shape': (3,)}"), "data"),
        (with_header("{'descr': '<u2', 'fortran_order': False, 'shape': (4,)}"), "data"),
    ],
)
def test_what_numpy_refuses_is_refused_with_its_place(data: bytes, path: str) -> None:
    with pytest.raises((ValueError, EOFError, TypeError)):
        loaded(data)
    with pytest.raises(quire.FormatError) as caught:
        Npy.from_bytes(data)
    assert caught.value.path == path


def test_damaged_files_are_refused_and_nothing_else_happens() -> None:
    stored, chance, refused = written(some("<f4, >i2", (2, 3))), np.random.default_rng(7), 0
    for _ in range(500):
        data = bytearray(stored)
        for _ in range(chance.integers(1, 5)):
            data[chance.integers(90)] = chance.integers(256)
        cut = chance.choice(np.array([len(data), chance.integers(len(data))]))
        try:
            Npy.from_bytes(bytes(data[:cut])).validate()
        except quire.FormatError:
            refused += 1
    assert refused > 300


def test_files_that_are_generated_are_taken_by_numpy() -> None:
    sizes = [loaded(generate(Npy, seed=seed).to_bytes()).size for seed in range(100)]
    assert np.count_nonzero(sizes) > 50


def test_the_format_is_recognised(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.arange(3))
    found = find_format(tmp_path / "x.npy")
    assert found is not None
    assert found.name == "npy"
