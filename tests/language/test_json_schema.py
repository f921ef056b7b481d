"""The JSON Schema takes what the parser takes, refuses what it refuses, and tells of every key."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator, ValidationError

from quire.cli.main import main
from quire.generator.diagnostics import Code, Problems
from quire.generator.source import Source
from quire.generator.syntax import keys
from quire.generator.syntax.json_schema import json_schema
from quire.generator.syntax.load import Mapping, Node, Sequence, load, load_text
from quire.generator.syntax.parse import parse_spec
from quire.generator.syntax.primitives import is_primitive
from quire.generator.types.encodings import find_encoding

ROOT = Path(__file__).resolve().parents[2]
FILES = tuple(
    path
    for folder in ("specs", "tests", "examples", "docs")
    for path in sorted(ROOT.glob(f"{folder}/**/*.ksy"))
)
WRONG = tuple(path for path in FILES if path.parent.name == "errors")
SPECS = tuple(path for path in FILES if path not in WRONG)

NOT_THERE_YET = {"blake3", "toml"}
"""Words that drafts in `specs/` use, and that the compiler does not know yet."""

SCHEMA = json_schema()


def _with_paths(shape: Any) -> Any:
    """The same schema; of a key that is `false`, the validator would not tell the path."""
    if isinstance(shape, list):
        return [_with_paths(item) for item in shape]
    if not isinstance(shape, dict):
        return shape
    found = {key: _with_paths(part) for key, part in shape.items()}
    for name, part in found.get("properties", {}).items():
        if part is False:
            found["properties"][name] = {"not": {}}
    return found


VALIDATOR = Draft7Validator(_with_paths(SCHEMA))

_VALUES: dict[str, Callable[[str], Any]] = {
    "str": str,
    "int": lambda text: int(text, 0) if text.startswith(("0x", "0o")) else int(text),
    "float": float,
    "bool": lambda text: text.lower() == "true",
    "null": lambda _: None,
}


def plain(node: Node) -> Any:
    """A node as an editor sees it: data, in YAML 1.2."""
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.items}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return _VALUES[node.kind](node.text)


def spec_data(text: str) -> Any:
    """The data of a spec that is well-formed YAML."""
    node = load_text(Source("spec.ksy", text), Problems())
    assert node is not None
    return plain(node)


def places(data: Any) -> list[str]:
    """Where the schema refuses something."""
    return sorted({place for error in VALIDATOR.iter_errors(data) for place in _places(error)})


def _places(error: ValidationError) -> Iterator[str]:
    path = "".join(f"/{step}" for step in error.absolute_path)
    if error.validator != "additionalProperties":
        yield path or "/"
        return
    # The validator blames the mapping; an editor marks the key.
    schema: Any = error.schema
    mapping: Any = error.instance
    for key in mapping:
        patterns = schema.get("patternProperties", {})
        if key not in schema.get("properties", {}) and not any(re.search(p, key) for p in patterns):
            yield f"{path}/{key}"


def spec_name(path: Path) -> str:
    """A spec as a test's name shows it."""
    return path.relative_to(ROOT).as_posix()


# -- what is right -------------------------------------------------------------------------


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(SCHEMA)


def test_there_are_specs_to_try() -> None:
    assert {ROOT / "specs" / "cvc.ksy", ROOT / "tests/language/codec/spec.ksy"} <= set(SPECS)


@pytest.mark.parametrize("path", SPECS, ids=spec_name)
def test_the_specs_of_the_repository_fit(path: Path) -> None:
    errors = VALIDATOR.iter_errors(spec_data(path.read_text(encoding="utf-8")))
    found = [error for error in errors if str(error.instance) not in NOT_THERE_YET]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "meta: {id: a, -webide: {any: [thing]}}\n-orig: 1",
        "meta: {id: a, xref: {wikidata: Q1, mime: [a/b]}, ks-version: 0.9, imports: other}",
        "meta: {id: a, endian: {switch-on: _root.order, cases: {1: le, _: be}}}",
        "meta: {id: a}\nseq: [{type: 'outer :: inner(1, (2))'}, {type: my_type, size: 1}]",
        "meta: {id: a}\nseq: [{id: x, size: 0x10, if: true}, {id: y, size: 1.5}]",
        "meta: {id: a}\nseq: [{id: x, size: 4, size-eos: false}]",
        "meta: {id: a}\nseq: [{id: x, contents: [0x7f, ELF, -1]}, {id: y, contents: no}]",
        "meta: {id: a}\nseq: [{id: x, type: u1, repeat: eos, -repeat-expr: header.parts.size}]",
        "meta: {id: a}\nseq: [{id: x, type: u1, repeat: expr, -repeat-expr: 3}]",
        "meta: {id: a}\nseq: [{id: x, type: {switch-on: y, cases: {'\"a\"': str, _: b}}, size: 1}]",
        "meta: {id: a}\nparams: [{id: x, type: 'u1[]'}, {id: y, type: b12, enum: kind}, {id: z}]",
        "meta: {id: a}\nenums: {e: {-1: a, 0xff: {id: b, doc: c, -orig: B}, 2: true, -orig: x}}",
        "meta: {id: a}\ninstances: {x: {value: 1, enum: e, if: true, -default: 2}}",
        "meta: {id: a}\ninstances: {x: {value: 1, -valid: 1}, y: {value: 1, -valid: {min: 0}}}",
        "meta: {id: a}\ninstances: {x: {pos: 4, io: _root._io, type: str, size-eos: true}}",
        "meta: {id: a}\ntypes: {b: {types: {c: {}}, -any: 1}, -other: [1]}\nto-string: '\"x\"'",
        "meta: {id: a}\nseq: [{id: x, size: 1, -codec: {switch-on: y, cases: {1: [fp16], _: []}}}]",
        "meta: {id: a}\nseq: [{id: x, size: 1, -codec: [later: {level: [1, 2]}], -limit: 1 << 20}]",
        "meta: {id: a}\nseq: [{id: x, size: 1, -fill: 255, -array: {dtype: bf2le, shape: y}}]",
        "meta: {id: a}\nseq: [{id: x, type: u1, valid: {any-of: 3}}, {id: y, type: u1, valid: 3}]",
    ],
)
def test_what_the_parser_takes_fits(text: str) -> None:
    problems = Problems()
    node = load_text(Source("spec.ksy", text), problems)
    assert node is not None
    parse_spec(node, problems)
    assert problems.text() == ""
    assert places(plain(node)) == []


# -- what is wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("seq: []", "/"),
        ("meta: {title: a}", "/meta"),
        ("meta: {id: Upper}", "/meta/id"),
        ("meta: {id: a, endain: le}", "/meta/endain"),
        ("meta: {id: a, endian: middle}", "/meta/endian"),
        ("meta: {id: a, endian: {switch-on: 1, cases: {2: middle}}}", "/meta/endian/cases/2"),
        ("meta: {id: a, -array: {}}", "/meta/-array"),
        ("meta: {id: a}\nseq: {}", "/seq"),
        ("meta: {id: a}\nseq: [text]", "/seq/0"),
        ("meta: {id: a}\nseq: [{id: 2nd, type: u1}]", "/seq/0/id"),
        ("meta: {id: a}\nseq: [{id: x, typ: u1, size: 1}]", "/seq/0/typ"),
        ("meta: {id: a}\nseq: [{id: x, type: [u1]}]", "/seq/0/type"),
        ("meta: {id: a}\nseq: [{id: x, type: u1(}]", "/seq/0/type"),
        ("meta: {id: a}\nseq: [{id: x, type: {cases: {}}}]", "/seq/0/type"),
        ("meta: {id: a}\nseq: [{id: x}]", "/seq/0"),
        ("meta: {id: a}\nseq: [{id: x, type: str}]", "/seq/0"),
        ("meta: {id: a}\nseq: [{id: x, type: ' u4le ', size: 4}]", "/seq/0/size"),
        ("meta: {id: a}\nseq: [{id: x, type: b3, terminator: 0, size: 4}]", "/seq/0/size"),
        ("meta: {id: a}\nseq: [{id: x, type: strz, process: zlib}]", "/seq/0/process"),
        ("meta: {id: a}\nseq: [{id: x, type: part, encoding: ASCII}]", "/seq/0/encoding"),
        ("meta: {id: a}\nseq: [{id: x, size: 1, enum: kind}]", "/seq/0/enum"),
        ("meta: {id: a}\nseq: [{id: x, size: [1]}]", "/seq/0/size"),
        ("meta: {id: a}\nseq: [{id: x, size: }]", "/seq/0/size"),
        ("meta: {id: a}\nseq: [{id: x, size: 1, size-eos: true}]", "/seq/0/size-eos"),
        ("meta: {id: a}\nseq: [{id: x, size-eos: 'true'}]", "/seq/0/size-eos"),
        ("meta: {id: a}\nseq: [{id: x, terminator: 256}]", "/seq/0/terminator"),
        ("meta: {id: a}\nseq: [{id: x, contents: 7}]", "/seq/0/contents"),
        ("meta: {id: a}\nseq: [{id: x, contents: [7, 256]}]", "/seq/0/contents/1"),
        ("meta: {id: a}\nseq: [{id: x, contents: a, valid: 1}]", "/seq/0/valid"),
        ("meta: {id: a}\nseq: [{id: x, type: t, process: rol(1)}]", "/seq/0"),
        ("meta: {id: a}\nseq: [{id: x, type: u1, repeat: often}]", "/seq/0/repeat"),
        ("meta: {id: a}\nseq: [{id: x, type: u1, repeat: expr}]", "/seq/0"),
        ("meta: {id: a}\nseq: [{id: x, type: u1, repeat: until}]", "/seq/0"),
        ("meta: {id: a}\nseq: [{id: x, type: u1, repeat-expr: 2}]", "/seq/0"),
        ("meta: {id: a}\nseq: [{id: x, type: u1, repeat: eos, repeat-expr: 2}]", "/seq/0/repeat"),
        ("meta: {id: a}\nseq: [{id: x, type: u1, valid: {}}]", "/seq/0/valid"),
        ("meta: {id: a}\nseq: [{id: x, type: u1, valid: {eq: 1, max: 2}}]", "/seq/0/valid/max"),
        (
            "meta: {id: a}\nseq: [{id: x, type: u1, valid: {in-enum: false}}]",
            "/seq/0/valid/in-enum",
        ),
        ("meta: {id: a}\nseq: [{id: x, type: u1, pos: 2}]", "/seq/0/pos"),
        ("meta: {id: a}\nparams: [{id: x, type: {switch-on: 1}}]", "/params/0/type"),
        ("meta: {id: a}\ninstances: {X: {value: 1}}", "/instances/X"),
        ("meta: {id: a}\ninstances: {x: {value: 1, size: 2}}", "/instances/x/size"),
        ("meta: {id: a}\ninstances: {x: {value: 1, id: x}}", "/instances/x/id"),
        ("meta: {id: a}\ninstances: {x: {pos: 1, type: u1, -derive: 2}}", "/instances/x/-derive"),
        ("meta: {id: a}\nenums: {e: {one: two}}", "/enums/e/one"),
        ("meta: {id: a}\nenums: {e: {1: {doc: two}}}", "/enums/e/1"),
        ("meta: {id: a}\ntypes: {b: {types: {c: {seq: [{id: 1}]}}}}", "/types/b/types/c/seq/0/id"),
        ("meta: {id: a}\ntypes: {b: {types: {c: 1}}}", "/types/b/types/c"),
    ],
)
def test_what_is_wrong_is_refused_where_it_stands(text: str, place: str) -> None:
    found = places(spec_data(text))
    assert place in found
    assert set(found) <= {place, *_above(place)}


def _above(place: str) -> Iterator[str]:
    """The mapping that a place is in: `/seq/0/id` may also leave `/seq/0` without a size."""
    yield place.rpartition("/")[0]


@pytest.mark.parametrize(
    ("field", "place"),
    [
        ("size: 1, -array: [f4]", "/-array"),
        ("size: 1, -array: {dtype: f3}", "/-array/dtype"),
        ("size: 1, -array: {dtype: f4, order: [C]}", "/-array/order"),
        ("size: 1, -array: {dtype: f4, shap: [1]}", "/-array/shap"),
        ("size: 1, -codec: fp16", "/-codec"),
        ("size: 1, -codec: {cases: {}}", "/-codec"),
        ("size: 1, -codec: [{fp16: {}, affine_u8: {}}]", "/-codec/0"),
        ("size: 1, -codec: [affine_u8: 3]", "/-codec/0/affine_u8"),
        ("size: 1, -codec: [affine_u8: {zero: 3}]", "/-codec/0/affine_u8/zero"),
        ("size: 1, process: zlib, -codec: [fp16]", "/process"),
        ("size: 1, -document: {format: json}", ""),
        ("type: str, size: 1, -document: {}", "/-document"),
        ("type: str, terminator: 0, -document: {format: json}", ""),
        ("type: str, size: 1, repeat: eos, -document: {format: json}", "/repeat"),
        ("type: str, size: 1, -document: {format: xml}", "/-document/format"),
        (
            "type: str, size: 1, -document: {format: json, fields: {1a: int}}",
            "/-document/fields/1a",
        ),
        ("type: str, size: 1, -document: {format: json, fields: {a: real}}", "/-document/fields/a"),
        ("type: str, size: 1, -document: {format: json, fields: {a: {}}}", "/-document/fields/a"),
        (
            "type: str, size: 1, -document: {format: json, fields: {a: {items: {items: no}}}}",
            "/-document/fields/a/items/items",
        ),
        (
            "type: str, size: 1, -document: {format: json, fields: {a: {type: int, items: int}}}",
            "/-document/fields/a/items",
        ),
        ("type: u4, -checksum: {algorithm: crc32}", "/-checksum"),
        ("type: u4, -checksum: {algorithm: crc31, over: a}", "/-checksum/algorithm"),
        ("size: 1, -fill: 256", "/-fill"),
        ("terminator: 1, -fill: 0", ""),
        ("type: u4, -fill: 0", ""),
        ("size: 1, -default: [1]", "/-default"),
        ("size: 1, -limit: {}", "/-limit"),
        ("terminator: 0, -size: 1", ""),
        ("size: 1, -if: 1", ""),
        ("size: 1, -value: 1", "/-value"),
        ("type: u4, -repeat-expr: 1", ""),
    ],
)
def test_wrong_uses_of_own_keys_are_refused_where_they_stand(field: str, place: str) -> None:
    found = places(spec_data(f"meta: {{id: a}}\nseq: [{{id: x, {field}}}]"))
    assert f"/seq/0{place}" in found
    assert set(found) <= {f"/seq/0{place}", "/seq/0", "/seq/0/type"}


SAID_OF_SHAPES: set[Code] = {"Q104", "Q201", "Q204"}
"""A value of the wrong kind, an unknown key, a bad name."""


@pytest.mark.parametrize("path", WRONG, ids=spec_name)
def test_what_the_parser_says_of_shapes_the_schema_says(path: Path) -> None:
    problems = Problems()
    node = load(path, problems)
    if node is None or problems.failed:
        return
    parse_spec(node, problems)
    said = {p.span.yaml_path for p in problems.sorted() if p.code in SAID_OF_SHAPES}
    found = places(plain(node))
    assert [at for at in said if not any(f"{place}/".startswith(f"{at}/") for place in found)] == []


# -- every key -----------------------------------------------------------------------------


def _described(shape: Any) -> Iterator[tuple[str, str]]:
    """The keys in a schema, at any depth, with what is said of them; those of codecs left out."""
    if isinstance(shape, list):
        for item in shape:
            yield from _described(item)
    elif isinstance(shape, dict):
        if shape.get("additionalProperties") is False:
            for key, value in shape.get("properties", {}).items():
                yield key, value.get("description", "") if value else ""
        for name, value in shape.items():
            if name != "stage":
                yield from _described(value)


def test_no_key_is_without_description() -> None:
    assert [key for key, sentence in _described(SCHEMA) if not sentence] == []


@pytest.mark.parametrize(
    ("place", "legal"),
    [
        ("type", keys.TYPE),
        ("meta", keys.META),
        ("param", keys.PARAM),
        ("entry", (keys.FIELD | keys.EXTENSIONS).keys() - {"-value", "-valid"}),
        (
            "instance",
            (keys.FIELD | keys.INSTANCE | keys.EXTENSIONS).keys()
            - {"-document", "-checksum", "-derive", "-sync"},
        ),
        ("valid", keys.VALID),
        ("label", keys.ENUM_LABEL),
        ("schema", keys.SCHEMA),
        ("array", keys.ARRAY),
        ("document", keys.DOCUMENT),
        ("checksum", keys.CHECKSUM),
        ("sync", keys.SYNC),
    ],
)
def test_a_place_has_its_keys_and_no_other(place: str, legal: Collection[str]) -> None:
    shape = SCHEMA["definitions"][place]
    assert shape["properties"].keys() == set(legal)
    assert shape["additionalProperties"] is False


@pytest.mark.parametrize("key", ["type", "-codec"])
def test_what_can_be_chosen_is_a_switch(key: str) -> None:
    shape = SCHEMA["definitions"]["entry"]["properties"][key]
    assert shape["properties"].keys() == keys.SWITCH.keys()


def test_what_is_offered_is_known() -> None:
    entry = SCHEMA["definitions"]["entry"]["properties"]
    types, encodings = (entry[key]["anyOf"][0]["enum"] for key in ("type", "encoding"))
    assert [name for name in types if not is_primitive((name,))] == []
    assert [name for name in encodings if find_encoding(name).advice] == []


def test_the_command_prints_the_schema() -> None:
    done = CliRunner().invoke(main, ["schema"])
    assert done.exit_code == 0
    assert json.loads(done.stdout) == SCHEMA
