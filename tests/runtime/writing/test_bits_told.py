"""Lengths and counts that are bits of a field, the bits of several, or rounded."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.cases import plan_of

Spec = Callable[[str], Any]


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    """Compiles a spec called `told`, of the text of its `seq` and what follows."""

    def compiled(text: str) -> Any:
        path = tmp_path / "told.ksy"
        path.write_text(f"meta: {{id: told, endian: be}}\nseq:\n{text}", encoding="utf-8")
        return quire.compile(path).Told

    return compiled


def edited(kind: Any, stored: bytes, **values: Any) -> bytes:
    """The bytes of a record that was read, after an edit."""
    record = kind.from_bytes(stored)
    assert record.to_bytes() == stored
    for name, value in values.items():
        setattr(record, name, value)
    written: bytes = record.to_bytes()
    assert kind.from_bytes(written).to_bytes() == written
    return written


# -- some bits of a field ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "before", "after"),
    [
        ("n & 7", 0b11111_001, 0b11111_110),
        ("7 & n", 0b11111_001, 0b11111_110),
        ("n >> 4", 0b0001_0101, 0b0110_0101),
        ("(n & 0xf0) >> 4", 0b0001_0101, 0b0110_0101),
        ("(n >> 2) & 7", 0b111_001_11, 0b111_110_11),
        ("(n & 7) + 1", 0b11111_000, 0b11111_101),
        ("(n & 3) * 2", 0b111111_01, 0b111111_11),
        ("n & 0b110", 0b11111_100, 0b11111_110),
        ("8 - (n & 7)", 0b11111_001, 0b11111_010),
        ("3 << (n & 3)", 0b111111_00, 0b111111_01),
        ("n & ~1", 0b0000_0101, 0b0000_0111),
        ("n << 2 >> 4", 0b0000_0111, 0b0001_1011),
    ],
)
@pytest.mark.parametrize("key", ["size: '{}'", "type: u1, repeat: expr, repeat-expr: '{}'"])
def test_the_other_bits_of_a_field_stay(
    expression: str, before: int, after: int, key: str, spec: Spec
) -> None:
    kind = spec(f"  [{{id: n, type: u1}}, {{id: body, {key.format(expression)}}}]")
    number = eval(expression, {"n": before})  # noqa: S307  # Python has the same operators
    value: Any = b"sixsix" if "size" in key else [*b"sixsix"]
    stored = bytes([before]) + b"a" * number
    assert edited(kind, stored, body=value) == bytes([after]) + b"sixsix"


def test_bits_of_a_number_that_may_be_below_zero(spec: Spec) -> None:
    kind = spec("  [{id: n, type: s1}, {id: body, size: n >> 2}]")
    assert edited(kind, b"\5a", body=b"x" * 31) == b"\x7d" + b"x" * 31
    with pytest.raises(quire.FormatError, match="n at byte 0: expected an integer from -128"):
        edited(kind, b"\5a", body=b"x" * 32)


def test_two_numbers_in_one_byte_are_told_apart(spec: Spec) -> None:
    kind = spec("""
  - {id: n, type: u1}
  - {id: left, type: u1, repeat: expr, repeat-expr: n >> 4}
  - {id: right, size: (n & 0xf) + 1}
""")
    assert edited(kind, b"\x10aB", left=[1, 2, 3]) == b"\x30\1\2\3B"
    assert edited(kind, b"\x10aB", right=b"0123456789abcdef") == b"\x1fa0123456789abcdef"
    assert edited(kind, b"\x10aB", left=[], right=b"12") == b"\x0112"
    for values, refused in (
        (
            {"left": [0] * 16},
            "left: expected what the bits 0xf0 of `n` can tell, at most 15, found",
        ),
        ({"right": b"x" * 17}, "right: expected what the bits 0xf of `n` can tell, at most 15"),
        ({"right": b""}, "right: expected what the bits 0xf of `n` can tell, at most 15, found -1"),
    ):
        with pytest.raises(quire.FormatError, match=refused):
            edited(kind, b"\x10aB", **values)


def test_two_lists_of_one_number_are_changed_alike(spec: Spec) -> None:
    kind = spec("""
  - {id: n, type: u1}
  - {id: one, type: u1, repeat: expr, repeat-expr: n & 7}
  - {id: other, type: u1, repeat: expr, repeat-expr: n & 7}
""")
    assert edited(kind, b"\xf1ab", one=[1, 2], other=[3, 4]) == b"\xf2\1\2\3\4"
    with pytest.raises(quire.FormatError, match="tells it of `other`, too: change them alike"):
        edited(kind, b"\xf1ab", one=[1, 2])


def test_a_number_that_does_not_fit_leaves_the_file(spec: Spec, tmp_path: Path) -> None:
    kind = spec("  [{id: n, type: u1}, {id: body, size: n & 0x1f}]")
    path = tmp_path / "stored"
    path.write_bytes(b"\xe1a")
    record = kind.from_file(path)
    record.body = b"x" * 32
    with pytest.raises(
        quire.FormatError,
        match="body: expected what the bits 0x1f of `n` can tell, at most 31, found 32",
    ):
        record.to_file(path)
    assert path.read_bytes() == b"\xe1a"
    record.body = b"x" * 31
    record.to_file(path)
    assert path.read_bytes() == b"\xff" + b"x" * 31


def test_what_is_given_has_to_agree_in_all_bits(spec: Spec) -> None:
    kind = spec("  [{id: n, type: u1}, {id: body, size: n & 0x1f}]")
    assert edited(kind, b"\xe1a", n=0x21) == b"\x21a"
    assert edited(kind, b"\xe1a", n=0x22, body=b"ab") == b"\x22ab"
    with pytest.raises(quire.ContradictionError, match="n: given 33, but body makes it 34"):
        edited(kind, b"\xe1a", n=0x21, body=b"ab")


def test_who_builds_gives_the_other_bits(spec: Spec, tmp_path: Path) -> None:
    kind = spec("  [{id: n, type: u1}, {id: body, size: n & 0x1f}]")
    assert kind.build(n=0xE2, body=b"ab").to_bytes() == b"\xe2ab"
    with pytest.raises(quire.FormatError, match="n: expected a value: give one"):
        kind.build(body=b"ab").to_bytes()
    root = plan_of(tmp_path / "told.ksy").root
    assert root.needed == ("n", "body")
    assert "derive: `n` must be given: only some of its bits are told" in root.notes


def test_a_default_gives_the_other_bits(spec: Spec, tmp_path: Path) -> None:
    kind = spec("  [{id: n, type: u1, -default: 0x80}, {id: body, size: n & 0x1f}]")
    assert kind.build(body=b"ab").to_bytes() == b"\x82ab"
    assert plan_of(tmp_path / "told.ksy").root.needed == ("body",)


def test_bits_that_are_all_of_a_field_need_not_be_given(spec: Spec) -> None:
    kind = spec("  [{id: n, type: b4}, {id: k, type: b4}, {id: body, size: n & 0xf}]")
    assert kind.build(k=5, body=b"ab").to_bytes() == b"\x25ab"


def test_a_position_is_some_bits_of_a_field(spec: Spec) -> None:
    kind = spec("""
  - {id: at, type: u4}
  - {id: len_name, type: u1}
  - {id: name, size: len_name}
instances:
  body: {pos: at & 0xffffff, size: 3}
""")
    stored = b"\x80\0\0\x07\1n.abc"
    assert edited(kind, stored, name=b"name") == b"\x80\0\0\x0a\4name.abc"
    with pytest.raises(quire.FormatError, match="at: expected a value: give one"):
        kind.build(name=b"n", body=b"abc").to_bytes()


def test_a_position_in_a_stretch_that_the_record_around_tells(spec: Spec) -> None:
    kind = spec("""
  - {id: stretch, type: u1}
  - {id: entry, type: entry}
types:
  entry:
    seq: [{id: at, type: u1}, {id: name, type: strz, encoding: ASCII}]
    instances: {body: {io: _root._io, pos: _parent.stretch * 256 + at, size: 3}}
""")
    stored = b"\1\2a\0".ljust(258, b".") + b"abc"
    record = kind.from_bytes(stored)
    record.entry.name, record.entry.body = "name", b"ABC"
    assert record.to_bytes() == b"\1\5name\0".ljust(261, b".") + b"ABC"


def test_a_position_that_is_rounded_tells_nothing(spec: Spec, tmp_path: Path) -> None:
    for pos in ("at & 0xfffffff8", "at / 2"):
        spec(f"  [{{id: at, type: u4}}]\ninstances: {{body: {{pos: {pos}, size: 3}}}}\n")
        assert not plan_of(tmp_path / "told.ksy").root.told


# -- what else a field means -----------------------------------------------------------------------


def test_a_field_that_is_a_tag_is_told_by_that_alone(spec: Spec) -> None:
    kind = spec("""
  - {id: n, type: u1}
  - {id: body, size: n & 3}
  - {id: more, type: {switch-on: n, cases: {1: one, 2: two}}}
types:
  one: {seq: [{id: a, type: u1}]}
  two: {seq: [{id: a, type: u2}]}
""")
    with pytest.raises(quire.FormatError, match=r"body .*: expected 1 bytes .*, found 2"):
        edited(kind, b"\1aZ", body=b"ab")


def test_a_form_that_other_bits_tell_is_kept(spec: Spec) -> None:
    """As in OpenPGP or EXR: the highest bit says that another byte follows."""
    kind = spec("""
  - {id: n, type: u1}
  - {id: low, type: u1, if: n & 0x80 != 0}
  - {id: body, size: "n & 0x80 != 0 ? (n & 0x7f) << 8 | low : n"}
""")
    assert edited(kind, b"\2ab", body=b"x" * 127) == b"\x7f" + b"x" * 127
    wide = b"\x81\2" + b"y" * 258
    assert edited(kind, wide, body=b"x" * 3) == b"\x80\3xxx"
    assert edited(kind, wide, body=b"x" * 32767)[:3] == b"\xff\xffx"
    with pytest.raises(
        quire.FormatError, match="bits 0x7f of `n` can tell, at most 127, found 128"
    ):
        edited(kind, wide, body=b"x" * 32768)


def test_bits_that_may_pass_a_mark_are_not_told(spec: Spec) -> None:
    kind = spec("""
  - {id: n, type: u1}
  - {id: wide, type: u1, if: n & 0x7f == 126}
  - {id: body, size: "n & 0x7f == 126 ? wide : n & 0x7f"}
""")
    with pytest.raises(quire.FormatError, match=r"body .*: expected 1 bytes .*, found 126"):
        edited(kind, b"\x81a", body=b"x" * 126)
    assert edited(kind, b"\x81a", n=0x83, body=b"abc") == b"\x83abc"


# -- rounded ---------------------------------------------------------------------------------------


HALVES = "  [{id: n, type: u1}, {id: items, type: u2, repeat: expr, repeat-expr: n / 2}]"
"""Elements of two bytes, as many as so many bytes have: cipher suites of TLS."""


def test_a_count_is_that_of_so_many_bytes(spec: Spec) -> None:
    kind = spec(HALVES)
    assert edited(kind, b"\2\0\1", items=[7, 8, 9]) == b"\6\0\7\0\x08\0\x09"
    assert edited(kind, b"\2\0\1", items=[]) == b"\0"
    assert kind.build(items=[1, 2]).to_bytes() == b"\4\0\1\0\2"


def test_a_number_that_still_gives_the_count_stays(spec: Spec) -> None:
    kind = spec(HALVES)
    assert edited(kind, b"\3\0\1", items=[2]) == b"\3\0\2"
    assert kind.build(n=5, items=[1, 2]).to_bytes() == b"\5\0\1\0\2"
    with pytest.raises(quire.ContradictionError, match="n: given 6, but items makes it 4"):
        kind.build(n=6, items=[1, 2]).to_bytes()


def test_of_a_number_with_a_remainder_its_user_says_which_is_next(spec: Spec) -> None:
    kind = spec(HALVES)
    refused = "items: expected 1, as `n` is rounded down to that: set `n` as well, found 2"
    with pytest.raises(quire.FormatError, match=refused):
        edited(kind, b"\3\0\1", items=[1, 2])
    assert edited(kind, b"\3\0\1", items=[1, 2], n=5) == b"\5\0\1\0\2"
    assert edited(kind, b"\3\0\1", items=[1, 2], n=4) == b"\4\0\1\0\2"


@pytest.mark.parametrize(
    ("expression", "before", "after"),
    [("n / 3", 3, 18), ("(n - 1) / 2", 3, 13), ("n / 3 * 2", 3, 9), ("n / 2 + 1", 0, 10)],
)
def test_what_is_divided_is_led_back(expression: str, before: int, after: int, spec: Spec) -> None:
    kind = spec(f"  [{{id: n, type: u1}}, {{id: body, size: '{expression}'}}]")
    number = eval(expression.replace("/", "//"), {"n": before})  # noqa: S307  # as Python has it
    assert (
        edited(kind, bytes([before]) + b"a" * number, body=b"sixsix") == bytes([after]) + b"sixsix"
    )


def test_what_gives_a_number_exactly_tells_it_alone(spec: Spec) -> None:
    kind = spec("""
  - {id: n, type: u1}
  - {id: items, type: u2, repeat: expr, repeat-expr: n / 2}
  - {id: copy, size: n}
""")
    assert edited(kind, b"\2\0\1ab", items=[1, 2], copy=b"abcde") == b"\5\0\1\0\2abcde"
    with pytest.raises(quire.FormatError, match="items: expected 2 elements"):
        edited(kind, b"\2\0\1ab", copy=b"abcd")


# -- the bits of several fields --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "fields"),
    [
        ("a << 8 | b", b"\x01\x04"),
        ("b | a << 8", b"\x01\x04"),
        ("a * 256 + b", b"\x01\x04"),
        ("b + (a << 8)", b"\x01\x04"),
        ("a << 8 ^ b", b"\x01\x04"),
        ("a | b << 8", b"\x04\x01"),
        ("(a << 8 | b) + 4", b"\x01\x00"),
        ("(a << 8 | b) * 2", b"\x00\x82"),
        ("(a << 9 | b << 1)", b"\x00\x82"),
    ],
)
def test_each_field_gets_its_bits(expression: str, fields: bytes, spec: Spec) -> None:
    kind = spec(f"  [{{id: a, type: u1}}, {{id: b, type: u1}}, {{id: body, size: '{expression}'}}]")
    a, b = fields
    assert eval(expression, {"a": a, "b": b}) == 260  # noqa: S307  # as Python has it
    body = b"x" * 260
    assert kind.build(body=body).to_bytes() == fields + body
    a, b = 0, 1
    stored = bytes([a, b]) + b"y" * eval(expression)  # noqa: S307  # as Python has it
    assert edited(kind, stored, body=body) == fields + body


def test_other_bits_of_several_fields_stay(spec: Spec) -> None:
    """As in the table of a disk's partitions: two bits of the sector are the cylinder's."""
    kind = spec("""
  - {id: sector, type: u1}
  - {id: cylinder, type: u1}
  - {id: body, size: cylinder + ((sector & 0b11000000) << 2)}
""")
    stored = b"\x41\3" + b"y" * 259
    assert edited(kind, stored, body=b"x" * 1023)[:2] == b"\xc1\xff"
    assert edited(kind, stored, body=b"x") == b"\x01\1x"
    with pytest.raises(quire.FormatError, match="bits 0xc0 of `sector` can tell, at most 192"):
        edited(kind, stored, body=b"x" * 1024)


def test_bits_above_those_of_several_fields_stay(spec: Spec) -> None:
    kind = spec("  [{id: a, type: u1}, {id: b, type: u1}, {id: body, size: (a << 8 | b) & 0x3fff}]")
    assert edited(kind, b"\xc0\1y", body=b"x" * 8)[:2] == b"\xc0\x08"
    assert edited(kind, b"\x80\1y", body=b"x" * 0x3FFF)[:2] == b"\xbf\xff"
    with pytest.raises(quire.FormatError, match="bits 0x3fff of `a` can tell, at most 16383"):
        edited(kind, b"\xc0\1y", body=b"x" * 0x4000)


def test_a_field_that_has_no_room_for_its_bits_is_named(spec: Spec) -> None:
    kind = spec("  [{id: a, type: u1}, {id: b, type: u1}, {id: body, size: a << 16 | b}]")
    assert edited(kind, b"\0\1y", body=b"x" * 0x20003)[:2] == b"\2\3"
    with pytest.raises(quire.FormatError, match="b: expected an integer from 0 to 255"):
        edited(kind, b"\0\1y", body=b"x" * 300)


@pytest.mark.parametrize(
    ("fields", "expression"),
    [
        ("{id: a, type: u1}, {id: b, type: u1}", "a << 7 | b"),  # one bit is of both
        ("{id: a, type: u1}, {id: b, type: s1}", "a << 8 | b"),  # b may be below zero
        ("{id: a, type: u1}, {id: b, type: u1}", "a | b"),
        ("{id: a, type: u1}, {id: b, type: u1}", "a + b"),
        ("{id: a, type: u1}, {id: b, type: u1}", "(a << 8 | b) - b"),
    ],
)
def test_fields_whose_bits_are_not_their_own_are_not_told(
    fields: str, expression: str, spec: Spec, tmp_path: Path
) -> None:
    spec(f"  [{fields}, {{id: body, size: '{expression}'}}]")
    root = plan_of(tmp_path / "told.ksy").root
    several = "the size of `body` does not tell it: it is computed from several fields"
    assert f"derive: `a` must be given: {several}" in root.notes


def test_valid_may_say_which_bits_a_field_has(spec: Spec) -> None:
    kind = spec("""
  - {id: a, type: u1, valid: {max: 0x7f}}
  - {id: b, type: u1, valid: {max: 0x7f}}
  - {id: body, size: a << 7 | b}
""")
    assert kind.build(body=b"x" * 200).to_bytes()[:2] == b"\x01\x48"  # 200 = 128 + 0x48
    with pytest.raises(quire.FormatError, match="a: expected at most 127, found 128"):
        kind.build(body=b"x" * 0x4000).to_bytes()


# -- real formats ----------------------------------------------------------------------------------

ID3 = """
  - {id: magic, contents: ID3}
  - {id: version, type: u2}
  - {id: flags, type: u1}
  - {id: size, type: synchsafe4}
  - {id: frames, type: frames, size: size.value}
types:
  frames: {seq: [{id: all, type: frame, repeat: eos}]}
  frame:
    seq:
      - {id: id, type: str, size: 4, encoding: ASCII}
      - {id: size, type: synchsafe4}
      - {id: flags, type: u2}
      - {id: data, size: size.value}
  synchsafe1: {seq: [{id: padding, type: b1}, {id: value, type: b7}]}
  synchsafe2:
    seq: [{id: byte0, type: synchsafe1}, {id: byte1, type: synchsafe1}]
    instances: {value: {value: (byte0.value << 7) | byte1.value}}
  synchsafe4:
    seq: [{id: short0, type: synchsafe2}, {id: short1, type: synchsafe2}]
    instances: {value: {value: (short0.value << 14) | short1.value}}
"""
"""Tags of MP3 files, with sizes of 7 bits a byte as `id3v2_4` of the public specs has them."""


@pytest.mark.parametrize(
    ("text", "tag", "frame"),
    [
        (b"a", b"\0\0\0\x0d", b"\0\0\0\x03"),
        (b"b" * 200, b"\0\0\1\x54", b"\0\0\1\x4a"),
        (b"c" * 20000, b"\0\1\x1c\x2c", b"\0\1\x1c\x22"),
    ],
)
@pytest.mark.parametrize("looked", [False, True])
def test_a_tag_of_a_song_is_that_of_mutagen(
    text: bytes, tag: bytes, frame: bytes, *, looked: bool, spec: Spec
) -> None:
    """What mutagen 1.48.1 writes of a `TIT2` in Latin 1, without padding."""

    def written(text: bytes, tag: bytes, frame: bytes) -> bytes:
        return b"ID3\4\0\0" + tag + b"TIT2" + frame + b"\0\0\0" + text + b"\0"

    record = spec(ID3).from_bytes(written(b"d", b"\0\0\0\x0d", b"\0\0\0\x03"))
    if looked:
        assert (record.size.value, record.frames.all[0].size.value) == (13, 3)
    record.frames.all[0].data = b"\0" + text + b"\0"
    assert record.to_bytes() == written(text, tag, frame)
    assert record.frames.all[0].size.value == len(text) + 2


def test_a_tag_of_a_song_that_is_too_long_is_refused(spec: Spec) -> None:
    size = {f"short{i}": {f"byte{j}": {"padding": False} for j in (0, 1)} for i in (0, 1)}
    frame = spec(ID3).Frame.build(id="TIT2", flags=0, size=size, data=b"abc")
    assert frame.to_bytes() == b"TIT2\0\0\0\3\0\0abc"
    frame.data = bytes(1 << 28)
    with pytest.raises(quire.FormatError, match=r"from 0 to 127 \(b7\), found 128"):
        frame.to_bytes()


def test_a_palette_that_grows_is_read_by_pillow(spec: Spec) -> None:
    image = pytest.importorskip("PIL.Image", reason="pip install pillow")
    drawn = image.new("P", (2, 1))
    drawn.putpalette([1, 2, 3, 4, 5, 6])
    drawn.putpixel((1, 0), 1)
    file = io.BytesIO()
    drawn.save(file, "GIF")
    kind = spec("""
  - {id: magic, size: 6}
  - {id: screen, size: 4}
  - {id: flags, type: u1}
  - {id: background, size: 2}
  - {id: colors, size: color_table_size * 3, if: flags & 0x80 != 0}
  - {id: blocks, size-eos: true}
instances:
  color_table_size: {value: 2 << (flags & 7)}
""")
    record = kind.from_bytes(file.getvalue())
    assert (record.flags & 0x87, record.colors[:6]) == (0x81, bytes([1, 2, 3, 4, 5, 6]))
    more = bytes([1, 2, 3, 4, 5, 6, *range(18)])
    record.colors = more
    seen = image.open(io.BytesIO(record.to_bytes()))
    assert (seen.size, [seen.getpixel((x, 0)) for x in (0, 1)]) == ((2, 1), [0, 1])
    assert bytes(seen.getpalette())[:24] == more
    record.colors = more[:15]
    with pytest.raises(quire.FormatError, match="colors: expected 2 times a power of two"):
        record.to_bytes()


def test_options_of_a_packet_are_in_the_length_of_its_header(spec: Spec) -> None:
    """RFC 791: four bits are the header's length in words of 4 bytes, 20 bytes of it are fixed."""
    kind = spec("""
  - {id: b1, type: u1}
  - {id: fixed, size: 19}
  - {id: options, size: (b1 & 0xf) * 4 - 20}
""")
    stored = b"\x45" + bytes(19)
    assert edited(kind, stored, options=b"\x94\4\0\0") == b"\x46" + bytes(19) + b"\x94\4\0\0"
    for options, refused in ((b"12345", "a multiple of 4"), (bytes(44), "at most 15, found 16")):
        with pytest.raises(quire.FormatError, match=refused):
            edited(kind, stored, options=options)
