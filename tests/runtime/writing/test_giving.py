"""What users give for fields: dicts, iterators, values of wrong types, slips in names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire

TRACK = """
meta: {id: track, endian: le, encoding: ASCII}
seq:
  - {id: num_points, type: u4}
  - {id: points, type: point, repeat: expr, repeat-expr: num_points}
  - {id: header, type: header}
  - {id: len_body, type: u1}
  - {id: body, size: len_body}
types:
  point: {seq: [{id: x, type: s2}, {id: y, type: s2}]}
  header:
    seq:
      - {id: num_flags, type: u1}
      - {id: flags, type: u1, repeat: expr, repeat-expr: num_flags}
      - {id: owner, type: owner}
  owner: {seq: [{id: name, type: strz}]}
"""
ONE = b"\1\0\0\0\1\0\2\0" + b"\1\x07me\0" + b"\2hi"


@pytest.fixture(scope="module")
def track(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("track") / "track.ksy"
    path.write_text(TRACK, encoding="utf-8")
    return quire.compile(path).Track


def given(**others: Any) -> dict[str, Any]:
    """What has to be given to build ONE."""
    return {
        "points": [{"x": 1, "y": 2}],
        "header": {"flags": [7], "owner": {"name": "me"}},
        "body": b"hi",
        **others,
    }


# -- what is taken ---------------------------------------------------------------------------------


def test_fields_take_later_what_build_takes(track: Any) -> None:
    record = track.from_bytes(ONE)
    record.points.append({"x": 3, "y": 4})
    record.header = {"flags": (1, 2), "owner": {"name": "you"}}
    expected = b"\2\0\0\0\1\0\2\0\3\0\4\0" + b"\2\1\2you\0" + b"\2hi"
    assert record.to_bytes() == expected
    assert (record.points[1].y, record.header.owner.name) == (4, "you")
    record.points = ({"x": i, "y": i} for i in range(2))
    assert record.to_bytes() == b"\2\0\0\0\0\0\0\0\1\0\1\0" + b"\2\1\2you\0" + b"\2hi"


def test_an_iterator_inside_of_another_record_is_counted(track: Any) -> None:
    record = track.build(**given(header={"flags": iter([7]), "owner": {"name": "me"}}))
    assert [record.to_bytes(), record.to_bytes()] == [ONE, ONE]


@pytest.mark.parametrize("wrong", [1 << 20, "much", None])
def test_an_element_of_an_iterator_is_named_by_its_number(track: Any, wrong: Any) -> None:
    many = [{"x": i, "y": 0} for i in range(3000)]
    for number in (0, 1, 2500):
        points = iter([*many[:number], {"x": wrong, "y": 0}, *many[number:]])
        with pytest.raises(quire.FormatError, match=rf"points\[{number}\]\.x: "):
            track.build(**given(points=points)).to_bytes()


def test_a_class_of_a_users_own_has_the_fields_of_its_base(track: Any) -> None:
    class Mine(track):  # type: ignore[misc]  # a class that is Any
        """One with an attribute of its own."""

    record = Mine.build(**given())
    record.colour = "red"
    assert record.to_bytes() == ONE
    assert Mine.from_bytes(ONE).body == b"hi"


# -- slips in names --------------------------------------------------------------------------------


def test_a_slip_in_build_is_named_with_its_place_and_advice(track: Any) -> None:
    with pytest.raises(TypeError, match=r"^Track has no field 'pointz'; .* mean 'points'\?"):
        track.build(pointz=[])
    with pytest.raises(TypeError, match=r"^points\[1\]: Track\.Point has no field 'z'"):
        track.build(points=[{"x": 1}, {"z": 1}])
    with pytest.raises(TypeError, match=r"^header\.owner: .* no field 'nam'; .* mean 'name'\?"):
        track.build(header={"owner": {"nam": ""}})
    with pytest.raises(TypeError, match=r"build takes fields by their names"):
        track.build(given())


@pytest.mark.parametrize(
    ("place", "name"), [("", "num_pts"), ("points[0]", "z"), ("header.owner", "names")]
)
def test_a_slip_in_an_attribute_is_refused_by_the_writer(
    track: Any, place: str, name: str, tmp_path: Path
) -> None:
    record = track.from_bytes(ONE)
    holder = {"": record, "points[0]": record.points[0], "header.owner": record.header.owner}[place]
    setattr(holder, name, 1)
    with pytest.raises(AttributeError, match=f"has no field '{name}'") as caught:
        record.to_file(tmp_path / "out")
    assert getattr(caught.value, "__notes__", []) == ([f"track: {place}"] if place else [])
    assert not (tmp_path / "out").exists()
    delattr(holder, name)
    assert record.to_bytes() == ONE


def test_names_with_an_underscore_are_the_users_own(track: Any) -> None:
    record = track.from_bytes(ONE)
    record._seen = record.points[0]._seen = True
    assert record.to_bytes() == ONE


# -- values of a wrong type ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "path", "expected"),
    [
        ({"body": 5}, "body", "bytes"),
        ({"body": "hi"}, "body", "bytes"),
        ({"body": None}, "body", "bytes"),
        ({"body": [1, 2]}, "body", "bytes"),
        ({"header": None}, "header", "a record"),
        ({"header": 5}, "header", "a record"),
        ({"header": {"flags": [7], "owner": 5}}, "header.owner", "a record"),
        ({"points": [{"x": 1, "y": 2}, None]}, "points[1]", "a record"),
        ({"points": {1}}, "points", "a list"),
    ],
)
def test_a_value_of_a_wrong_type_is_named(
    track: Any, fields: dict[str, Any], path: str, expected: str
) -> None:
    with pytest.raises(TypeError) as caught:
        track.build(**given(**fields)).to_bytes()
    assert isinstance(caught.value, quire.FormatError)
    assert (caught.value.path, caught.value.expected) == (path, expected)


@pytest.mark.parametrize("value", [None, 5, "text", b"bytes", {"x": 1, "y": 2}])
def test_what_is_no_list_is_refused_at_once(track: Any, value: Any) -> None:
    with pytest.raises(TypeError, match=r"^points: expected a list, found"):
        track.build(points=value)


def test_elements_of_several_bytes_are_no_bytes(track: Any) -> None:
    wide = np.array([1, 2], "<u2")
    assert track.build(**given(body=wide.view(np.uint8)[:2])).to_bytes()[-2:] == b"\1\0"
    with pytest.raises(TypeError, match=r"^body: expected bytes, found"):
        track.build(**given(body=wide))


# -- errors of what is given -----------------------------------------------------------------------


@pytest.mark.parametrize("error", [KeyError("mine"), ValueError("mine"), TypeError("mine")])
def test_an_error_of_an_iterator_passes_as_it_is(track: Any, error: Exception) -> None:
    def points() -> Iterator[dict[str, int]]:
        yield {"x": 1, "y": 2}
        raise error

    with pytest.raises(type(error)) as caught:
        track.build(**given(points=points())).to_bytes()
    assert caught.value is error
    assert error.__notes__ == ["raised by what was given for points[1]"]


def test_an_error_of_a_function_under_map_passes_as_it_is(track: Any) -> None:
    with pytest.raises(ValueError, match="invalid literal") as caught:
        track.build(**given(points=map(int, ["one"]))).to_bytes()
    assert not isinstance(caught.value, quire.FormatError)


def test_an_error_of_a_users_sequence_passes_with_its_place(track: Any) -> None:
    class Lazy(list[int]):
        """A list that fails when it is looked at."""

        def __iter__(self) -> Iterator[int]:
            message = "no such row"
            raise LookupError(message)

    record = track.from_bytes(ONE)
    record.header.flags = Lazy([1])
    with pytest.raises(LookupError, match="no such row") as caught:
        record.to_bytes()
    assert not isinstance(caught.value, quire.FormatError)
    assert caught.value.__notes__ == ["track: header"]


def test_a_parameter_of_a_dict_is_refused(tmp_path: Path) -> None:
    (tmp_path / "told.ksy").write_text(
        "meta: {id: told}\n"
        "seq: [{id: n, type: u1}, {id: held, type: 'held(n)'}]\n"
        "types: {held: {params: [{id: size, type: u1}], seq: [{id: a, size: size}]}}\n"
    )
    told = quire.compile(tmp_path / "told.ksy").Told
    assert told.build(n=2, held={"a": b"ab"}).to_bytes() == b"\2ab"
    with pytest.raises(TypeError, match=r"held\.size is given by the record that holds it"):
        told.build(n=2, held={"a": b"ab", "size": 3})
