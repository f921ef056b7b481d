"""The structural plan: fields where they stand, and how they depend on each other."""

from __future__ import annotations

import copy
import pickle
import struct
from pathlib import Path

import pytest

import quire
from quire.generator.plan.offsets import placed
from quire.runtime import structure as s
from quire.runtime.structure.carried import carried, read_carried
from quire.runtime.structure.text import told_text
from tests.cases import CASES, data_of, plan_of, record_class, spec_of
from tests.generator.expressions import write_spec

SPECS = sorted((Path(__file__).parents[2] / "specs").glob("*.ksy"))


@pytest.fixture
def spec(tmp_path: Path, request: pytest.FixtureRequest) -> s.Spec:
    """The structural plan of a spec that a test gives as text."""
    path = tmp_path / "spec.ksy"
    path.write_text(request.param, encoding="utf-8")
    found = plan_of(path).structure
    assert found is not None
    return found


def of(text: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("spec", [text], indirect=True, ids=[""])


@of("""
meta: {id: bitmap, endian: le}
seq:
  - {id: magic, contents: BM}
  - {id: len_file, type: u4}
  - {id: reserved, type: u2, repeat: expr, repeat-expr: 1 + 1}
  - {id: ofs_pixels, type: s4}
  - {id: header, type: header}
  - {id: last, type: f8be}
types:
  header:
    seq:
      - {id: len_header, type: u4}
      - {id: size, type: s4, repeat: expr, repeat-expr: 2}
      - {id: name, type: str, size: 6, encoding: ASCII}
""")
def test_fields_of_fixed_sizes_stand_where_struct_puts_them(spec: s.Spec) -> None:
    # Each is a format of `struct` that ends where the next field begins.
    ends = ["<2s", "<2sI", "<2sIHH", "<2sIHHi", "<2sIHHiI2i6s", "<2sIHHiI2i6sd"]
    bitmap, header = spec.types
    assert [field.offset for field in bitmap.fields] == [0, *map(struct.calcsize, ends[:-1])]
    assert bitmap.size == struct.calcsize(ends[-1])
    assert [field.offset for field in header.fields] == [0, 4, 12]
    assert header.size == bitmap.field("header").size == struct.calcsize("<I2i6s")


@of("""
meta: {id: bits, bit-endian: be}
seq:
  - {id: version, type: b4}
  - {id: flags, type: b1, repeat: expr, repeat-expr: 3}
  - {id: length, type: b12}
  - {id: byte, type: u1}
  - {id: half, type: half}
  - {id: rest, type: b3}
  - {id: inside, type: half}
types:
  half: {seq: [{id: four, type: b4}]}
""")
def test_bits_stand_bit_by_bit_and_bytes_behind_them_begin_a_byte(spec: s.Spec) -> None:
    bits, half = spec.types
    places = {field.id: (field.offset, field.bit) for field in bits.fields}
    # 4 + 3 bits; 12 more end in the middle of the third byte.
    assert places == {
        "version": (0, 0),
        "flags": (0, 4),
        "length": (0, 7),
        "byte": (3, 0),
        "half": (4, 0),
        "rest": (4, 4),
        "inside": (None, 0),  # in the middle of a byte
    }
    assert bits.size is half.size is None  # no whole bytes


@of("""
meta: {id: open, endian: le}
seq:
  - {id: kind, type: u1}
  - {id: extra, type: u2, if: kind == 1}
  - {id: value, type: u4}
  - {id: either, type: {switch-on: kind, cases: {1: one, 2: other, _: one}}}
types:
  one: {seq: [{id: x, type: u2}]}
  other: {seq: [{id: y, type: s2}]}
  nested: {seq: [{id: again, type: nested}]}
""")
def test_what_depends_on_the_data_has_no_offset(spec: s.Spec) -> None:
    open_ = spec.types[0]
    assert [field.offset for field in open_.fields] == [0, 1, None, None]
    assert [field.size for field in open_.fields] == [1, 2, 4, 2]
    assert open_.size is None
    assert spec.type("open::nested").size is None


PNG = """
meta: {id: picture, endian: be, encoding: ASCII}
seq:
  - {id: magic, contents: [0x89, 0x50, 0x4e, 0x47]}
  - {id: num_chunks, type: u2}
  - {id: chunks, type: chunk, repeat: expr, repeat-expr: num_chunks}
  - {id: ofs_name, type: u4}
types:
  chunk:
    seq:
      - {id: len_body, type: u4}
      - {id: kind, type: u1, enum: kind}
      - {id: has_note, type: u1, valid: {any-of: [0, 1]}}
      - id: body
        size: len_body - 4
        type: {switch-on: kind, cases: {"kind::header": header, "kind::text": text}}
      - {id: note, type: strz, if: has_note != 0}
      - {id: len_rows, type: u2}
      - {id: rows, size: len_rows * 3}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: data}}
      - {id: data, size: 8, -array: {dtype: u1, shape: [8]}, -codec: [raw]}
  header: {seq: [{id: width, type: u4}, {id: height, type: u4}]}
  text: {seq: [{id: text, size-eos: true, type: str}]}
instances:
  name: {pos: ofs_name, type: strz}
enums:
  kind: {1: header, 2: text}
"""


def test_types_may_hold_each_other_deeper_than_python_goes() -> None:
    number = s.Field(id="a", type="int", stored=s.Number(kind="unsigned", size=2, endian="le"))
    held = [s.Field(id="a", type="", stored=s.Record(path=f"t{i}")) for i in range(1, 5000)]
    types = [s.Type(path=f"t{i}", fields=(field,)) for i, field in enumerate([*held, number])]
    assert {type_.size for type_ in placed(types)} == {2}


@of(PNG)
def test_the_edges_of_a_picture_are_those_that_its_author_means(spec: s.Spec) -> None:
    picture, chunk = spec.types[:2]
    assert picture.edges == (
        s.Count(field="num_chunks", of="chunks"),
        s.Position(field="ofs_name", of="name"),
    )
    cases = (
        ("picture::header", ("enum", "picture::kind", "header")),
        ("picture::text", ("enum", "picture::kind", "text")),
    )
    assert set(chunk.edges) == {
        s.Length(field="len_body", of="body", steps=(("add", 4),)),
        s.Tag(field="kind", of="body", cases=cases),
        s.Flag(field="has_note", of="note", yes=1, no=0),
        s.Length(field="len_rows", of="rows", steps=(("divide", 3),)),
        s.Digest(field="crc", of="data", algorithm="crc32"),
    }


def test_bits_of_numbers_are_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "spec.ksy"
    path.write_text(
        "meta: {id: spec, endian: le}\nseq:\n"
        "  [{id: n, type: u1}, {id: a, size: n >> 4}, {id: k, type: u1}, {id: b, size: k / 2},"
        " {id: low, type: u1}, {id: high, type: u1}, {id: c, size: low | high << 8}]"
    )
    structure = plan_of(path).structure
    assert structure is not None
    edges = structure.types[0].edges
    now = ("list", 15, 4, "n")
    assert edges[0] == s.Length(field="n", of="a", steps=(("bits", now),))
    assert [*map(told_text, edges)] == [
        "the length of a, as bits 0xf0",
        "the length of b, multiply 2",
        "the length of c, bits 0 to 7",
        "the length of c, bits 8 on",
    ]


@of(PNG)
def test_fields_say_what_is_stored_in_them(spec: s.Spec) -> None:
    picture, chunk = spec.types[:2]
    assert picture.field("magic").contents == b"\x89PNG"
    assert picture.field("num_chunks").stored == s.Number(kind="unsigned", size=2, endian="be")
    assert picture.field("chunks").repeat == s.Repeat(count="num_chunks")
    assert chunk.field("has_note").valid == (s.Rule(kind="any_of", args=(0, 1)),)
    assert chunk.field("note").condition == ("ne", "has_note", 0)
    zero_ended = s.Text(encoding="ascii", extent=s.Extent(terminator=b"\x00"))
    assert chunk.field("note").stored == picture.field("name").stored == zero_ended
    assert picture.field("name").pos == "ofs_name"
    body = chunk.field("body").stored
    assert isinstance(body, s.Switch)
    extent = s.Extent(size=("sub", "len_body", 4))
    assert (body.on, [case.stored for case in body.cases]) == (
        "kind",
        [
            s.Record(path="picture::header", extent=extent),
            s.Record(path="picture::text", extent=extent),
            s.Bytes(extent=extent),  # what no case names
        ],
    )
    assert [(m.value, m.id) for m in spec.enum("picture::kind").members] == [
        (1, "header"),
        (2, "text"),
    ]


@of("""
meta: {id: asking}
seq:
  - {id: a, type: u1}
  - {id: mask, type: u1, valid: 0x7f}
  - {id: inner, type: inner}
  - {id: list, type: inner, repeat: expr, repeat-expr: 2}
instances:
  sum: {value: "(a + inner.x * -2) % 0x10 + list[a].x"}
  words: {value: 'a == 1 ? "one" : f"{a} more"'}
types:
  inner:
    seq: [{id: x, type: u1}, {id: y, size: _parent.a + _root.inner.x - _io.size}]
""")
def test_expressions_are_printed_as_the_spec_has_them(spec: s.Spec) -> None:
    asking, inner = spec.types
    total, words = (asking.field(name).value for name in ("sum", "words"))
    assert total is not None
    assert words is not None
    assert s.expression_text(total) == "(a + inner.x * -2) % 0x10 + list[a].x"
    assert s.expression_text(words) == 'a == 1 ? "one" : f"{a} more"'
    assert list(s.names_in(total)) == [("a",), ("inner", "x"), ("list",), ("a",)]
    y = inner.field("y").stored
    assert isinstance(y, s.Bytes)
    assert list(s.names_in(y.extent.size)) == [("_parent", "a"), ("_root", "inner", "x"), ("_io",)]
    # How a number is written is kept, and changes nothing.
    assert asking.field("mask").valid == (s.Rule(kind="equal", args=(127,)),)


@pytest.mark.parametrize(
    "text",
    [
        "a - b - c",
        "a - (b - c)",
        "(a + b) * c",
        "-(a + b)",
        "a * -b",
        "~a & 0xf",
        "(a | b) ^ c",
        "a << (b & 3)",
        "(a < b) == yes",
        "yes == (a < b)",
        "not (yes and no)",
        "not yes or no",
        "yes ? a : no ? b : c",
        "(yes ? no : yes) ? a : b",
        "(yes ? a : b) + 1",
        "f / 2 + 1.5",
        "list[a - 12] % 0b11",
        "inner.x.to_s + s",
        's.to_i(16) + "7".length',
        "raw[0] + list.size + raw.length",
        "(a + 1).to_s",
        "kind == probe::kind::one",
        "kind.to_i * 0o17",
        'f"a {a + 1} of \\"b\\" \\u007b{s}"',
        '"tab\\u0009 \\\\ quote \\" é"',
        "[a, 300, -1]",
        "[0x1, 0xff]",
        "_io.size - _io.pos",
        "[a, b].as<bytes>.length",
        'raw.to_s("ascii").substring(0, 1)',
    ],
)
def test_what_is_printed_of_an_expression_is_the_same_expression(text: str, tmp_path: Path) -> None:
    def value(written: str) -> tuple[s.Expr, str]:
        structure = plan_of(write_spec(tmp_path, [written])).structure
        assert structure is not None
        found = structure.types[0].field("v0").value
        assert found is not None
        return found, s.expression_text(found)

    found, printed = value(text)
    assert printed == text
    assert value(printed) == (found, text)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_modules_carry_the_structure_of_their_spec_as_it_is(path: Path) -> None:
    found = plan_of(path).structure
    assert found is not None
    carried = quire.plan_of(quire.compile(path))
    assert carried == found
    assert str(carried) == str(found)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_what_edges_and_expressions_name_is_there(path: Path) -> None:
    spec = quire.plan_of(quire.compile(path))
    for type_ in spec.types:
        own = {field.id for field in (*type_.fields, *type_.instances)}
        own |= {param.id for param in type_.params}
        for edge in type_.edges:
            assert edge.of in own
            assert isinstance(edge.field, tuple) or edge.field in own
        for field in type_.fields:
            for name, *_ in s.names_in(field.condition):
                assert name in own | {"_io", "_parent", "_root"}


@pytest.mark.parametrize("case", sorted({*CASES} - {"table"}))  # no tables for debuggers
def test_what_is_read_stands_where_the_plan_has_it(case: str, tmp_path: Path) -> None:
    # That is measured by what reads for debuggers.
    path = tmp_path / "spec.ksy"
    text = spec_of(case).read_text(encoding="utf-8")
    path.write_text(text.replace("meta:\n", "meta:\n  ks-debug: true\n", 1), encoding="utf-8")
    record = record_class(quire.compile(path)).from_bytes(data_of(case))
    record._read()
    plan = quire.plan_of(type(record))
    for name, places in record._debug.items():
        field = plan.field(name.removesuffix("_"))  # it may be a word of Python
        start, end = places["start"], places["end"]
        if field.offset is not None:
            # Of a byte that was begun, the whole has been read.
            assert (field.id, start) == (field.id, field.offset + (field.bit > 0))
        if field.size is not None:
            assert (field.id, end - start) == (field.id, field.size)


def test_plans_can_be_copied_and_pickled() -> None:
    spec = quire.plan_of(quire.compile(spec_of("valid")))
    mask = spec.types[0].field("exact").valid[0].args[0]
    assert s.expression_text(mask) == "0x102"  # as the spec has it
    for other in (copy.deepcopy(spec), pickle.loads(pickle.dumps(spec))):  # noqa: S301  # our own
        assert (other, str(other)) == (spec, str(spec))


def test_lines_of_carried_plans_are_not_long() -> None:
    doc = "word, " * 100 + "x" * 1000 + '\n"""\\' * 50
    spec = s.Spec(id="a", types=(s.Type(path="a", doc=doc),))
    text = carried(spec, {"A": "a"})
    assert max(map(len, text.splitlines())) == 100
    assert '"""' not in text
    types, found = read_carried(text)
    assert (found, types) == (spec, {"A": spec.types[0]})


def test_what_is_not_there_is_named_with_what_is() -> None:
    spec = quire.plan_of(quire.compile(SPECS[0]))
    with pytest.raises(KeyError, match="no 'nothing'; there is"):
        spec.types[0].field("nothing")
    with pytest.raises(KeyError, match="no 'nothing'; there is"):
        spec.type("nothing")
