"""An edit of generated files has one outcome, whatever was looked at before: the same bytes, or it
is refused.

Of public specs, which are not here:

    pytest -m real tests/properties/test_looks_before_edits.py --specs SPECS
"""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generated.zip import Zip
from quire.runtime import EncodingError
from quire.runtime.record import Record
from quire.testing import Refused
from quire.testing.generating import generated_bytes
from tests.properties import test_edits_of_generated_files as edits
from tests.properties.test_edits_of_generated_files import Way, edit_of, led, places

OWN = edits.OWN
pytest_generate_tests = edits.pytest_generate_tests


def nowhere(record: Any, way: Way) -> None:
    """Look at nothing but what is edited."""


def here(record: Any, way: Way) -> None:  # noqa: ARG001  # others have a use for it
    """Look at all that one record has, and not at what that has."""
    for name in (*record._fields, *record._instances):
        with suppress(quire.FormatError, ValueError, AttributeError):
            getattr(record, name)


def along(record: Any, way: Way) -> None:
    """Look at all that the records have that lead to what is edited."""
    for step in way[:-1]:
        if isinstance(record, Record):
            here(record, way)
        record = led(record, (step,))
    here(record, way)


def everywhere(record: Any, way: Way) -> None:  # noqa: ARG001  # others have a use for it
    """Look at all there is."""
    assert [*places(record)]


LOOKS: list[Callable[[Any, Way], None]] = [nowhere, here, along, everywhere]


def outcome(kind: Any, data: bytes, way: Way, seed: int, look: Callable[..., None]) -> Any:
    """What a file becomes by an edit after a look; None, if there is nothing to edit."""
    record = kind.from_bytes(data)
    look(record, way)
    holder, name = led(record, way[:-1]), str(way[-1])
    edit = edit_of(getattr(holder, name), random.Random(seed))  # noqa: S311  # no secret
    if edit is None:
        return None
    edit(holder, name)
    try:
        return record.to_bytes()
    except (quire.FormatError, EncodingError):  # that is of codecs
        return "refused"


def expect_one_outcome(kind: Any, count: int) -> int:
    """Make so many edits of some generated files; how many were written."""
    written = 0
    for seed in range(1, edits.FILES + 1):
        with suppress(Refused):
            data = generated_bytes(kind, seed=seed)
            if len(data) > edits.LARGEST:
                continue
            found: dict[Way, list[Way]] = {}
            for each in [*places(kind.from_bytes(data))][: edits.MOST]:
                kinds = tuple(step for step in each.way if isinstance(step, str))
                found.setdefault(kinds, []).append(each.way)
            for i in range(count):
                rng = random.Random(1000 * seed + i)  # noqa: S311  # no secret
                way = rng.choice(found[rng.choice(sorted(found))])
                outcomes = [outcome(kind, data, way, i, look) for look in LOOKS]
                assert len({*outcomes}) == 1, (seed, i, way)
                written += isinstance(outcomes[0], bytes)
    return written


@pytest.mark.parametrize("name", OWN)
def test_an_edit_has_one_outcome_whatever_was_looked_at_before(name: str) -> None:
    assert expect_one_outcome(edits._own(name), 4)


@pytest.mark.slow  # the same, ten times as often
@pytest.mark.parametrize("name", OWN)
def test_many_edits_have_one_outcome_whatever_was_looked_at_before(name: str) -> None:
    assert expect_one_outcome(edits._own(name), 40)


@pytest.mark.real
def test_edits_of_public_specs_have_one_outcome_whatever_was_looked_at_before(
    spec: Path, request: pytest.FixtureRequest
) -> None:
    module = quire.compile(spec, imports=[request.config.getoption("--specs")])
    kind = getattr(module, module.__all__[0])
    if kind._params:
        pytest.skip("is a part of files")
    expect_one_outcome(kind, 8)


@pytest.mark.parametrize("is_looked_at", [False, True])
def test_a_count_that_was_set_to_none_stays_so_when_the_file_is_written_again(
    *, is_looked_at: bool
) -> None:
    """What was looked at has one entry still, and the first writing took the count for derived."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("a.txt", "hello")
    record = Zip.from_bytes(made.getvalue())
    if is_looked_at:
        assert len(record.end.entries) == 1
    record.end.num_entries = 0
    first = record.to_bytes()
    assert Zip.from_bytes(first).end.num_entries == 0
    assert record.to_bytes() == first
