"""Parts of a field that is an array: of a format without a face of its own, of a foreign spec."""

from __future__ import annotations

import json
import pickle
import struct
import zlib
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import quire
from quire.columns import NoColumnsError
from quire.runtime.errors import FileChangedError
from tests.served import serving

NUMBERS = np.arange(3_000_000, dtype="<f4").reshape(-1, 4)

MEASURED = """
meta: {id: measured, endian: le}
seq:
  - {id: len_name, type: u4}
  - {id: name, type: str, size: len_name, encoding: ASCII}
  - {id: len_body, type: u4}
  - {id: body, type: body, size: len_body}
  - {id: num_rows, type: u4}
  - id: rows
    size-eos: true
    -array: {dtype: f4, shape: [num_rows, 2]}
    -codec: [zlib, raw]
types:
  body:
    seq:
      - {id: num_bases, type: u4}
      - {id: bases, size: num_bases * 6, -array: {dtype: u2, shape: [num_bases, 3]}}
"""

XOR = """[{xor_delta: {stored: '"float32"', width: 2}}]"""

BASES = np.arange(30, dtype="<u2").reshape(10, 3)
ROWS = np.arange(40, dtype="<f4").reshape(20, 2)


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """What describes `measured`."""
    (tmp_path / "measured.ksy").write_text(MEASURED)
    return tmp_path / "measured.ksy"


def measured(name: bytes = b"name", rows: bytes | None = None, num_rows: int = 20) -> bytes:
    """A file with an array that is stored as it is, and one that is not."""
    body = struct.pack("<I", 10) + BASES.tobytes()
    stored = zlib.compress(ROWS.tobytes()) if rows is None else rows
    head = struct.pack("<I", len(name)) + name + struct.pack("<I", len(body)) + body
    return head + struct.pack("<I", num_rows) + stored


def served_npy(array: np.ndarray, folder: Path) -> bytes:
    """The bytes that numpy saves an array as."""
    np.save(folder / "it.npy", array)
    return (folder / "it.npy").read_bytes()


@pytest.mark.parametrize(
    "array",
    [
        np.arange(40, dtype=">i4").reshape(10, 2, 2),
        np.asfortranarray(np.arange(40.0).reshape(10, 4)),
        np.arange(7),
        np.zeros((10, 0), "f4"),
        np.zeros((0, 3), "f4"),
        np.array(["one", "eleven", ""]),
    ],
    ids=["big-endian", "by columns", "one axis", "empty rows", "no rows", "texts"],
)
def test_parts_of_an_npy_file_are_what_numpy_loads(array: np.ndarray, tmp_path: Path) -> None:
    np.save(tmp_path / "it.npy", array)
    dataset = quire.parts(tmp_path / "it.npy", rows_per_part=3)
    assert (dataset.shape, dataset.dtype) == (array.shape, array.dtype.newbyteorder("="))
    found = np.concatenate(list(dataset))
    assert found.tolist() == array.tolist()
    assert len(dataset.parts) == max(1, -(-len(array) // 3))


def test_what_a_part_reads_is_memory_of_its_own(tmp_path: Path) -> None:
    np.save(tmp_path / "it.npy", NUMBERS[:10])
    part = quire.parts(tmp_path / "it.npy").parts[0]
    part.read()[:] = 7
    assert part.read().tolist() == NUMBERS[:10].tolist()


def test_fields_of_structured_rows_are_columns(tmp_path: Path) -> None:
    rows = np.array([(1.5, 2), (2.5, 3), (3.5, 4)], [("a", "<f4"), ("b", ">i2")])
    np.save(tmp_path / "it.npy", rows)
    dataset = quire.parts(tmp_path / "it.npy", rows_per_part=2)
    assert pa.table(dataset).to_pydict() == {"a": [1.5, 2.5, 3.5], "b": [2, 3, 4]}
    assert dataset.select(["b"]).parts[1].read()["b"].tolist() == [4]


def test_what_arrow_does_not_know_is_refused_by_name(tmp_path: Path) -> None:
    np.save(tmp_path / "it.npy", np.array(["one", "two"]))
    with pytest.raises(TypeError, match="Arrow has no columns of <U3: read them as numpy arrays"):
        pa.table(quire.parts(tmp_path / "it.npy"))


def test_a_single_value_has_no_parts(tmp_path: Path) -> None:
    np.save(tmp_path / "it.npy", np.float32(3))
    with pytest.raises(ValueError, match="a single value has no rows"):
        quire.parts(tmp_path / "it.npy")


def test_a_part_of_an_array_is_small_and_read_by_another_process(
    spec: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.bin").write_bytes(measured())
    for path, expected in [("body.bases", BASES[8:]), ("rows", ROWS[8:12])]:
        part = quire.parts(tmp_path / "a.bin", path, 4, spec=spec).parts[2]
        assert len(pickle.dumps(part)) < 1024
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            found = pool.submit(part.read).result()
        assert found.tolist() == expected.tolist()


def test_many_files_whose_arrays_stand_elsewhere_are_one_dataset(
    spec: Path, tmp_path: Path
) -> None:
    for name in ("a", "bcd"):
        (tmp_path / f"{name}.bin").write_bytes(measured(name.encode()))
    dataset = quire.parts(tmp_path / "*.bin", "body.bases", 6, spec=spec)
    assert np.concatenate(list(dataset)).tolist() == [*BASES.tolist(), *BASES.tolist()]


def test_files_of_either_byte_order_are_one_dataset(tmp_path: Path) -> None:
    for name, order in [("a", "<"), ("b", ">"), ("c", "<")]:
        np.save(tmp_path / f"{name}.npy", NUMBERS[:3].astype(f"{order}f4"))
    dataset = quire.parts(tmp_path / "*.npy", rows_per_part=2)
    assert np.concatenate(list(dataset)).tolist() == NUMBERS[:3].tolist() * 3


def test_files_whose_rows_differ_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.zeros((3, 4), "f4"))
    np.save(tmp_path / "b.npy", np.zeros((3, 4), "f8"))
    with pytest.raises(ValueError, match=r"b\.npy does not fit: expected float32 rows of \(4,\)"):
        quire.parts(tmp_path / "*.npy")


def test_an_array_in_a_record_of_a_list_is_found_by_its_number(tmp_path: Path) -> None:
    head = {
        name: {"dtype": "F32", "shape": [5, 2], "data_offsets": [40 * i, 40 * i + 40]}
        for i, name in enumerate("ab")
    }
    text = json.dumps(head).encode()
    values = np.arange(20, dtype="<f4")
    path = tmp_path / "model.safetensors"
    path.write_bytes(struct.pack("<Q", len(text)) + text + values.tobytes())
    dataset = quire.parts(path, "header.entries[1].value.data", 2)
    assert np.concatenate(list(dataset)).tolist() == values[10:].reshape(5, 2).tolist()


def test_a_list_is_no_array_because_another_type_has_one_of_its_name(tmp_path: Path) -> None:
    spec = tmp_path / "named.ksy"
    spec.write_text(
        "meta: {id: named, endian: le}\nseq:\n"
        "  - {id: items, type: item, repeat: expr, repeat-expr: 3}\n"
        "  - {id: body, type: body}\n"
        "types:\n  item: {seq: [{id: number, type: u1}]}\n"
        "  body: {seq: [{id: items, size: 2, -array: {dtype: u1, shape: [2]}}]}\n"
    )
    (tmp_path / "it.bin").write_bytes(bytes([1, 2, 3, 8, 9]))
    records = quire.parts(tmp_path / "it.bin", "items", spec=spec).parts[0].read()
    assert records["number"].tolist() == [1, 2, 3]
    array = quire.parts(tmp_path / "it.bin", "body.items", spec=spec).parts[0].read()
    assert array.tolist() == [8, 9]


def test_without_a_path_the_arrays_of_the_file_are_named(tmp_path: Path) -> None:
    (tmp_path / "two.ksy").write_text(
        "meta: {id: two, endian: le}\nseq:\n"
        "  - {id: a, size: 4, -array: {dtype: u1, shape: [4]}}\n"
        "  - {id: b, size: 4, -array: {dtype: u2, shape: [2]}}\n"
    )
    (tmp_path / "it.bin").write_bytes(bytes(range(8)))
    with pytest.raises(ValueError, match=r"list or an array in .*it\.bin, one of a, b"):
        quire.parts(tmp_path / "it.bin", spec=tmp_path / "two.ksy")
    found = quire.parts(tmp_path / "it.bin", "b", spec=tmp_path / "two.ksy")
    assert found.parts[0].read().tolist() == [0x0504, 0x0706]


def test_a_path_that_leads_to_no_array_says_so(spec: Path, tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(measured())
    with pytest.raises(NoColumnsError, match=r"measured\.bodies .* there is no such field"):
        quire.parts(tmp_path / "a.bin", "bodies.bases", spec=spec)
    with pytest.raises(ValueError, match="raw: rows is an array, whose rows have no fields"):
        quire.parts(tmp_path / "a.bin", spec=spec, raw=["x"])


def test_a_file_that_was_changed_is_not_read(tmp_path: Path) -> None:
    np.save(tmp_path / "it.npy", NUMBERS[:10])
    part = quire.parts(tmp_path / "it.npy").parts[0]
    np.save(tmp_path / "it.npy", NUMBERS[:11])
    with pytest.raises(FileChangedError):
        part.read()


def test_damage_is_told_with_its_place(spec: Path, tmp_path: Path) -> None:
    (tmp_path / "cut.bin").write_bytes(measured()[:60])
    with pytest.raises(quire.FormatError, match="body"):
        quire.parts(tmp_path / "cut.bin", "body.bases", spec=spec)
    (tmp_path / "odd.bin").write_bytes(measured(rows=b"no zlib"))
    with pytest.raises(quire.FormatError, match="rows"):
        quire.parts(tmp_path / "odd.bin", "rows", spec=spec).parts[0].read()


# -- behind URLs ---------------------------------------------------------------------------------


def test_an_array_behind_a_url_is_planned_without_its_bytes(tmp_path: Path) -> None:
    with serving(served_npy(NUMBERS, tmp_path)) as site:
        dataset = quire.parts(site.url, format="npy", rows_per_part=1000)
        assert dataset.shape == NUMBERS.shape
        assert sum(site.sent) < 1 << 20 < NUMBERS.nbytes
        site.forget()
        assert dataset.parts[700].read().tolist() == NUMBERS[700_000:701_000].tolist()
        assert sum(site.sent) == 16_000


def test_a_codec_that_cannot_decode_rows_alone_decodes_all(tmp_path: Path) -> None:
    text = MEASURED.replace("[zlib, raw]", XOR)
    (tmp_path / "spec.ksy").write_text(text)
    body = {"num_bases": 10, "bases": BASES}
    kind = quire.compile(tmp_path / "spec.ksy").Measured
    kind.build(name="n", body=body, num_rows=20, rows=ROWS).to_file(tmp_path / "a.bin")
    dataset = quire.parts(tmp_path / "a.bin", "rows", 7, spec=tmp_path / "spec.ksy")
    assert np.concatenate(list(dataset)).tolist() == ROWS.tolist()


def test_long_stretches_that_are_no_array_are_read(spec: Path) -> None:
    with serving(measured(b"x" * 20_000_000)) as site:
        dataset = quire.parts(site.url, "body.bases", 4, spec=spec)
        assert np.concatenate(list(dataset)).tolist() == BASES.tolist()
        packed = quire.parts(site.url, "rows", 7, spec=spec)
        assert np.concatenate(list(packed)).tolist() == ROWS.tolist()


def test_a_long_payload_that_is_not_stored_as_it_is_is_fetched(spec: Path) -> None:
    stored = zlib.compress(NUMBERS.tobytes(), 0)
    with serving(measured(rows=stored, num_rows=NUMBERS.size // 2)) as site:
        part = quire.parts(site.url, "rows", 7, spec=spec).parts[100_000]
        assert part.read().tolist() == NUMBERS.reshape(-1, 2)[700_000:700_007].tolist()


def test_without_ranges_all_of_a_file_is_fetched(tmp_path: Path) -> None:
    _reads_alike(NUMBERS[:100], tmp_path, ranges=False)


def test_an_answer_that_was_cut_off_is_an_error(tmp_path: Path) -> None:
    with serving(served_npy(NUMBERS, tmp_path)) as site:
        part = quire.parts(site.url, format="npy", rows_per_part=1000).parts[700]
        site.cut = 5
        with pytest.raises(OSError, match=r"asked for 16000 bytes|payload is not completed"):
            part.read()


def test_a_small_file_behind_a_url_is_fetched_at_once(tmp_path: Path) -> None:
    _reads_alike(NUMBERS[:100], tmp_path, ranges=True)


def _reads_alike(array: np.ndarray, folder: Path, *, ranges: bool) -> None:
    with serving(served_npy(array, folder)) as site:
        site.ranges = ranges
        dataset = quire.parts(site.url, format="npy", rows_per_part=30)
        assert np.concatenate(list(dataset)).tolist() == array.tolist()
