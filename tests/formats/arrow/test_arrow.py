"""Frames of Arrow's files by their spec, against pyarrow."""

from __future__ import annotations

import io
import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import arrow as of_arrow

pa: Any = pytest.importorskip("pyarrow", reason="pip install pyarrow")

Arrow: Any = of_arrow.Arrow

COLUMNS = {
    "numbers": lambda n: pa.array(range(n), pa.int32()),
    "fractions": lambda n: pa.array([None if i % 3 else i / 2 for i in range(n)], pa.float64()),
    "texts": lambda n: pa.array(["gr\u00fcn" * (i % 5) for i in range(n)]),
    "lists": lambda n: pa.array([[i] * (i % 3) for i in range(n)], pa.list_(pa.int64())),
    "flags": lambda n: pa.array([i % 2 == 0 for i in range(n)]),
}


def table(rows: int, *names: str) -> Any:
    return pa.table({name: COLUMNS[name](rows) for name in names})


def written(rows: int, *names: str, chunk: int = 1000, **options: Any) -> bytes:
    """A file by pyarrow."""
    sink, made = io.BytesIO(), table(rows, *names)
    settings = pa.ipc.IpcWriteOptions(**options)
    with pa.ipc.new_file(sink, made.schema, options=settings) as writer:
        writer.write_table(made, max_chunksize=chunk)
    return sink.getvalue()


def read(data: bytes) -> Any:
    """The table that pyarrow finds."""
    return pa.ipc.open_file(io.BytesIO(data)).read_all()


def batches(found: Any) -> list[Any]:
    """The messages that have batches."""
    told = [each for each in found.messages if each.len_metadata]
    return [each for each in told if each.metadata.told.kind == found.Kind.batch]


@pytest.mark.parametrize(
    ("rows", "names", "chunk"),
    [
        *itertools.product((0, 1, 9, 100), ([name] for name in COLUMNS), (1000,)),
        (50, [*COLUMNS], 7),
        (10, [], 1000),
    ],
)
def test_what_pyarrow_writes_is_read_and_written_back(
    rows: int, names: list[str], chunk: int
) -> None:
    data = written(rows, *names, chunk=chunk)
    found = Arrow.from_bytes(data)
    found.validate()
    expected = pa.ipc.open_file(io.BytesIO(data))
    assert len(batches(found)) == expected.num_record_batches
    for i, message in enumerate(batches(found)):
        batch = message.metadata.told.batch
        theirs = expected.get_batch(i)
        assert batch.num_rows == theirs.num_rows
        nulls = [column.null_count for column in theirs.columns]
        if "lists" not in names:
            assert [each.num_nulls for each in batch.nodes.all] == nulls
        ends = [each.ofs_data + each.len_data for each in batch.buffers.all]
        assert max(ends, default=0) <= len(message.body) == message.metadata.len_body
    assert found.to_bytes() == data


def test_the_buffers_of_a_batch_are_found() -> None:
    message = batches(Arrow.from_bytes(written(5, "numbers", "texts")))[0]
    buffers = message.metadata.told.batch.buffers.all
    _, numbers, _, offsets, texts = (
        message.body[each.ofs_data : each.ofs_data + each.len_data] for each in buffers
    )
    assert np.frombuffer(numbers, "<i4").tolist() == [0, 1, 2, 3, 4]
    assert np.frombuffer(offsets, "<i4").tolist() == [0, 0, 5, 15, 30, 50]
    assert texts.decode() == "gr\u00fcn" * 10


def test_compressed_and_dictionary_batches_keep_their_frames() -> None:
    data = written(1000, *COLUMNS, compression="zstd")
    assert Arrow.from_bytes(data).to_bytes() == data
    sink = io.BytesIO()
    coded = pa.table({"words": pa.array(["a", "b", "a"]).dictionary_encode()})
    with pa.ipc.new_file(sink, coded.schema) as writer:
        writer.write_table(coded)
    found = Arrow.from_bytes(sink.getvalue())
    found.validate()
    kinds = [each.metadata.told.kind.name for each in found.messages if each.len_metadata]
    assert kinds == ["schema", "dictionary", "batch"]


def test_a_buffer_is_replaced_by_one_of_its_size() -> None:
    found = Arrow.from_bytes(written(9, "numbers", "texts", chunk=5))
    message = batches(found)[1]
    place = message.metadata.told.batch.buffers.all[1]
    body = bytearray(message.body)
    body[place.ofs_data : place.ofs_data + 16] = np.array([50, 60, 70, 80], "<i4").tobytes()
    message.body = bytes(body)
    again = read(found.to_bytes())
    assert again["numbers"].to_pylist() == [0, 1, 2, 3, 4, 50, 60, 70, 80]
    assert again["texts"].equals(table(9, "texts")["texts"])


def test_what_is_built_is_read_by_pyarrow() -> None:
    stored = written(9, *COLUMNS, chunk=5)
    parts = Arrow.from_bytes(stored)
    messages = [
        {"metadata": {"stored": each.metadata.stored}, "body": each.body}
        for each in parts.messages
        if each.len_metadata
    ]
    made = Arrow.build(messages=[*messages, {"len_metadata": 0}], footer=parts.footer)
    assert made.to_bytes() == stored
    assert read(made.to_bytes()).equals(table(9, *COLUMNS))


@pytest.mark.parametrize(
    ("at", "byte", "path"),
    [
        (0, 0x42, "magic"),
        (8, 0x00, "messages[0].mark"),
        (15, 0x7F, "messages[0].metadata"),
        (-1, 0x32, "magic_again"),
        (-7, 0x01, "len_footer"),
    ],
)
def test_an_error_names_the_field(at: int, byte: int, path: str) -> None:
    data = bytearray(written(5, "numbers"))
    data[at] = byte
    with pytest.raises(quire.FormatError) as caught:
        Arrow.from_bytes(bytes(data)).validate()
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("buffers.all[1].ofs_data", -8, "buffers.all[1].ofs_data"),
        ("buffers.all[1].len_data", -1, "buffers.all[1].len_data"),
        ("buffers.all[1].len_data", 1 << 40, "buffers.all[1].len_data"),
        ("nodes.all[0].num_values", 4, "is_even"),
        ("nodes.all[0].num_values", -1, "nodes.all[0].num_values"),
        ("nodes.all[0].num_nulls", 6, "nodes.all[0].num_nulls"),
    ],
)
def test_what_pyarrow_refuses_of_a_batch_is_refused(field: str, value: int, path: str) -> None:
    stored = written(5, "numbers")
    batch = "messages[1].metadata.told.batch"
    at = Arrow.from_bytes(stored).offset_of(f"{batch}.{field}")
    data = stored[:at] + value.to_bytes(8, "little", signed=True) + stored[at + 8 :]
    with pytest.raises((pa.ArrowInvalid, OSError)):
        read(data).validate(full=True)
    with pytest.raises(quire.FormatError) as caught:
        Arrow.from_bytes(data).validate()
    assert caught.value.path == f"{batch}.{path}"


def test_damaged_files_are_refused_or_told() -> None:
    stored, chance, refused = written(9, "numbers", "texts"), np.random.default_rng(7), 0
    for _ in range(300):
        data = bytearray(stored)
        for _ in range(chance.integers(1, 9)):
            data[chance.integers(len(data))] = chance.integers(256)
        cut = chance.choice(np.array([len(data), chance.integers(len(data))]))
        try:
            Arrow.from_bytes(bytes(data[:cut])).validate()
        except quire.FormatError:
            refused += 1
    assert refused > 150


def test_the_format_is_recognised_by_what_it_begins_with(tmp_path: Path) -> None:
    (tmp_path / "some").write_bytes(written(1, "numbers"))
    found = find_format(tmp_path / "some")
    assert found is not None
    assert found.name == "arrow"
