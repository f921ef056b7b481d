"""Records whose file is closed before, or after, somebody has asked for its stream."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import quire
from quire import TruncatedError
from quire.runtime.reading import source

SPEC = """\
meta: {id: closing, endian: le}
seq:
  - {id: size, type: u1}
  - {id: body, size: size, type: body}
types:
  body:
    seq: [{id: first, type: u1}]
    instances:
      second: {pos: 1, type: u1}
instances:
  last: {pos: 5, type: u1}
"""

DATA = bytes([3, 10, 20, 30, 40, 50])


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("closing") / "closing.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Closing


@pytest.fixture(params=["read", "mapped"])
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if request.param == "mapped":
        monkeypatch.setattr(source, "READ_WHOLE", 0)
    path = tmp_path / "x"
    path.write_bytes(DATA)
    return path


def test_a_file_that_is_closed_before_its_stream_was_asked_for_is_not_read_again(
    kind: Any, path: Path
) -> None:
    record = kind.from_file(path)
    record.close()
    with pytest.raises(ValueError, match="closed"):
        record.last  # noqa: B018  # it is read
    with pytest.raises(ValueError, match="closed"):
        record.body.second  # noqa: B018  # as above
    assert (record.size, record.body.first) == (3, 10)
    assert (record._io.is_closed, record._io.size(), record._io.pos()) == (True, 6, 4)
    record.close()


def test_a_file_can_be_closed_after_its_stream_was_asked_for(kind: Any, path: Path) -> None:
    record = kind.from_file(path)
    io = record._io
    assert record.last == 50
    record.close()
    assert io.is_closed
    assert record.last == 50
    with pytest.raises(ValueError, match="closed"):
        record.body.second  # noqa: B018  # it is read


def test_a_record_of_a_closed_file_is_pickled_without_it(kind: Any, path: Path) -> None:
    record = kind.from_file(path)
    record.close()
    assert record.__getstate__()["_io"].is_closed
    assert pickle.loads(pickle.dumps(record._io)).is_closed  # noqa: S301  # our own


def test_a_mapping_goes_with_the_file_that_is_closed(
    kind: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "READ_WHOLE", 0)
    path = tmp_path / "x"
    path.write_bytes(DATA)
    record = kind.from_file(path)
    mapped = record._end
    assert not mapped.closed
    record.close()
    assert mapped.closed


def test_a_refused_file_is_closed_with_what_was_read_of_it(kind: Any, path: Path) -> None:
    path.write_bytes(DATA[:2])
    with pytest.raises(TruncatedError, match="body") as caught:
        kind.from_file(path)
    assert caught.value.offset == 1
    io = caught.value.partial._io
    assert not io.is_closed
    caught.value.partial.close()
    assert io.is_closed


def test_a_record_whose_file_is_closed_is_not_written(kind: Any, path: Path) -> None:
    record = kind.from_file(path)
    record.close()
    with pytest.raises(ValueError, match="the file is closed"):
        record.to_bytes()
