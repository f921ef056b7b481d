"""Whatever spec is drawn, whatever file of it, and whatever edits of that: what is written is what
a naive writer makes of the values that should be in it, or the edit is refused.

The writer of the test knows nothing of quire: it puts everything down again and again, until what
follows from other fields stays as it is. A refusal is right where no file can say the values.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quire
from quire.runtime.lists import read_once
from tests.members import members
from tests.properties.drawn import edits, naive
from tests.properties.drawn import specs as s
from tests.properties.drawn.drawing import specs
from tests.properties.drawn.files import records


class File(NamedTuple):
    """The values of a file, and what is done to it."""

    values: dict[str, Any]
    edits: list[edits.Edit]


@st.composite
def cases(draw: Callable[..., Any], *, streams: bool) -> tuple[s.Record, list[File]]:
    """A spec, and some files of it."""
    root = draw(specs(streams=streams))
    values = [draw(records(root)) for _ in range(3)]
    return root, [File(each, draw(edits.edits(root, each))) for each in values]


def compiled(root: s.Record, folder: Path) -> Any:
    path = folder / "spec.ksy"
    path.write_text(s.text_of(root), "utf-8")
    return quire.compile(path).Root


def stored(root: s.Record, value: dict[str, Any]) -> bytes | None:
    """The bytes of a file; None if none can say the values."""
    try:
        return naive.stored(root, value)[0]
    except naive.CannotBeStoredError:
        return None


def edited(record: Any, root: s.Record, file: File) -> bytes:
    """What a record is written as when it was edited; it may be looked at, and written, before."""
    now = copy.deepcopy(file.values)
    for edit in file.edits:
        edits.change(now, edit)
        match edit.do:
            case "look":
                edits.found(record, now, root)
            case "write":
                record.to_bytes()
            case _:
                edits.make(record, edit)
    before = members(record)
    try:
        data: bytes = record.to_bytes()
    except (quire.FormatError, ValueError):
        assert members(record) == before
        raise
    return data


def check(kind: Any, root: s.Record, file: File, most: int) -> str:
    """Edit a file, of which lists with more records know who looks at them; what came of it."""
    data = stored(root, file.values)
    if data is None:
        return "no file"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_once, "MOST", most)
        record, model = kind.from_bytes(data), copy.deepcopy(file.values)
    for edit in file.edits:
        edits.change(model, edit)
    try:
        after = edited(record, root, file)
    except (quire.FormatError, ValueError) as error:
        return refused(error, root, file)
    again = kind.from_bytes(after)
    assert edits.found(again, model, root) == model
    order = dict(edits.positions(again, model, root))
    assert kind.from_bytes(after).to_bytes() == after
    assert after == naive.stored(root, model, order)[0]
    return "written"


def refused(error: Exception, root: s.Record, file: File) -> str:
    """Which refusal it is; any other than these is a fault."""
    model = copy.deepcopy(file.values)
    for edit in file.edits:
        edits.change(model, edit)
        if stored(root, model) is None:
            return "no file can say it"
    # What a view is over cannot grow by way of it.
    told = "at the same place", "change these instead"
    if any(edit.via for edit in file.edits) and any(each in str(error) for each in told):
        return "grows by a view"
    # A record that comes from another place brings sums, counts and padding, as if they were given.
    if not any(map(brings_records, file.edits)) or not isinstance(error, quire.FormatError):
        raise error
    return "records from elsewhere"


def brings_records(edit: edits.Edit) -> bool:
    """Whether records stand where others were read."""
    return edit.how == "read" or edit.do in ("copy", "turn", "insert", "remove")


fixed = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def checked(folder: Path, examples: int, *, streams: bool = False) -> Counter[str]:
    """Check as many specs, with three files each; something may stand in streams within."""
    came: Counter[str] = Counter()

    @settings(fixed, max_examples=examples)
    @given(cases(streams=streams))
    def check_all(case: tuple[s.Record, list[File]]) -> None:
        root, files = case
        kind = compiled(root, folder)
        came.update(check(kind, root, each, i % 2 * read_once.MOST) for i, each in enumerate(files))

    check_all()
    return came


def test_edits_of_drawn_specs_are_what_is_put_together_by_hand(tmp_path: Path) -> None:
    came = checked(tmp_path, 80)
    assert came["written"] > 0.8 * came.total()
    assert came["records from elsewhere"] < 0.1 * came.total()  # of few files


@pytest.mark.slow  # the same, thirty times as often
def test_edits_of_many_drawn_specs_are_what_is_put_together_by_hand(tmp_path: Path) -> None:
    came = checked(tmp_path, 2_500)
    assert came["written"] > 0.8 * came.total()
    assert came["records from elsewhere"] < 0.04 * came.total()


def test_what_stands_in_streams_within_is_edited(tmp_path: Path) -> None:
    came = checked(tmp_path, 60, streams=True)
    assert came["written"] > 0.8 * came.total()
    assert came["records from elsewhere"] < 0.1 * came.total()  # of few files


@pytest.mark.slow  # the same, forty times as often
def test_what_stands_in_many_streams_within_is_edited(tmp_path: Path) -> None:
    came = checked(tmp_path, 2_500, streams=True)
    assert came["written"] > 0.8 * came.total()
    assert came["records from elsewhere"] < 0.04 * came.total()
