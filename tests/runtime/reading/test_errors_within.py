"""Errors of what is read apart from its file, with the place that it has there."""

from __future__ import annotations

import pytest

from quire.runtime import FormatError
from quire.runtime.errors import within


def raised(error: FormatError, *place: object, **more: object) -> FormatError:
    with pytest.raises(FormatError) as found, within(*place, **more):  # type: ignore[arg-type]  # of several kinds
        raise error
    return found.value


def test_a_place_of_a_part_becomes_one_of_the_file() -> None:
    error = raised(FormatError("key", "a name", "none", offset=3), "frames[2]", "catalogue", 100)
    assert str(error) == "catalogue: frames[2].key at byte 103: expected a name, found none"
    assert str(error.locate("other", "x")) == str(error)


def test_a_file_that_is_read_by_somebody_who_names_it_is_named_there() -> None:
    error = raised(FormatError("", "a file", "none"), "data/1.qtr")
    assert str(error.locate("tiers", "'a'")) == "tiers: 'a'.data/1.qtr: expected a file, found none"


def test_an_offset_that_nobody_knows_is_where_the_part_begins() -> None:
    error = raised(FormatError("tier", "0 to 3", 9), "records[1]", offset=128)
    assert str(error) == "records[1].tier at byte 128: expected 0 to 3, found 9"


def test_other_errors_pass() -> None:
    with pytest.raises(KeyError, match="'a'"), within("records[1]", "store", 5):
        raise KeyError("a")
