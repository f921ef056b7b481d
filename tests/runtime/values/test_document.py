"""Documents inside a file: typed keys, unknown ones kept, every error with its path."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import quire
from quire import ContradictionError, FormatError
from quire.runtime.values.json_text import parse_json

SPEC = """\
meta: {id: doc, endian: le, encoding: UTF-8}
seq:
  - {id: len_head, type: u2}
  - id: head
    type: str
    size: len_head
    -document:
      format: json
      fields:
        name: str
        count: {type: int, valid: {min: 1, max: 9}}
        ratio: {type: float, optional: true}
        ready: {type: bool, default: false}
        kind: {type: str, default: '"a"', valid: {any-of: ['"a"', '"b"']}}
        even: {type: int, optional: true, valid: {expr: _ % 2 == 0}}
        tags: {items: str}
        free: {type: any, optional: true}
        parts:
          items:
            id: part
            fields:
              size: int
              extra: {type: int, if: size > 10}
        total: {type: int, valid: parts.map(_.size).sum}
"""
GOOD: dict[str, Any] = {
    "name": "n",
    "count": 1,
    "tags": ["x"],
    "parts": [{"size": 3}, {"size": 11, "extra": 5}],
    "total": 14,
}


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("doc") / "doc.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Doc


def stored(head: object, **options: Any) -> bytes:
    """A file with a header."""
    text = head if isinstance(head, bytes) else json.dumps(head, **options).encode()
    return len(text).to_bytes(2, "little") + text


def test_known_keys_are_attributes(kind: Any) -> None:
    head = kind.from_bytes(stored(GOOD)).head
    assert (head.name, head.count, head.tags, head.total) == ("n", 1, ["x"], 14)
    assert [part.size for part in head.parts] == [3, 11]
    assert head.parts[1].extra == 5
    assert not hasattr(head.parts[0], "extra")


def test_what_is_missing_has_its_default(kind: Any) -> None:
    head = kind.from_bytes(stored(GOOD)).head
    assert (head.ratio, head.ready, head.kind, head.even) == (None, False, "a", None)


def test_an_integer_is_taken_for_a_float(kind: Any) -> None:
    ratio = kind.from_bytes(stored({**GOOD, "ratio": 2})).head.ratio
    assert ratio == 2.0
    assert isinstance(ratio, float)


@pytest.mark.parametrize(
    ("change", "path", "expected", "found"),
    [
        ({"name": None}, "head.name", "a string", "null"),
        ({"name": 3}, "head.name", "a string", "3"),
        ({"count": 1.5}, "head.count", "an integer", "1.5"),
        ({"count": True}, "head.count", "an integer", "a boolean"),
        ({"count": "1"}, "head.count", "an integer", "a string"),
        ({"count": 0}, "head.count", "at least 1", "0"),
        ({"count": 10}, "head.count", "at most 9", "10"),
        ({"ratio": "x"}, "head.ratio", "a number", "a string"),
        ({"ratio": True}, "head.ratio", "a number", "a boolean"),
        ({"ready": 1}, "head.ready", "true or false", "1"),
        ({"kind": "c"}, "head.kind", "'a' or 'b'", "'c'"),
        ({"even": 3}, "head.even", "a value for which `_ % 2 == 0`", "3"),
        ({"tags": "x"}, "head.tags", "a list", "a string"),
        ({"tags": ["x", 1]}, "head.tags[1]", "a string", "1"),
        ({"parts": [3]}, "head.parts[0]", "an object", "3"),
        ({"parts": [{"size": 14}]}, "head.parts[0].extra", "a value", "no such key"),
        ({"parts": [{"size": 14, "extra": []}]}, "head.parts[0].extra", "an integer", "a list"),
        ({"total": 15}, "head.total", "14", "15"),
    ],
)
def test_a_key_of_the_wrong_kind_is_named(
    kind: Any, change: dict[str, Any], path: str, expected: str, found: str
) -> None:
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(stored({**GOOD, **change}))
    error = caught.value
    assert (error.path, error.expected, error.found, error.offset) == (path, expected, found, 2)


@pytest.mark.parametrize("name", ["name", "count", "tags", "parts", "total"])
def test_a_key_that_is_missing_is_named(kind: Any, name: str) -> None:
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(stored({key: value for key, value in GOOD.items() if key != name}))
    assert (caught.value.path, caught.value.found) == (f"head.{name}", "no such key")


@pytest.mark.parametrize(
    ("text", "expected", "offset"),
    [
        (b"", "JSON", 2),
        (b"{", "JSON", 3),
        (b'{"a": 1;}', "JSON", 9),
        (b"[1]", "an object", 2),
        (b"nul", "JSON", 2),
        (b'{"a": "\xff"}', "UTF-8", 9),
        (b'{"\xc3\xa9": }', "JSON", 9),
        (b'{"a": 1, "a": 2}', "each key once", 2),
        (b"[" * 20_000, "at most 128 lists and objects in each other", 2),
        (b'{"a": ' + b"9" * 5000 + b"}", "JSON with usual numbers", 2),
    ],
)
def test_broken_json_is_refused(kind: Any, text: bytes, expected: str, offset: int) -> None:
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(stored(text))
    assert (caught.value.path, caught.value.expected) == ("head", expected)
    assert caught.value.offset == offset


def test_numbers_that_json_does_not_have_are_kept_where_no_schema_names_them(kind: Any) -> None:
    text = b'{"name": "x", "count": 1, "tags": [], "parts": [], "total": 0, "x": [NaN, -Infinity]}'
    record = kind.from_bytes(stored(text))
    record.head.count = 2
    assert record.to_bytes() == stored(text.replace(b'"count": 1', b'"count": 2'))


def test_an_unchanged_document_is_written_as_it_was(kind: Any) -> None:
    text = b'{ "parts":[],"x": {"b":1, "a":2},\n"total":0,"tags":[ ], "count":1,"name":"\\u00e9" }'
    assert kind.from_bytes(stored(text)).to_bytes() == stored(text)


def test_unknown_keys_survive_a_change_in_their_order(kind: Any) -> None:
    record = kind.from_bytes(stored({"z": 1, **GOOD, "a": [1, {"b": 2}]}))
    record.head.name = "new"
    again = kind.from_bytes(record.to_bytes()).head
    assert again.tree() == {"z": 1, **GOOD, "name": "new", "a": [1, {"b": 2}]}
    assert list(again.tree()) == list({"z": 1, **GOOD, "a": 0})


def test_a_change_further_down_is_written(kind: Any) -> None:
    record = kind.from_bytes(stored(GOOD))
    record.head.parts[0].size = 4
    assert kind.from_bytes(record.to_bytes()).head.tree() == {
        **GOOD,
        "parts": [{"size": 4}, {"size": 11, "extra": 5}],
        "total": 15,
    }


def test_a_default_is_not_written(kind: Any) -> None:
    head = {key: value for key, value in GOOD.items() if key != "total"}
    assert json.loads(kind.build(head=head).to_bytes()[2:]) == GOOD


def test_a_value_that_is_no_default_is_written(kind: Any) -> None:
    record = kind.from_bytes(stored(GOOD))
    record.head.ready = True
    assert json.loads(record.to_bytes()[2:])["ready"] is True


def test_a_derived_key_that_was_given_wrong_is_a_contradiction(kind: Any) -> None:
    with pytest.raises(ContradictionError) as caught:
        kind.build(head={**GOOD, "total": 15}).to_bytes()
    assert str(caught.value) == (
        "doc: head.total: given 15, but the rest of the document makes it 14"
    )


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"count": 10}, "head.count"),
        ({"name": 1}, "head.name"),
        ({"parts": [{"size": 20}]}, "head.parts[0].extra"),
    ],
)
def test_a_wrong_value_is_not_written(kind: Any, change: dict[str, Any], path: str) -> None:
    head = {key: value for key, value in {**GOOD, **change}.items() if key != "total"}
    with pytest.raises(FormatError) as caught:
        kind.build(head=head).to_bytes()
    assert caught.value.path == path


def test_a_document_is_equal_to_one_of_the_same_keys(kind: Any) -> None:
    one, two = (kind.from_bytes(stored(GOOD, indent=indent)).head for indent in (None, 2))
    assert one == two
    two.name = "other"
    assert one != two
    assert repr(one).startswith("Doc.Head(name='n', count=1")


def test_a_document_as_data_can_be_changed_without_changing_the_document(kind: Any) -> None:
    record = kind.from_bytes(stored({**GOOD, "x": {"y": 1}}))
    tree = record.head.tree()
    tree["tags"].append("more")
    tree["x"]["y"] = 2
    assert record.head.tags == ["x"]
    assert record.to_bytes() == stored({**GOOD, "x": {"y": 1}})


def test_data_of_a_value_of_any_kind_can_be_changed_without_changing_it(kind: Any) -> None:
    given = {**GOOD, "free": {"a": [1]}, "unknown": {"b": [2]}}
    record = kind.build(head=given)
    stored = record.to_bytes()
    given["free"]["a"].append(3)
    given["unknown"]["b"].append(3)
    tree = record.head.tree()
    tree["free"]["a"].append(3)
    tree["unknown"]["b"].append(3)
    tree["parts"][0]["size"] = 4
    assert record.to_bytes() == stored
    assert record.head.tree()["free"] == {"a": [1]}


def test_a_change_inside_a_value_of_any_kind_is_written(kind: Any) -> None:
    record = kind.from_bytes(stored({**GOOD, "free": {"a": [1]}}))
    record.head.free["a"].append(2)
    assert kind.from_bytes(record.to_bytes()).head.free == {"a": [1, 2]}


def test_the_key_that_comes_again_first_is_named() -> None:
    with pytest.raises(FormatError, match="`b` twice"):
        parse_json(b'{"a": 1, "b": 2, "b": 3, "a": 4, "a": 5}', "header", 0)


TEXTS = [
    '{"a": 1}',
    '{"a:b": ":", "c": [{"d": ":"}, {"d": "{"}]}',
    '{"a": "\\"", "b": "]:[", "\\":": {}}',
    '{"a": "\\\\", "b": {"b": "x\\n:"}}',
    '{"\u00e9": "\u00e9:", "e": null, "f": [1.5, true, "\u2028"]}',
    "[]",
    "null",
    '"a:b"',
    " { } ",
]


@pytest.mark.parametrize("text", TEXTS)
def test_text_is_read_as_python_reads_it_whatever_stands_in_strings(text: str) -> None:
    assert parse_json(text.encode(), "header", 0) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        '{":": [{"b": ":"}, {"a": ":", "c": 1, "a": ":"}]}',
        '{"x": "\\"", "y": {"a": "\\"", "a": 1}}',
        '[{"\\u0061": 1, "a": 2}]',
    ],
)
def test_a_key_twice_is_found_wherever_it_is(text: str) -> None:
    with pytest.raises(FormatError, match="`a` twice"):
        parse_json(text.encode(), "header", 0)


@pytest.mark.parametrize("filler", ["", '"]]]}}}", ', '"\\"]", '])
def test_brackets_in_strings_are_no_end_of_a_nesting(filler: str) -> None:
    deepest = f"[{filler}" * 127 + "[]" + "]" * 127
    assert parse_json(deepest.encode(), "header", 0)
    deeper = f"[{filler}" * 128 + "[]" + "]" * 128
    with pytest.raises(FormatError, match="at most 128 lists and objects in each other"):
        parse_json(deeper.encode(), "header", 0)


def test_lists_of_objects_with_different_keys_are_written_as_they_stood(kind: Any) -> None:
    parts = [{"size": 1}, {"unit": "s", "size": 2}, {"size": 3, "odd": [1.0]}, {"size": 4}]
    data = stored({**GOOD, "parts": parts, "total": 10})
    record = kind.from_bytes(data)
    assert record.to_bytes() == data
    assert record.head.tree()["parts"] == parts
    record.head.parts[2].size = 5
    record.head.parts.append({"size": 6})
    again = kind.from_bytes(record.to_bytes()).head.tree()["parts"]
    assert again == [*parts[:2], {"size": 5, "odd": [1.0]}, parts[3], {"size": 6}]
    assert [*again[1]] == ["unit", "size"]


def test_a_text_whose_numbers_are_written_otherwise_is_kept_until_something_changes(
    kind: Any,
) -> None:
    data = stored({**GOOD, "ratio": 2}, separators=(",  ", ":"))
    assert kind.from_bytes(data).to_bytes() == data


HEAD = """\
meta: {id: doc, endian: le, encoding: UTF-8}
seq:
  - id: head
    type: str
    size-eos: true
    -document:
      format: json
      fields:
"""
ANY_ORDER = {
    "an if": "{size: {type: int, if: kind == 1}, kind: int}",
    "a default": "{kind: int, size: {type: int, default: wide}, wide: int}",
    "a bound": "{size: {type: int, valid: {max: wide}}, wide: int}",
    "a derived key": (
        "{size: {type: int, valid: {max: wide}}, wide: {type: int, valid: kind + 4}, kind: int}"
    ),
    "an element": (
        "{parts: {items: {fields: {size: {type: int, valid: {max: _parent.wide}}}}}, wide: int}"
    ),
    "an element of an element": (
        "{parts: {items: {fields: {ends: {items: {fields: {size: {type: int, "
        "if: _parent._parent.kind == 1, valid: {max: _parent._parent.wide}}}}}}}}, "
        "wide: {type: int, valid: kind + 4}, kind: int}"
    ),
}


@pytest.mark.parametrize("keys", sorted(ANY_ORDER))
def test_keys_may_go_by_those_that_the_schema_names_later(keys: str, tmp_path: Path) -> None:
    path = tmp_path / "doc.ksy"
    path.write_text(f"{HEAD}        {ANY_ORDER[keys]}\n", encoding="utf-8")
    kind: Any = quire.compile(path).Doc
    inner = [{"size": 4}]
    parts = [{"ends": inner}] if "of an element" in keys else inner
    whole = {"size": 4, "parts": parts, "wide": 5, "kind": 1}
    given = {name: value for name, value in whole.items() if f"{name}:" in ANY_ORDER[keys]}
    text = json.dumps(given).encode()
    record = kind.from_bytes(text)
    assert record.to_bytes() == text
    assert kind.build(head=given).to_bytes() == text
    if "wide" not in given or keys == "a default":
        return
    wrong = json.loads(text.replace(b'"size": 4', b'"size": 6'))
    with pytest.raises(FormatError, match=r"size at byte 0: expected at most 5, found 6"):
        kind.from_bytes(json.dumps(wrong).encode())


def test_very_many_keys_may_go_by_each_other(tmp_path: Path) -> None:
    """Each by the two that the schema names next: ways from one to the last double with each."""
    most = 300
    keys = [f"k{i}: {{type: int, valid: {{max: k{i + 1} + k{i + 2}}}}}" for i in range(most)]
    path = tmp_path / "doc.ksy"
    path.write_text(f"{HEAD}        {{{', '.join(keys)}, k{most}: int, k{most + 1}: int}}\n")
    kind: Any = quire.compile(path).Doc
    given = {f"k{i}": 1 for i in range(most + 2)}
    text = json.dumps(given).encode()
    assert kind.from_bytes(text).to_bytes() == text
    with pytest.raises(FormatError, match=r"k0 at byte 0: expected at most 2, found 3"):
        kind.from_bytes(json.dumps(given | {"k0": 3}).encode())


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("{a: {type: int, if: a == 1}}", "`a` depends on `a`"),
        ("{a: {type: int, if: b == 1}, b: {type: int, valid: c}, c: {type: int, default: a}}",
         "`a` depends on `b` depends on `c` depends on `a`"),
        ("{a: {items: {fields: {b: {type: int, if: _parent.a.size > 1}}}}}", "`a` depends on `a`"),
    ],
)  # fmt: skip  # a line each
def test_a_key_that_goes_by_itself_is_refused(keys: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "doc.ksy"
    path.write_text(f"{HEAD}        {keys}\n", encoding="utf-8")
    with pytest.raises(quire.SpecError, match=f"Q307.*a key depends on itself: {told}"):
        quire.compile(path)
