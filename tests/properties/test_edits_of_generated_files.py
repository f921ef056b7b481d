"""Any value of generated files is set to another one, and any list edited: the edit is there, and
all else but what the spec derives; or it is refused, and the record is what it was.

Of public specs, which are not here:

    pytest -m real tests/properties/test_edits_of_generated_files.py --specs SPECS
"""

from __future__ import annotations

import copy
import enum
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import quire
from quire.runtime import EncodingError
from quire.runtime.record import Record
from quire.testing import Refused
from quire.testing.generating import generated_bytes

OWN = sorted(path.stem for path in (Path(__file__).parents[2] / "specs").glob("*.ksy"))
FILES, MOST, DEEPEST, LONGEST = 3, 400, 12, 40
LARGEST = 1 << 18
"""Bytes of a file, at most: each is written several times."""

Way = tuple[str | int, ...]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a public spec, if there are any."""
    if "spec" in metafunc.fixturenames:
        folder = metafunc.config.getoption("--specs")
        specs = sorted(Path(folder).rglob("*.ksy")) if folder else []
        metafunc.parametrize("spec", specs, ids=lambda path: path.stem)


class Place(NamedTuple):
    """A value of a record, the way there, and whether that leads through instances."""

    way: Way
    holder: Any
    name: str
    value: Any
    is_led_to: bool


def places(record: Any, way: Way = (), *, is_led_to: bool = False) -> Iterator[Place]:
    """The values of a record, and of those below it; what cannot be read is left out."""
    if len(way) > DEEPEST:
        return
    fields = (name for name in record._fields if name not in record._params)
    for name in (*fields, *record._placed):
        try:
            value = getattr(record, name, None)
        except (quire.FormatError, ValueError):
            continue
        there = Place((*way, name), record, name, value, is_led_to or name in record._placed)
        if value is not None:
            yield there
        elements = enumerate(value[:LONGEST]) if isinstance(value, list) else [(None, value)]
        for i, each in elements:
            if isinstance(each, Record):
                step = there.way if i is None else (*there.way, i)
                yield from places(each, step, is_led_to=there.is_led_to)


def led(record: Any, way: Way) -> Any:
    for step in way:
        record = record[step] if isinstance(step, int) else getattr(record, step)
    return record


def other(value: Any, rng: random.Random) -> Any:
    """Another value of the same type; None, if there is none."""
    match value:
        case bool():
            return not value
        case enum.Enum():
            return rng.choice([*type(value)])
        case int():
            small, large = rng.randrange(1 << 16), rng.randrange(1 << 31)
            return rng.choice([value + 1, value - 1, value ^ 1, 2 * value, 0, 255, small, large])
        case float():
            return rng.choice([0.0, -1.5, value + 1, float("inf")])
        case str():
            longer = f"{value}x", f"{value}é"
            return rng.choice(["", value[::-1], value[:-1], "q" * len(value), *longer])
        case bytes():
            more = value + b"z", value[:1] + b"mm" + value[1:]
            return rng.choice([b"", value[:-1], value[::-1], bytes(len(value)), *more])
    return None


def edit_of(value: Any, rng: random.Random) -> Callable[[Any, str], None] | None:
    """Something that edits a value where it is; None, if it is not to be edited so."""
    if not isinstance(value, list):
        new = other(value, rng)
        return None if new is None else lambda holder, name: setattr(holder, name, new)
    if not value:
        return None
    i, do = rng.randrange(len(value)), rng.choice(["add", "insert", "remove", "slice", "clear"])

    def edit(holder: Any, name: str) -> None:
        elements = getattr(holder, name)
        match do:
            case "add":
                elements.append(copy.deepcopy(elements[i]))
            case "insert":
                elements.insert(i, copy.deepcopy(elements[i]))
            case "remove":
                del elements[i]
            case "slice":
                elements[i : i + 2] = [copy.deepcopy(elements[i])]
            case "clear":
                elements.clear()

    return edit


def plain(value: Any) -> Any:
    """What a value is, to be compared.

    Numbers of four bytes are not quite what was set, and padding is as long as it has to be.
    """
    if isinstance(value, Record):
        names = (name for name in value._fields if name not in value._params)
        return type(value).__name__, {each: plain(getattr(value, each, None)) for each in names}
    if isinstance(value, list):
        return [*map(plain, value)]
    if isinstance(value, float):
        return f"{value:.5g}"
    if type(value).__module__ == "numpy":
        return value.tobytes()
    if isinstance(value, bytes):
        return value.rstrip(b"\0")
    return value if isinstance(value, int | str) else type(value).__name__


def is_valid(record: Any) -> bool:
    """Whether all checksums are right."""
    try:
        record.validate()
    except quire.ChecksumError:
        return False
    except (quire.FormatError, ValueError):
        pass
    return True


def check(kind: Any, data: bytes, seed: int) -> bool | None:
    """Make one edit; whether it was written, or None if there was none to make."""
    rng = random.Random(seed)  # noqa: S311  # no secret
    found: dict[Way, list[Place]] = {}
    for each in [*places(kind.from_bytes(data))][:MOST]:
        kinds = tuple(step for step in each.way if isinstance(step, str))
        found.setdefault(kinds, []).append(each)
    place = rng.choice(found[rng.choice(sorted(found))])
    record, edit = kind.from_bytes(data), edit_of(place.value, rng)
    if edit is None:
        return None
    if rng.random() < 0.5:
        assert [*places(record)]
    holder = led(record, place.way[:-1])
    was = copy.copy(getattr(holder, place.name))
    edit(holder, place.name)
    wanted = plain(getattr(holder, place.name))
    try:
        made = record.to_bytes()
    except (quire.FormatError, EncodingError):  # that is of codecs
        if isinstance(was, list):
            getattr(holder, place.name)[:] = was
        else:
            setattr(holder, place.name, was)
        assert record.to_bytes() == data
        return False
    again = kind.from_bytes(made)
    there = plain(getattr(led(again, place.way[:-1]), place.name))
    assert there == (plain(getattr(holder, place.name)) if isinstance(was, list) else wanted)
    assert record.to_bytes() == made == again.to_bytes()
    assert is_valid(kind.from_bytes(made)) or not is_valid(kind.from_bytes(data))
    expect_nothing_else(kind, data, made, place)
    return True


def expect_nothing_else(kind: Any, data: bytes, made: bytes, edited: Place) -> None:
    """Fields are what they were, but for those that follow from others, or see the same bytes."""
    if edited.is_led_to:
        return
    now = {each.way: each.value for each in places(kind.from_bytes(made))}
    for each in places(kind.from_bytes(data)):
        is_below = each.way[: len(edited.way)] == edited.way
        follows = each.is_led_to or each.name in each.holder._derived or each.holder._has_sums
        if isinstance(each.value, int | str | float) and not (is_below or follows):
            assert plain(now.get(each.way)) == plain(each.value), each.way


def checked(kind: Any, count: int) -> list[bool | None]:
    """Edit some generated files so often."""
    came: list[bool | None] = []
    for seed in range(1, FILES + 1):
        with suppress(Refused):
            data = generated_bytes(kind, seed=seed)
            if len(data) <= LARGEST:
                came += (check(kind, data, 1000 * seed + i) for i in range(count))
    return came


@cache
def _own(name: str) -> Any:
    module = import_module(f"quire.generated.{name}")
    return getattr(module, module.__all__[0])


@pytest.mark.parametrize("name", OWN)
def test_edits_are_there_and_nothing_else_or_refused(name: str) -> None:
    assert True in checked(_own(name), 5)


@pytest.mark.slow  # the same, twenty times as often
@pytest.mark.parametrize("name", OWN)
def test_many_edits_are_there_and_nothing_else_or_refused(name: str) -> None:
    assert True in checked(_own(name), 100)


@pytest.mark.real
def test_edits_of_public_specs_are_there_and_nothing_else_or_refused(
    spec: Path, request: pytest.FixtureRequest
) -> None:
    module = quire.compile(spec, imports=[request.config.getoption("--specs")])
    kind = getattr(module, module.__all__[0])
    if kind._params:
        pytest.skip("is a part of files")
    checked(kind, 10)
