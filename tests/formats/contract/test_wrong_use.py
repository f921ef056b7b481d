"""What a format does not need is looked at nevertheless: wrong use is refused by all alike."""

from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.arrays import ArrayFile
from quire.cdd import BufferedWriter, DataReader, save_rows
from quire.cvc import open_cvc_columns, pack_cvc_columns
from quire.generated.wav import Wav
from quire.hpdkv import Bundle, save_bundle, save_residuals
from quire.tiers import TieredStore, encode_segment, save_segment, save_tensor
from tests.formats.contract.samples import ROWS, SAMPLES, Sample

ALL_OF_THEM: list[Any] = [None, [3, 1], np.arange(ROWS) % 2 == 0, slice(None, None, -1)]
"""Rows that are read in as many ways."""


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda sample: sample.name)
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of each format."""
    sample: Sample = request.param
    found = tmp_path_factory.mktemp("wrong") / sample.name
    sample.write(found, sample.expected())
    return found


def _open(path: Path) -> ArrayFile:
    file = quire.open(path)
    assert isinstance(file, ArrayFile)
    return file


@pytest.mark.parametrize(
    ("workers", "kind"),
    [(0, ValueError), (-1, ValueError), (1.5, TypeError), ("2", TypeError), (True, TypeError)],
    ids=repr,
)
def test_workers_are_a_number_of_threads(path: Path, workers: Any, kind: type[Exception]) -> None:
    with _open(path) as file:
        for rows in ALL_OF_THEM:
            with pytest.raises(kind, match="workers"):
                file.read(rows, workers=workers)


def test_a_backend_that_nobody_knows_is_refused(path: Path) -> None:
    with _open(path) as file:
        for rows in ALL_OF_THEM:
            with pytest.raises(quire.BackendUnavailable, match="no backend `nimba`"):
                file.read(rows, backend="nimba")


def test_what_was_closed_is_not_sent_copied_or_entered(path: Path) -> None:
    file = _open(path)
    file.close()
    file.close()
    for use in (lambda: pickle.dumps(file), lambda: copy.copy(file), file.__enter__):
        with pytest.raises(ValueError, match="closed"):
            use()


def _bundle(path: Path) -> Any:
    save_bundle(path, {"a": np.ones((2, 3), np.float32)})
    return Bundle(path)


def _columns(path: Path) -> Any:
    pack_cvc_columns({"a": np.ones((2, 3), np.float32)}, path)
    return open_cvc_columns(path)


def _store(path: Path) -> Any:
    with TieredStore(path, durable=False) as store:
        store.put("a", np.ones((2, 3), np.float32))
    return TieredStore(path, mode="r")


def _chunks(path: Path) -> Any:
    save_rows(path, np.ones((2, 3), np.float32))
    return DataReader(path)


@pytest.mark.parametrize("make", [_bundle, _columns, _store, _chunks])
def test_what_holds_several_arrays_is_closed_as_what_holds_one(make: Any, tmp_path: Path) -> None:
    file = make(tmp_path / "file")
    with file:
        pickle.loads(pickle.dumps(file)).close()  # noqa: S301  # our own
    file.close()
    for use in (lambda: pickle.dumps(file), lambda: copy.copy(file), file.__enter__):
        with pytest.raises(ValueError, match="closed"):
            use()


def test_memory_with_gaps_is_no_file(path: Path) -> None:
    every_other = np.repeat(np.frombuffer(path.read_bytes(), np.uint8), 2)[::2]
    with pytest.raises(ValueError, match=r"source: .* strided"):
        quire.open(every_other.data)


@pytest.mark.parametrize("rows", ALL_OF_THEM, ids=["all", "list", "mask", "backwards"])
def test_memory_that_cannot_be_filled_is_refused(path: Path, rows: Any) -> None:
    with _open(path) as file:
        expected: npt.NDArray[Any] = file.read(rows)
        shut = np.empty_like(expected)
        shut.flags.writeable = False
        swapped = np.empty(expected.shape, expected.dtype.newbyteorder())
        apart = np.empty((2 * len(expected), *expected.shape[1:]), expected.dtype)[::2]
        for out in (shut, swapped, apart):
            with pytest.raises(ValueError, match="out"):
                file.read(rows, out)


def test_what_is_no_binary_file_is_not_written_to() -> None:
    frames = np.ones((3, 4), np.float32)
    writers: list[Callable[[Any], object]] = [
        lambda target: save_residuals(target, frames),
        lambda target: save_bundle(target, {"a": frames}),
        lambda target: save_tensor(target, frames),
        lambda target: save_segment(target, frames, 8),
        lambda target: Wav().write_to(target),
    ]
    for write in writers:
        for target, kind in ((io.StringIO(), "StringIO"), (5, "int")):
            with pytest.raises(TypeError, match=f"binary mode to write to, found {kind}"):
                write(target)


def test_metadata_that_json_has_no_word_for_are_named() -> None:
    for metadata in ({"a": object()}, {1j: 2}):
        with pytest.raises(TypeError, match="metadata: "):
            save_tensor(io.BytesIO(), np.ones(3), metadata=metadata)  # type: ignore[arg-type]  # wrong


def test_a_buffer_of_rows_is_for_an_open_store() -> None:
    with pytest.raises(TypeError, match="writer: expected a DataWriter, found str"):
        BufferedWriter("rows.cdd")  # type: ignore[arg-type]  # wrong


def test_a_segment_is_written_to_an_open_file() -> None:
    frames, file = np.ones((3, 4), np.float32), io.BytesIO()
    save_segment(file, frames, 8)
    assert file.getvalue() == encode_segment(frames, 8)


def test_progress_that_raises_leaves_the_file_as_it_was(path: Path) -> None:
    def stop(_done: int, _total: int) -> None:
        raise LookupError

    with _open(path) as file:
        for rows in ALL_OF_THEM:
            with pytest.raises(LookupError):
                file.read(rows, progress=stop)
        assert np.array_equal(file.read(), quire.load(path))
