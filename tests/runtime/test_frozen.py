"""Small immutable objects: in which order they take their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quire.runtime.frozen import Frozen, replace

if TYPE_CHECKING:
    from dataclasses import KW_ONLY


class _Step(Frozen):
    target: str
    _: KW_ONLY
    late: bool = False


class _Count(_Step):
    source: str


def test_what_is_given_by_name_stands_behind_the_fields_of_subclasses() -> None:
    step = _Count("n", "items", late=True)
    assert (step.target, step.source, step.late) == ("n", "items", True)
    assert repr(step) == "_Count(target='n', source='items', late=True)"


def test_a_default_of_the_base_holds_for_subclasses() -> None:
    assert _Count("n", "items") == _Count("n", "items", late=False)
    assert replace(_Count("n", "items"), late=True) == _Count("n", "items", late=True)


def test_a_field_that_is_missing_is_refused() -> None:
    with pytest.raises(TypeError, match="has the fields"):
        _Count("n", late=True)  # type: ignore[call-arg]  # what is tested
