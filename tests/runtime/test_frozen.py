"""Frozen objects are values: equal by class and fields, usable as keys, shown with their fields."""

from __future__ import annotations

from dataclasses import KW_ONLY

import pytest

from quire.runtime.frozen import Frozen, replace


class Leaf(Frozen):
    """One field that is needed, and one that is not."""

    name: str
    place: int = 0


class Wider(Leaf):
    """One more."""

    size: int = 1


class Named(Frozen):
    """Two that are given by name, of which one is needed."""

    name: str
    _: KW_ONLY
    type: str = "any"
    of: int


class Below(Named):
    """One more, which stands before those."""

    more: int


class Empty(Frozen):
    """No field."""


def test_a_class_takes_its_own_fields_though_its_base_was_called_before() -> None:
    assert (Leaf("a", 1).name, Leaf("a").place) == ("a", 0)
    wide = Wider("a", 2, size=3)
    assert (wide.name, wide.place, wide.size) == ("a", 2, 3)
    assert Leaf(place=5, name="b") == Leaf("b", 5)


def test_what_stands_behind_kw_only_is_given_by_name() -> None:
    found = Named("a", of=5)
    assert (found.name, found.of, found.type) == ("a", 5, "any")
    assert vars(Below("a", 7, of=5)) == {"name": "a", "more": 7, "type": "any", "of": 5}
    with pytest.raises(TypeError, match="positional"):
        Named("a", "b")  # type: ignore[call-arg]  # which is what is tried
    with pytest.raises(TypeError, match="'of'"):
        Named("a")  # type: ignore[call-arg]  # the same


@pytest.mark.parametrize(
    ("args", "named", "said"),
    [
        ((), {}, r"Leaf\.__init__\(\) missing 1 required positional argument: 'name'"),
        (("a", 1, 2), {}, r"Leaf\.__init__\(\) takes from 2 to 3 positional arguments"),
        (("a",), {"nam": "b"}, r"Leaf\.__init__\(\) got an unexpected keyword argument 'nam'"),
        (("a",), {"name": "b"}, r"Leaf\.__init__\(\) got multiple values for argument 'name'"),
    ],
)
def test_other_values_are_refused(
    args: tuple[object, ...], named: dict[str, object], said: str
) -> None:
    for _ in range(2):  # the constructor is made by the first call
        with pytest.raises(TypeError, match=said):
            Leaf(*args, **named)  # type: ignore[arg-type]  # which is what is tried


def test_objects_are_equal_by_their_class_and_their_fields() -> None:
    assert Leaf("a", 1) == Leaf("a", 1)
    assert Leaf("a", 1) != Leaf("a", 2)
    assert Leaf("a", 1) != Wider("a", 1)
    assert len({Leaf("a"), Leaf(name="a", place=0), Wider("a"), Empty(), Empty()}) == 3


def test_a_changed_copy_has_the_other_fields() -> None:
    before = Wider("a", 5, 2)
    after = replace(before, name="b")
    assert (after, before) == (Wider("b", 5, 2), Wider("a", 5, 2))
    assert hash(after) == hash(Wider("b", 5, 2))


def test_a_copy_has_no_other_fields_than_its_original() -> None:
    with pytest.raises(TypeError, match=r"Leaf has the fields .*, not \['nam'\]"):
        replace(Leaf("a"), nam="b")


def test_an_object_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="Leaf cannot be changed"):
        Leaf("a").name = "b"  # type: ignore[misc]  # which is what is tried


def test_an_object_shows_its_fields() -> None:
    assert repr(Wider("a", 5)) == "Wider(name='a', place=5, size=1)"
    assert repr(Empty()) == "Empty()"
