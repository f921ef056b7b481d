"""Files of many small chunks, which are decoded many at a time: any rows, as if one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.cvc import (
    CorruptedChunkError,
    get_cvc_info,
    load_cvc,
    load_cvc_columns,
    load_cvc_range,
    open_cvc,
    pack_cvc,
    pack_cvc_columns,
)

from .layout import v0, v1

COUNT = 2000
ROWS = [1 if number < 900 else number % 4 for number in range(COUNT)]
VALUES = np.arange(3 * sum(ROWS), dtype=np.float32).reshape(-1, 3) % 250  # exact but in int8
ENDS = np.cumsum(ROWS).tolist()


def scheme_of(number: int) -> str:
    """Neighbours that share one, and such that do not."""
    return ("fp16", "int8", "fp16", "bfloat16")[number // 7 % 4] if number > 1200 else "fp16"


def payload_of(number: int) -> bytes:
    """Half precision, or codes of a quantiser with steps of 2."""
    values = VALUES[ENDS[number] - ROWS[number] : ENDS[number]]
    if scheme_of(number) == "int8":
        return (values // 2).astype(np.uint8).tobytes()
    if scheme_of(number) == "bfloat16":
        return (values.view("<u4") >> 16).astype("<u2").tobytes()
    return values.astype("<f2").tobytes()


def expected() -> Any:
    """The values, those in codes rounded down to steps of 2."""
    values = VALUES.copy()
    for number in range(COUNT):
        if scheme_of(number) == "int8":
            part = values[ENDS[number] - ROWS[number] : ENDS[number]]
            part[...] = part // 2 * 2
    return values


def header() -> dict[str, Any]:
    """The header of the file."""
    infos: list[dict[str, Any]] = []
    for number, rows in enumerate(ROWS):
        infos.append({"rows": rows, "compression": scheme_of(number)})
        if scheme_of(number) == "int8":
            infos[-1] |= {"min": 0.0, "scale": 2.0}
    return {
        "num_vectors": len(VALUES),
        "dimension": 3,
        "compression": "fp16",
        "chunks": infos,
    }


@pytest.fixture(params=[v0, v1], ids=["v0", "v1"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "many.cvc"
    path.write_bytes(request.param(header(), *map(payload_of, range(COUNT))))
    return path


def test_all_rows_are_decoded(path: Path) -> None:
    assert np.array_equal(load_cvc(path), expected())
    out = np.full_like(VALUES, -1)
    assert load_cvc(path, out=out, backend="reference", workers=2) is out
    assert np.array_equal(out, expected())


@pytest.mark.parametrize(
    ("start", "stop"),
    [(0, 1), (7, 8), (3, 890), (890, 1400), (899, 901), (1000, 1000), (1500, None)],
)
def test_any_rows_are_decoded(start: int, stop: int | None, path: Path) -> None:
    assert np.array_equal(load_cvc(path, rows=slice(start, stop)), expected()[start:stop])


def test_ranges_may_come_in_any_order(path: Path) -> None:
    ranges = [(800, 1000), (0, 5), (1100, len(VALUES)), (4, 4), (0, 5)]
    with open_cvc(path) as reader:
        found = reader.read_ranges(ranges)
        assert np.array_equal(found, np.concatenate([expected()[a:b] for a, b in ranges]))
        assert np.array_equal(reader.read(), expected())
        assert np.array_equal(np.concatenate(list(reader.iter_chunks())), expected())
        assert np.array_equal(reader.read(), expected())  # with all records made
        assert np.array_equal(reader[::-3], expected()[::-3])
    chosen = load_cvc_range(path, [1999, 0, 901])
    parts = [expected()[ENDS[i] - ROWS[i] : ENDS[i]] for i in (1999, 0, 901)]
    assert np.array_equal(chosen, np.concatenate(parts))


def test_what_is_known_of_chunks(path: Path) -> None:
    with open_cvc(path) as reader:
        assert len(reader.chunks) == COUNT
        assert [chunk.rows for chunk in reader.chunks] == ROWS
        assert [chunk.stop for chunk in reader.chunks[-2:]] == ENDS[-2:]
        assert [chunk.stored_bytes for chunk in reader.chunks] == [
            len(payload_of(number)) for number in range(COUNT)
        ]
        assert reader.chunks[-1] == reader.chunks[COUNT - 1]
        assert reader.chunks[-1] in reader.chunks
        with pytest.raises(IndexError):
            reader.chunks[COUNT]
    info = get_cvc_info(path)
    assert info["num_chunks"] == COUNT
    assert [chunk["rows"] for chunk in info["chunks"]] == ROWS
    assert [chunk["index"] for chunk in info["chunks"]] == list(range(COUNT))
    assert [chunk["compression"] for chunk in info["chunks"]] == [*map(scheme_of, range(COUNT))]


@pytest.mark.parametrize("damaged", [[3], [1999], [500, 501, 1207]])
def test_damage_is_told_of_the_first_chunk_that_has_it(damaged: list[int], tmp_path: Path) -> None:
    path = tmp_path / "damaged.cvc"
    data = bytearray(v1(header(), *map(payload_of, range(COUNT))))
    sizes = [len(payload_of(number)) for number in range(COUNT)]
    begin = len(data) - sum(sizes) - 8 * COUNT
    offsets = [begin + 8 * (i + 1) + sum(sizes[:i]) for i in range(COUNT)]
    for number in damaged:
        data[offsets[number]] ^= 1
    path.write_bytes(data)
    with pytest.raises(CorruptedChunkError) as caught:
        load_cvc(path, workers=1)
    assert caught.value.path == f"chunks[{damaged[0]}].payload"
    assert caught.value.offset == offsets[damaged[0]]
    wanted = expected()
    for number in damaged:
        wanted[ENDS[number] - ROWS[number] : ENDS[number]] = -7
    found = load_cvc(path, on_corruption="skip", fill_value=-7)
    assert np.array_equal(found, wanted)


def test_a_file_that_was_packed_in_many_chunks_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "packed.cvc"
    for compression in ("fp16", "int8", "lossless"):
        values = np.tile(VALUES[:1, :1], (700, 2)) + np.array([[0, 255]], np.float32)
        pack_cvc(values, path, compression, 2, format_version=1)
        assert np.array_equal(load_cvc(path), values)


def test_columns_in_many_chunks_come_back(tmp_path: Path) -> None:
    path = tmp_path / "columns.cvc"
    numbers = np.arange(900, dtype=np.int64)
    pack_cvc_columns({"n": numbers[:, None], "v": VALUES[:900]}, path, chunk_size=2)
    found = load_cvc_columns(path)
    assert np.array_equal(found["n"].reshape(-1), numbers)
