"""Values of wrong types in files that were read: refused by their names, whatever stood there."""

from __future__ import annotations

import io
import warnings
from array import array
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.generated.bmp import Bmp
from quire.generated.elf import Elf
from quire.generated.gif import Gif
from quire.generated.midi import Midi
from quire.generated.npy import Npy
from quire.generated.pcapng import Pcapng
from quire.generated.png import Png
from quire.generated.safetensors import Safetensors
from quire.generated.sqlite import Sqlite
from quire.generated.tar import Tar
from quire.generated.wasm import Wasm
from quire.generated.wav import Wav
from quire.testing import generate
from tests.runtime.writing.test_building import compiled


def read(kind: Any, seed: int = 0) -> Any:
    return kind.from_bytes(generate(kind, seed=seed).to_bytes())


WAYS: tuple[Callable[[Any], Any], ...] = (
    lambda top: top,
    lambda top: top.sections[0].body,
    lambda top: top.members[0].header,
    lambda top: top.members[0].header.about,
    lambda top: top.header,
)
"""To a record of a file that may have a field."""


def holder(kind: Any, name: str) -> Any:
    """A file of those that are generated, and the first record in it that has a field."""
    for seed, way in product(range(50), WAYS):
        try:
            record = way(top := read(kind, seed))
        except (AttributeError, IndexError):
            continue
        if hasattr(record, name):
            return top, record
    raise AssertionError(name)


WRONG = [None, -1, 5, 2**70, 10**400, True, "x", "", b"x", b""]


def saved() -> Any:
    """An array of numpy's, in its file."""
    sink = io.BytesIO()
    np.save(sink, np.arange(6.0).reshape(2, 3))
    return Npy.from_bytes(sink.getvalue())


@pytest.mark.parametrize("value", WRONG, ids=repr)
@pytest.mark.parametrize("name", ["palette", "data"])
def test_a_value_that_is_no_array_is_told_from_one(name: str, value: Any) -> None:
    made = saved() if name == "data" else read(Bmp)
    setattr(made, name, value)
    with pytest.raises(quire.FormatError) as caught:
        made.to_bytes()
    assert caught.value.path == name


@pytest.mark.parametrize(
    ("kind", "name"), [(Midi, "header"), (Sqlite, "header"), (Wasm, "num_types")]
)
def test_no_record_in_the_place_of_one_that_tells_others(kind: Any, name: str) -> None:
    made, record = holder(kind, name)
    setattr(record, name, None)
    with pytest.raises(quire.FormatError, match=f"{name}: expected .*, found None"):
        made.to_bytes()


@pytest.mark.parametrize(
    ("kind", "name"), [(Tar, "mode"), (Wav, "len_form"), (Png, "magic"), (Gif, "version")]
)
def test_an_array_in_the_place_of_a_number_or_a_text_is_refused(kind: Any, name: str) -> None:
    made, record = holder(kind, name)
    setattr(record, name, np.arange(3))
    with pytest.raises(quire.FormatError) as caught:
        made.to_bytes()
    assert caught.value.path.endswith(name)
    assert "array" in caught.value.found


def test_a_number_of_numpy_is_a_number() -> None:
    value = {"dtype": "F32", "shape": [2], "data": np.ones(2, "<f4")}
    made = Safetensors.build(header={"entries": [{"key": "a", "value": value}]})
    made = Safetensors.from_bytes(made.to_bytes())
    pair: Any = made.header.entries[0]
    before = made.to_bytes()
    pair.value.begin = np.int64(pair.value.begin)
    assert made.to_bytes() == before


@pytest.mark.parametrize(("kind", "name"), [(Png, "chunks"), (Tar, "members"), (Pcapng, "blocks")])
@pytest.mark.parametrize(
    "what", ["the file", "the list", "numbers", "an element of others", "None"]
)
def test_what_is_no_element_of_a_list_is_refused(kind: Any, name: str, what: str) -> None:
    made = read(kind, 1)
    before, elements = made.to_bytes(), getattr(made, name)
    wrong = {
        "the file": made,
        "the list": elements,
        "None": None,
        "an element of others": read(Gif),
    }
    if what == "numbers":
        setattr(made, name, np.arange(3))
    else:
        elements.append(wrong[what])
    with pytest.raises(quire.FormatError) as caught:
        made.to_bytes()
    assert caught.value.path.startswith(name) or isinstance(caught.value, RecursionError)
    setattr(made, name, elements[:-1] if what != "numbers" else elements)
    assert made.to_bytes() == before


@pytest.mark.parametrize(
    ("kind", "name"),
    [(Midi, "header"), (Gif, "screen"), (Wasm, "num_types"), (Tar, "about"), (Sqlite, "header")],
)
def test_a_record_in_itself_is_refused(kind: Any, name: str) -> None:
    made, record = holder(kind, name)
    setattr(record, name, record)
    with pytest.raises(quire.FormatError, match=r"a record|less nesting"):
        made.to_bytes()


@pytest.mark.parametrize("value", [np.nan, np.inf, 1.5, 1e300, -1e300])
def test_fractions_for_an_array_of_integers_are_refused_without_a_warning(value: float) -> None:
    sink = io.BytesIO()
    np.save(sink, np.arange(3, dtype="<i4"))
    made = Npy.from_bytes(sink.getvalue())
    made.data = np.array([1, 2, value])
    with warnings.catch_warnings(action="error"), pytest.raises(quire.FormatError) as caught:
        made.to_bytes()
    assert (caught.value.path, caught.value.expected) == ("data", "int32 (3,), without loss")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["len_sections", "len_segments"])
def test_a_size_that_is_no_number_is_refused(name: str, seed: int) -> None:
    made = read(Elf, seed)
    setattr(made.header, name, float("nan"))
    with pytest.raises(quire.FormatError):
        made.to_bytes()


CAST = """
seq:
  - {id: parts, type: part, repeat: expr, repeat-expr: 2}
  - {id: tail, type: u1, if: first.color == 1}
instances: {first: {value: 'parts[0].body.as<head>'}}
types:
  part: {seq: [{id: tag, type: u1}, {id: body, type: {switch-on: tag, cases: {1: head, 2: other}}}]}
  head: {seq: [{id: color, type: u1}]}
  other: {seq: [{id: x, type: u1}]}
"""


def test_a_record_of_another_type_than_expressions_say_is_an_error_of_the_file(
    tmp_path: Path,
) -> None:
    made = compiled(tmp_path, CAST).from_bytes(b"\1\1\2\5\x09")
    made.parts.reverse()
    with pytest.raises(quire.FormatError, match="a record with `color`, found a Other without it"):
        made.to_bytes()


@pytest.mark.parametrize(
    "apart",
    [memoryview(b"w_x_y_")[::2], np.frombuffer(b"w_x_y_", np.uint8)[::2]],
    ids=["view", "array"],
)
def test_bytes_that_lie_apart_are_joined(apart: Any, tmp_path: Path) -> None:
    spec = "seq: [{id: len_raw, type: u1}, {id: raw, size: len_raw}, {id: last, size: 3}]"
    kind = compiled(tmp_path, spec)
    made = kind.from_bytes(b"\1abcd")
    made.raw = made.last = apart
    assert made.to_bytes() == b"\3wxywxy"
    assert kind.build(raw=apart, last=b"abc").to_bytes() == b"\3wxyabc"


SIZED = """
seq:
  - {id: len_raw, type: u1}
  - {id: num_rest, type: u1, -derive: rest.length}
  - {id: raw, size: len_raw}
  - {id: padded, size: 4, pad-right: 0}
  - {id: mixed, size: 2, process: xor(1)}
  - {id: rest, size-eos: true}
"""


@pytest.mark.parametrize("field", ["raw", "padded", "mixed", "rest"])
@pytest.mark.parametrize(
    "value",
    [array("H", [1, 2]), np.eye(2, dtype=np.uint8), np.ones(2), memoryview(array("I", [1]))],
    ids=["numbers", "rows", "floats", "view"],
)
def test_what_has_another_length_than_its_bytes_is_given_for_no_bytes(
    field: str, value: Any, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, SIZED)
    found = rf"{field}: expected bytes, found .*: give what its `tobytes\(\)` returns"
    with pytest.raises(TypeError, match=found):
        kind.build(**{"raw": b"ab", "padded": b"c", "mixed": b"de", "rest": b"", field: value})
    made = kind.from_bytes(b"\2\0abc\0\0\0ed")
    setattr(made, field, value)
    with pytest.raises(quire.FormatError, match=found) as error:
        made.to_bytes()
    assert error.value.path == field


@pytest.mark.parametrize("field", ["raw", "padded", "mixed", "rest"])
@pytest.mark.parametrize(
    "value",
    [array("B", b"xy"), np.frombuffer(b"xy", np.uint8), memoryview(b"xy"), bytearray(b"xy")],
    ids=["array", "numpy", "view", "bytearray"],
)
def test_bytes_of_any_object_are_given_for_bytes(field: str, value: Any, tmp_path: Path) -> None:
    kind = compiled(tmp_path, SIZED)
    fields = {"raw": b"ab", "padded": b"c", "mixed": b"de", "rest": b"", field: b"xy"}
    raw, padded = fields["raw"], fields["padded"].ljust(4, b"\0")
    mixed = bytes(each ^ 1 for each in fields["mixed"])
    expected = bytes([2, len(fields["rest"])]) + raw + padded + mixed + fields["rest"]
    assert kind.build(**{**fields, field: value}).to_bytes() == expected
    made = kind.from_bytes(b"\2\0abc\0\0\0ed")
    setattr(made, field, value)
    assert made.to_bytes() == expected


BOXED = """
seq: [{id: len_box, type: u1}, {id: rest, size-eos: true}]
types:
  box: {seq: [{id: a, type: u1}, {id: rest, size-eos: true}]}
instances:
  box: {pos: 1, size: len_box, type: box}
"""


@pytest.mark.parametrize("value", [np.uint8(3), np.int64(3), np.uint64(3)], ids=str)
def test_a_size_that_is_an_integer_of_numpy_is_that_of_what_is_looked_at(
    value: Any, tmp_path: Path
) -> None:
    made = compiled(tmp_path, BOXED).from_bytes(b"\5abcdef")
    made.len_box = value
    assert (made.box.a, made.box.rest, made.box._io.size()) == (ord("a"), b"bc", 3)
    assert made.to_bytes() == b"\3abcdef"


@pytest.mark.parametrize("value", [1.5, np.float32(1.5), np.float64(3)], ids=str)
def test_a_size_that_is_no_integer_is_an_error_of_what_is_looked_at(
    value: Any, tmp_path: Path
) -> None:
    made = compiled(tmp_path, BOXED).from_bytes(b"\5abcdef")
    made.len_box = value
    with pytest.raises(quire.FormatError, match=r"box.*slice indices must be integers"):
        _ = made.box
    with pytest.raises(quire.FormatError, match="len_box at byte 0: expected an integer"):
        made.to_bytes()


LED_BY_A_RECORD = """
seq:
  - {id: head, size: 5, type: head}
  - {id: tail, size: head.len_tail}
types:
  head:
    seq: [{id: mz, type: mz}, {id: rest, size-eos: true}]
    instances: {len_tail: {value: mz.num}}
  mz: {seq: [{id: num, type: u1}, {id: pos, type: u1}]}
instances:
  some:
    io: head._io
    pos: head.mz.pos
    if: head.mz.pos != 0
    type: u1
    repeat: expr
    repeat-expr: head.mz.num
"""


def test_a_dict_in_a_record_that_leads_elsewhere_is_a_record(tmp_path: Path) -> None:
    made = compiled(tmp_path, LED_BY_A_RECORD).from_bytes(b"\2\3!abcd")
    made.head.mz = {"num": 2, "pos": 2}
    assert made.to_bytes() == b"\2\2!abcd"
    made.head.mz = {"num": 1, "place": 4}
    with pytest.raises(quire.FormatError, match="has no field 'place'"):
        made.to_bytes()


NESTED = """
seq:
  - {id: a, type: outer}
  - {id: tag, type: u1}
  - {id: body, size: 2, type: {switch-on: a.inner.last.kind, cases: {1: one, 2: two}}}
  - {id: rest, size: a.inner.last.num}
  - {id: more, size: body.as<one>.num, if: tag == 1}
types:
  outer: {seq: [{id: x, type: u1}, {id: inner, type: inner}]}
  inner: {seq: [{id: x, type: u1}, {id: last, size: 2, type: last}]}
  last: {seq: [{id: kind, type: u1}, {id: num, type: u1}]}
  one: {seq: [{id: num, type: u1}, {id: y, type: u1}]}
  two: {seq: [{id: z, type: u2}]}
"""

LAST = {"kind": 1, "num": 3}
VALUES = {"x": 9, "inner": {"x": 8, "last": LAST}}
STORED = bytes([9, 8, 1, 3, 1, 2, 7]) + b"ABCDE"


@pytest.fixture(scope="module")
def nested(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("nested"), NESTED)


def read_nested(kind: Any) -> Any:
    return kind.from_bytes(STORED)


def built_nested(kind: Any) -> Any:
    return kind.build(a=VALUES, tag=1, body={"num": 2, "y": 7}, rest=b"ABC", more=b"DE")


@pytest.mark.parametrize("made", [read_nested, built_nested])
def test_a_dict_by_whose_fields_something_goes_is_a_record_however_deep_it_is(
    made: Callable[[Any], Any], nested: Any
) -> None:
    top = made(nested)
    top.a.inner.last = LAST
    top.body = {"$type": "Thing.One", "num": 2, "y": 7}
    assert top.to_bytes() == STORED
    assert (top.a.inner.last.num, top.body.y) == (3, 7)
    top.a.inner = {"x": 8, "last": {**LAST, "num": 2}}
    top.rest = b"AB"
    assert top.to_bytes() == bytes([9, 8, 1, 2, 1, 2, 7]) + b"ABDE"


@pytest.mark.parametrize("made", [read_nested, built_nested])
@pytest.mark.parametrize("value", [None, 5, "x", b"x", 1.5, [LAST]], ids=repr)
@pytest.mark.parametrize("path", ["a", "a.inner", "a.inner.last"])
def test_what_is_no_record_is_told_where_it_is(
    path: str, value: Any, made: Callable[[Any], Any], nested: Any
) -> None:
    holder = top = made(nested)
    *way, name = path.split(".")
    for each in way:
        holder = getattr(holder, each)
    setattr(holder, name, value)
    with pytest.raises(quire.FormatError, match=rf": {path}: expected a record, found"):
        top.to_bytes()
