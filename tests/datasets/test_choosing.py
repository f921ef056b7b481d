"""Parts that cannot have what is looked for are left out, and no other ones."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.cdd import GroupedWriter
from quire.cvc import pack_cvc, pack_cvc_columns
from quire.datasets import Dataset, Part
from tests.datasets.test_arrays import rows_of

COUNT = 1000
TIMES = np.arange(COUNT, dtype=np.int64) * 10
STEPS = (np.arange(COUNT) // 100 * 37 % 10).astype(np.float32) + np.linspace(0, 0.5, COUNT)


def found_in(dataset: Dataset, name: str, low: float, high: float) -> list[float]:
    """What is looked for, in all rows of some parts."""
    values = np.concatenate([np.asarray(table[name]) for table in map(Part.table, dataset.parts)])
    return sorted(values[(low <= values) & (values <= high)].ravel().tolist())


@pytest.mark.parametrize(("low", "high"), [(2.1, 2.2), (0, 0.4), (-5, -1), (100, 200), (-9, 99)])
@pytest.mark.parametrize("compression", ["int8", "fp16"])
def test_columns_are_chosen_by_the_range_of_their_codes(
    tmp_path: Path, low: float, high: float, compression: str
) -> None:
    columns: dict[str, Any] = {"step": STEPS.astype(np.float32), "time": TIMES}
    pack_cvc_columns(columns, tmp_path / "c.cvc", {"step": compression}, chunk_size=100)
    dataset = quire.parts(tmp_path / "c.cvc", rows_per_part=50)
    some = dataset.between("step", low, high)
    if compression == "fp16":
        assert len(some) == COUNT  # nothing is known of it
    elif high < 99:
        assert len(some.parts) <= 6  # a chunk is 0.5 wide, steps are 1 apart
    assert found_in(some, "step", low, high) == found_in(dataset, "step", low, high)


def test_rows_of_an_array_are_chosen_by_the_range_of_their_chunks(tmp_path: Path) -> None:
    rows = STEPS.astype(np.float32)[:, None] + np.zeros(4, np.float32)
    pack_cvc(rows, tmp_path / "a.cvc", "int8", chunk_size=100, format_version=1)
    dataset = quire.parts(tmp_path / "a.cvc", rows_per_part=30)
    some = dataset.between("value", 7.1, 7.3)
    assert 0 < len(some) <= 180
    assert found_in(some, "value", 7.1, 7.3) == found_in(dataset, "value", 7.1, 7.3)
    assert some.shape[1:] == (4,)
    assert len(rows_of(some)) == len(some)


def test_times_are_found_by_a_few_first_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quire.datasets.rows import ArrayRows

    with GroupedWriter(tmp_path / "a.cdd", ["time", "book"], layout="cdd") as writer:
        for start in range(0, COUNT, 50):
            time = TIMES[start : start + 50]
            writer.append({"time": time, "book": np.zeros((50, 2, 3), np.float32)})
    dataset = quire.parts(tmp_path / "a.cdd", rows_per_part=10)
    read: list[Any] = []
    original = ArrayRows.read

    def noted(self: Any, file: Any, place: Any, columns: Any = None) -> Any:
        read.append((place.rows, columns))
        return original(self, file, place, columns)

    monkeypatch.setattr(ArrayRows, "read", noted)
    some = dataset.between("time", 4321, 4567, ascending=True)
    assert set(read) == {(1, ("time",))}
    assert len(read) <= 2 * 8
    assert found_in(some, "time", 4321, 4567) == list(range(4330, 4561, 10))
    assert len(some.parts) <= 4
    for low, high in ((-5, -1), (9990, 9990), (10**6, 10**7), (0, 0), (4330, 4330)):
        some = dataset.between("time", low, high, ascending=True)
        assert found_in(some, "time", low, high) == found_in(dataset, "time", low, high)
        assert len(some.parts) <= 2


def test_records_are_found_by_their_order_and_files_are_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "t.ksy").write_text(
        "meta: {id: t, endian: le}\n"
        "seq: [{id: rows, type: row, repeat: eos}]\n"
        "types: {row: {seq: [{id: n, type: u1}, {id: x, size: n}, {id: time, type: u4}]}}\n"
    )
    for name, first in (("a", 0), ("b", 1000)):
        data = b"".join(struct.pack("<B2sI", 2, b"..", first + i) for i in range(100))
        (tmp_path / name).write_bytes(data)
    files = [tmp_path / "a", tmp_path / "b"]
    dataset = quire.parts(files, "rows", 10, spec=tmp_path / "t.ksy")
    some = dataset.between("time", 95, 1003, ascending=True)
    assert [table["time"].tolist()[0] for table in some] == [90, 1000]
    none = dataset.between("time", 500, 600, ascending=True)
    assert found_in(none, "time", 500, 600) == []
    assert dataset.between("time", 95, 1003).parts[0] == dataset.parts[0]
    with pytest.raises(KeyError, match="no column 'z'; there are n, x, time"):
        dataset.between("z", 0, 1)


def test_nothing_may_be_left(tmp_path: Path) -> None:
    pack_cvc(np.zeros((10, 2), np.float32), tmp_path / "a.cvc", "int8", format_version=1)
    some = quire.parts(tmp_path / "a.cvc").between("value", 5000, 6000)
    assert (len(some), rows_of(some).shape) == (0, (0, 2))
