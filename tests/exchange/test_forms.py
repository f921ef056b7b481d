"""Records as dicts and JSON: what values look like there, and what is taken back."""

from __future__ import annotations

import copy
import json
import random
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.exchange import from_json, to_json
from quire.exchange.forms import json_text
from quire.exchange.json_values import JsonForm, from_json_value
from quire.generated.cvc import Cvc
from quire.generated.wav import Wav
from quire.kernels.backends.arrays import dtype_of
from quire.kernels.engine.stored import StoredArray
from quire.testing import generated_bytes
from tests.cases import compiled, data_of

SPEC = """
meta: {id: zoo, endian: le, encoding: UTF-8}
seq:
  - {id: kind, type: u1, enum: kind}
  - {id: class, type: u1}
  - {id: big, type: u8}
  - {id: ratio, type: f8}
  - {id: small, type: f4}
  - {id: flag, type: b1}
  - {id: rest, type: b7}
  - {id: len_raw, type: u1}
  - {id: raw, size: len_raw}
  - {id: note, type: strz, if: flag}
  - {id: num_parts, type: u1}
  - {id: parts, type: part, repeat: expr, repeat-expr: num_parts}
types:
  part:
    seq:
      - {id: tag, type: u1}
      - id: body
        type: {switch-on: tag, cases: {1: one, 2: two}}
  one: {seq: [{id: v, type: u2}]}
  two: {seq: [{id: v, type: u2}]}
enums:
  kind: {1: cat, 2: dog}
"""


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("zoo") / "zoo.ksy"
    path.write_text(SPEC, "utf-8")
    return quire.compile(path).Zoo


def stored(kind: int = 1, ratio: float = -0.0, small: bytes = b"\0\0\x80\x7f") -> bytes:
    """The bytes of a file, put together by hand; `small` is infinite."""
    head = struct.pack("<BBQd", kind, 7, 2**64 - 1, ratio) + small
    parts = b"\x02" + b"\x01\x05\x00" + b"\x02\x06\x00"
    return head + b"\x85" + b"\x02\x00\xff" + b"hi\xc3\xbc\0" + parts


def test_dicts_hold_the_values_of_the_fields(zoo: Any) -> None:
    values = zoo.from_bytes(stored()).to_dict()
    assert values == {
        "kind": zoo.Kind.cat,
        "class_": 7,
        "big": 2**64 - 1,
        "ratio": 0.0,
        "small": float("inf"),
        "flag": True,
        "rest": 5,
        "len_raw": 2,
        "raw": b"\x00\xff",
        "note": "hiü",
        "num_parts": 2,
        "parts": [
            {"tag": 1, "body": {"$type": "Zoo.One", "v": 5}},
            {"tag": 2, "body": {"$type": "Zoo.Two", "v": 6}},
        ],
    }


def test_json_says_what_it_has_no_words_for_under_a_key_with_a_sign(zoo: Any) -> None:
    text = zoo.from_bytes(stored()).to_json()
    assert text == (
        '{"kind": "cat", "class_": 7, "big": 18446744073709551615, "ratio": -0.0, '
        '"small": {"$float": "inf"}, "flag": true, "rest": 5, "len_raw": 2, '
        '"raw": {"$hex": "00ff"}, "note": "hiü", "num_parts": 2, "parts": ['
        '{"tag": 1, "body": {"$type": "Zoo.One", "v": 5}}, '
        '{"tag": 2, "body": {"$type": "Zoo.Two", "v": 6}}]}'
    )
    assert zoo.from_bytes(stored()).to_json(indent=1).startswith('{\n "kind"')


def test_an_enum_without_a_member_is_a_number(zoo: Any) -> None:
    record = zoo.from_bytes(stored(kind=9))
    assert json.loads(record.to_json())["kind"] == 9
    assert zoo.from_json(record.to_json()).to_bytes() == stored(kind=9)


@pytest.mark.parametrize("bits", [0x7FF8000000000000, 0xFFF8000000000001, 0x7FF800000000BEEF])
def test_what_is_no_number_keeps_its_bits(zoo: Any, bits: int) -> None:
    (ratio,) = struct.unpack("<d", struct.pack("<Q", bits))
    data = stored(ratio=ratio)
    text = zoo.from_bytes(data).to_json()
    assert zoo.from_json(text).to_bytes() == data
    said = json.loads(text)["ratio"]["$float"]
    assert said == ("nan" if bits == 0x7FF8000000000000 else f"{bits:016x}")


def test_bits_that_python_changes_are_refused_by_name(zoo: Any) -> None:
    signalling = stored(small=b"\x01\x00\xa0\x7f")
    with pytest.raises(quire.InexactError, match="values cannot hold `small`: byte") as caught:
        zoo.from_bytes(signalling).to_json()
    assert caught.value.path == "small"
    assert zoo.from_bytes(signalling).to_dict(exact=False)["class_"] == 7


def test_what_can_be_derived_may_be_left_out(zoo: Any) -> None:
    values = zoo.from_bytes(stored()).to_dict()
    for name in ("len_raw", "num_parts", "flag"):
        del values[name]
    values["parts"][0]["body"].pop("$type")
    assert zoo.from_dict(values).to_bytes() == stored()
    assert zoo.from_dict({**values, "kind": "dog"}).to_bytes() == stored(kind=2)
    assert zoo.build(**{**values, "kind": "dog"}).to_bytes() == stored(kind=2)


def test_the_type_chooses_the_tag(zoo: Any) -> None:
    values = zoo.from_bytes(stored()).to_dict()
    values["parts"] = [{"body": {"$type": "Zoo.Two", "v": 3}}]
    del values["num_parts"]
    assert zoo.from_dict(values).to_bytes()[-4:] == b"\x01\x02\x03\x00"


def test_dicts_are_not_changed_and_do_not_change(zoo: Any) -> None:
    record = zoo.from_bytes(stored())
    values = record.to_dict()
    before = copy.deepcopy(values)
    made = zoo.from_dict(values)
    made.to_bytes()
    record.parts[0].tag = 2
    assert values == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "cow"}, "kind: Zoo.Kind has no member 'cow'"),
        ({"kind": "cats"}, "did you mean 'cat'?"),
        ({"knid": 1}, "Zoo has no field 'knid'"),
        ({"parts": 5}, "parts: expected a list, found int"),
        (
            {"parts": [{"body": {"$type": "Zoo.Three"}}]},
            r"parts\[0\].body: '\$type' is 'Zoo.Three'",
        ),
        ({"parts": [{"body": {"$type": ["x"]}}]}, r"parts\[0\].body: '\$type'"),
        ({"parts": [{"tagg": 1}]}, r"parts\[0\]: Zoo.Part has no field 'tagg'"),
    ],
)
def test_mistakes_are_named_by_their_paths(zoo: Any, change: dict[str, Any], said: str) -> None:
    values = zoo.from_bytes(stored()).to_dict() | change
    with pytest.raises(TypeError, match=said):
        zoo.from_dict(values)
    with pytest.raises(TypeError, match="expected a dict, found list"):
        zoo.from_dict([])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected JSON"),
        ("[1]", "expected an object, found list"),
        ('{"raw": {"$hex": "0"}}', r"raw\.\$hex: expected hexadecimal digits"),
        ('{"raw": {"$hex": 5}}', r"raw\.\$hex: expected hexadecimal digits"),
        ('{"raw": {"$hex": "00", "x": 1}}', r"raw: expected `\$hex` alone, found 2 keys"),
        ('{"ratio": {"$float": "one"}}', r"ratio\.\$float: expected nan, inf, -inf, or 16"),
        ('{"ratio": {"$float": "00"}}', r"ratio\.\$float: expected nan"),
        ('{"big": 1, "big": 2}', "`big` twice"),
        ('{"raw": {"$text": {"a": 1}}}', r"raw\.\$text: expected the text of a document"),
        ('{"raw": {"$text": 5}}', r"raw\.\$text: expected the text of a document"),
        ('{"raw": {"$text": "\\ud800"}}', r"raw\.\$text: expected the text of a document"),
        ('{"raw": {"$txt": 5}}', r"raw: expected one of the keys \$hex, \$float, \$text"),
        ('{"raw": {"$stored": {"hex": ""}}}', r"raw\.\$stored: expected `hex`, `shape` and"),
        ('{"raw": {"$array": {"hex": "00", "shape": [-1], "dtype": "u1"}}}', r"raw\.\$array"),
        ('{"raw": {"$array": {"hex": "00", "shape": [1], "dtype": "O"}}}', r"raw\.\$array"),
        ('{"raw": {"$array": {"hex": "00", "shape": [1], "dtype": []}}}', r"raw\.\$array"),
        ("[" * 200, "lists and objects in each other"),
        ("\xff", "expected JSON"),
        (b"\xff", "expected UTF-8"),
        ('{"big": 1' + "0" * 5000 + "}", "usual numbers"),
    ],
)
def test_texts_that_say_nothing_are_refused(zoo: Any, text: str | bytes, said: str) -> None:
    with pytest.raises(quire.FormatError, match=said):
        zoo.from_json(text)


def test_a_list_in_the_place_of_a_record_is_named(zoo: Any) -> None:
    values = zoo.from_bytes(stored()).to_dict()
    values["parts"][1]["body"] = [1]
    with pytest.raises(TypeError, match=r"parts\[1\].body: expected a record"):
        zoo.from_dict(values).to_bytes()


def test_broken_json_never_ends_in_another_error(zoo: Any) -> None:
    whole = json.loads(zoo.from_bytes(stored()).to_json())
    odd: list[Any] = [
        None, True, -1, 2**70, 1.5, "x", "\ud800", [], [[]], {}, {"a": 1}, {"$hex": ""},
        {"$float": "nan"}, {"$stored": {"hex": "", "shape": [0], "dtype": "float32"}},
        {"$array": {"hex": "", "shape": [0], "dtype": "<f4"}}, {"$type": "Zoo.One"}, [None], [{}],
    ]  # fmt: skip  # laid out as a table
    rng = random.Random(5)  # noqa: S311  # the same damage each time
    for _ in range(600):
        values = copy.deepcopy(whole)
        for name in rng.sample([*whole], rng.randint(0, 2)):
            values[name] = rng.choice(odd)
        if values["parts"] == whole["parts"]:
            values["parts"][rng.randrange(2)][rng.choice(["tag", "body"])] = rng.choice(odd)
        try:
            zoo.from_json(json.dumps(values)).to_bytes()
        except (quire.FormatError, TypeError):
            continue


def test_halves_of_characters_are_escaped() -> None:
    assert json_text({"text": "a\ud800é"}) == '{"text": "a\\ud800é"}'
    assert json.loads(json_text("\udcff")) == "\udcff"


def test_a_payload_is_what_is_stored_unless_its_values_are_asked_for() -> None:
    record = Wav.build(
        form={
            "chunks": [
                {"body": {"tag": 1, "num_channels": 1, "sample_rate": 8000, "bits": 16}},
                {"body": {"samples": np.array([[1], [-2], [3]], np.int16)}},
            ]
        }
    )
    data = record.to_bytes()
    read = Wav.from_bytes(data)
    (samples,) = (
        each["body"]["samples"]
        for each in json.loads(read.to_json())["form"]["chunks"]
        if "samples" in each["body"]
    )
    assert samples["$stored"]["hex"] == "0100feff0300"
    plain = json.loads(read.to_json(exact=False))["form"]["chunks"]
    assert [each["body"]["samples"] for each in plain if "samples" in each["body"]] == [
        [[1], [-2], [3]]
    ]
    assert Wav.from_json(read.to_json()).to_bytes() == data


def test_stored_bytes_of_another_shape_are_refused() -> None:
    form: Any = {"body": {"tag": 1, "num_channels": 1, "sample_rate": 8000, "bits": 16}}
    for said, found in (
        (StoredArray(b"\1\0\2\0", (3, 1), "int16"), r"found int16 \[3, 1\]"),
        (StoredArray(b"\1\0\2\0", (2, 1), "int32"), r"found int32 \[2, 1\]"),
        (StoredArray(b"\1\0\2", (2, 1), "int16"), "bytes"),
    ):
        sound = Wav.from_dict({"form": {"chunks": [form, {"body": {"samples": said}}]}})
        with pytest.raises(quire.FormatError, match=found):
            sound.to_bytes()


def test_keys_of_documents_may_look_like_those_of_values() -> None:
    kind = compiled("documents")
    fields = {"any": {"$hex": "zz", "$$": 1, "$type": [None], "$float": {"$array": 2}}}
    record = kind.from_bytes(data_of("documents"))
    record.anything = fields
    read = kind.from_bytes(record.to_bytes())
    again = kind.from_json(read.to_json())
    assert again.anything == fields
    assert again.to_bytes() == read.to_bytes()
    with pytest.raises(quire.FormatError, match=r"anything: expected one of the keys \$hex, "):
        kind.from_json('{"anything": {"$hxe": 1}}')


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((0, 3), "<f4"),
        np.array(["ab", "é"], "<U2"),
        np.array([b"ab", b""], "S2"),
        np.array([1 + 2j, -0.0], "<c8"),
        np.array(["2020-01-01"], "<M8[D]"),
        np.array([(1, 2.5, [3, 4])], [("a", "<u2"), ("b", ">f8"), ("c", "u1", (2,))]),
        np.array([1.5, -2], dtype_of("bfloat16")),
        np.frombuffer(b"\1\0\xa0\x7f", "<f4"),
    ],
    ids=lambda array: array.dtype.name,
)
def test_arrays_that_lists_do_not_say_are_said_by_their_bytes(array: Any) -> None:
    said = json.loads(json_text(JsonForm().of(array)))
    if array.ndim and array.dtype.kind in "iuf" and array.size and np.isfinite(array).all():
        assert isinstance(said, list)
    again = from_json_value(said, "")
    assert (again.dtype, again.shape) == (array.dtype, array.shape)
    assert again.tobytes() == array.tobytes()


def test_a_document_keeps_its_text_until_it_says_something_else() -> None:
    kind, data = compiled("documents"), data_of("documents")
    values = kind.from_bytes(data).to_dict()
    assert values["anything"] == {"any": 1}
    assert kind.from_dict(values).to_bytes() == data
    said = json.loads(kind.from_bytes(data).to_json())
    assert said["anything"] == {"$text": '{ "any": 1 }'}
    values["anything"]["any"] = 2
    del values["len_any"]
    assert kind.from_bytes(kind.from_dict(values).to_bytes()).anything.tree() == {"any": 2}
    assert b'{"any": 2}' in kind.from_dict(values).to_bytes()
    said["anything"]["$text"] = "[1]"
    with pytest.raises(
        quire.FormatError, match=r"anything.\$text: expected the text of a document"
    ):
        kind.from_json(json.dumps(said))


def test_what_a_builder_decides_is_among_the_values() -> None:
    data = generated_bytes(Cvc, seed=2)
    values = Cvc.from_bytes(data).to_dict()
    assert values["format_version"] == Cvc.from_bytes(data).format_version
    assert Cvc.from_dict(values).to_bytes() == data


def test_fields_called_like_the_methods_hide_them(tmp_path: Path) -> None:
    (tmp_path / "named.ksy").write_text(
        "meta: {id: named}\nseq: [{id: to_dict, type: u1}, {id: to_json, type: u1}, "
        "{id: from_dict, type: u1}, {id: from_json, type: u1}]\n"
    )
    kind = quire.compile(tmp_path / "named.ksy").Named
    record = kind.from_bytes(b"\1\2\3\4")
    assert (record.to_dict, record.to_json, record.from_dict, record.from_json) == (1, 2, 3, 4)
    assert from_json(kind, to_json(record)).to_bytes() == b"\1\2\3\4"
