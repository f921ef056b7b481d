"""Files made of choices are read, are what the spec says, and are taken by other programs."""

from __future__ import annotations

import gc
import gzip
import struct
import zlib
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quire
from quire.runtime.collecting import not_collecting
from quire.testing import Choices, Refused, generate, generated_bytes
from quire.testing.stored.stream import Stream

SPECS = (
    "bmp", "cdd", "cryptodd", "cvc", "fasttext", "finalfusion", "gif", "gzip", "hpdkv",
    "hpdkv_bundle", "pcap", "png", "tensor_store", "tier_catalogue", "tiers", "tqtc", "wav",
    "word2vec", "zip",
)  # fmt: skip  # laid out as a table

SEEDS = range(12)


def kind_of(name: str) -> Any:
    module = import_module(f"quire.generated.{name}")
    return getattr(module, "".join(part.capitalize() for part in name.split("_")))


@pytest.fixture(params=SPECS)
def kind(request: pytest.FixtureRequest) -> Any:
    return kind_of(request.param)


def count_of(kind: type) -> int:
    """How many objects of a class nobody has freed."""
    return sum(type(each) is kind for each in gc.get_objects())


def compiled(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "made.ksy"
    path.write_text("meta: {id: made, endian: le}\n" + text)
    return quire.compile(path).Made


# -- every format -----------------------------------------------------------------------------


def test_files_are_read_and_come_back(kind: Any) -> None:
    files = {generated_bytes(kind, seed=seed) for seed in SEEDS}
    for data in files:
        assert kind.from_bytes(data).to_bytes() == data
    assert len(files) > 1


def test_a_seed_gives_the_same_file_again(kind: Any) -> None:
    assert generated_bytes(kind, seed=5) == generated_bytes(kind, seed=5)
    assert generate(kind, seed=5).to_bytes() == generated_bytes(kind, seed=5)


def test_the_choices_that_were_made_make_the_same_file(kind: Any) -> None:
    for seed in SEEDS:
        draw = Choices(random=Random(seed))  # noqa: S311  # no secret
        data = generated_bytes(kind, draw)
        assert generated_bytes(kind, bytes(draw.made)) == data


class Careful(Choices):
    """Choices of which each that leads nowhere is taken back at once."""

    def afresh(self, *, is_careful: bool = False) -> None:  # noqa: ARG002  # whoever asks, all are careful
        super().afresh(is_careful=True)


def test_files_that_are_begun_again_are_those_that_are_made_with_care(kind: Any) -> None:
    for seed in SEEDS:
        careful = Careful(random=Random(seed))  # noqa: S311  # no secret
        assert generated_bytes(kind, careful) == generated_bytes(kind, seed=seed)


def test_files_are_larger_where_nothing_says_how_many_bytes_there_are(kind: Any) -> None:
    for seed in SEEDS:
        draw = Choices(random=Random(seed), larger=50)  # noqa: S311  # no secret
        data = generated_bytes(kind, draw)
        assert kind.from_bytes(data).to_bytes() == data
        assert generated_bytes(kind, Choices(draw.made, larger=50)) == data


@pytest.mark.parametrize(
    ("name", "larger", "mean"), [("wav", 2500, 20_000), ("gif", 1500, 4000), ("png", 64, 700)]
)
def test_files_are_as_large_as_one_likes(name: str, larger: int, mean: int) -> None:
    choices = (Choices(random=Random(seed), larger=larger) for seed in range(100))  # noqa: S311  # no secret
    sizes = [len(generated_bytes(kind_of(name), each)) for each in choices]
    assert mean < sum(sizes) / len(sizes) < 2 * mean
    assert max(sizes) <= 1 << 16


def test_files_are_not_made_smaller_than_they_are() -> None:
    with pytest.raises(ValueError, match="larger: expected at least 1, found 0"):
        Choices(larger=0)


def test_a_number_of_one_byte_tells_of_no_more_bytes_than_it_can(tmp_path: Path) -> None:
    spec = "seq: [{id: len_a, type: u1}, {id: a, size: len_a}, {id: n, type: s1}, {id: b, size: n}]"
    kind, sizes = compiled(tmp_path, spec), set[tuple[int, int]]()
    for seed in SEEDS:
        made = generate(kind, Choices(random=Random(seed), larger=1000))  # noqa: S311  # no secret
        sizes.add((len(made.a), len(made.b)))
    assert max(a for a, _ in sizes) == 255
    assert max(b for _, b in sizes) == 127


def test_what_a_file_was_made_in_goes_with_no_collection() -> None:
    for name in ("bmp", "gzip", "pcap", "png", "zip"):
        with not_collecting():
            before = count_of(Stream)
            generated_bytes(kind_of(name), seed=1)
            assert count_of(Stream) == before, name


def test_sums_are_right() -> None:
    for name in ("gzip", "pcap", "finalfusion", "wav", "gif", "bmp", "zip", "cvc"):
        for seed in SEEDS:
            generate(kind_of(name), seed=seed).validate()


def test_gzip_takes_what_is_made() -> None:
    for seed in range(40):
        data = generated_bytes(kind_of("gzip"), seed=seed)
        inflated = b"".join(
            member.data.decode().tobytes() for member in kind_of("gzip").from_bytes(data).members
        )
        assert gzip.decompress(data) == inflated


def test_what_is_computed_follows_a_number_that_was_tried(tmp_path: Path) -> None:
    made = compiled(
        tmp_path,
        "seq: [{id: a, type: u1, valid: {expr: half > 20 and half < 30}}, {id: b, size: half}]\n"
        "instances: {half: {value: a / 2}}\n",
    )
    for seed in SEEDS:
        data = generated_bytes(made, seed=seed)
        assert 20 < data[0] // 2 < 30
        assert len(data) == 1 + data[0] // 2


def test_archives_have_members() -> None:
    assert sum(len(generate(kind_of("zip"), seed=seed).entries) for seed in range(60)) > 120


def test_what_is_found_from_the_end_stands_behind_all_that_it_leads_to(tmp_path: Path) -> None:
    kind = compiled(tmp_path, FROM_THE_END)
    notes = set()
    for seed in range(60):
        record = generate(kind, seed=seed)
        record.validate()
        assert record.to_bytes().endswith(b"END" + bytes([len(record.last.notes)]))
        notes |= {note.body for note in record.last.notes}
        for note in record.last.notes:
            assert note.sum_again == note.sum == zlib.crc32(note.body)
    assert len(notes) > 30


FROM_THE_END = """
instances:
  last: {pos: _io.size - 8, type: last}
types:
  last:
    seq:
      - {id: ofs_notes, type: u4}
      - {id: magic, contents: END}
      - {id: num_notes, type: u1, -default: 0, -derive: notes.size}
    instances:
      notes: {io: _root._io, pos: ofs_notes, type: note, repeat: expr, repeat-expr: num_notes}
  note:
    seq:
      - {id: len_body, type: u1, -derive: 'len_body == 0xff ? len_body : body.size'}
      - {id: sum, type: u4, -checksum: {algorithm: crc32, over: body}}
      - {id: ofs_body, type: u4}
      - {id: sum_again, type: u4, -derive: sum}
    instances:
      body: {io: _root._io, pos: ofs_body, size: len_body}
"""


def test_what_stands_in_a_stream_that_comes_later_is_no_obstacle(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        """
seq:
  - {id: entries, type: entry, repeat: expr, repeat-expr: 2}
  - {id: heap, type: heap, size: 40}
types:
  entry:
    seq: [{id: ofs_body, type: u1}]
    instances: {body: {io: _parent.heap._io, pos: ofs_body, size: 1}}
  heap: {}
""",
    )
    assert all(len(generated_bytes(kind, seed=seed)) >= 42 for seed in range(20))


def test_what_is_looked_for_is_there() -> None:
    for seed in range(40):
        wav = generated_bytes(kind_of("wav"), seed=seed)
        assert wav[12:16] == b"fmt "
        assert b"data" in wav[36:]
        assert generate(kind_of("gif"), seed=seed).images


def test_a_list_begins_with_what_is_looked_for_in_it(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        """
seq:
  - {id: len_all, type: u2}
  - {id: all, size: len_all, type: all}
instances:
  second: {value: 1, -value: all.parts.where(_.key == 77).first.value}
  third: {value: 1, -value: all.parts.where(_.name == "cd").map(_.value).sum}
types:
  all: {seq: [{id: parts, type: part, repeat: eos}]}
  part:
    seq:
      - {id: key, type: u1}
      - {id: name, type: str, size: 2, encoding: ASCII}
      - {id: value, type: u1}
""",
    )
    for seed in SEEDS:
        data = generated_bytes(kind, seed=seed)
        assert data[2] == 77
        assert data[7:9] == b"cd"


def test_rules_of_what_is_computed_are_kept(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        """
seq:
  - {id: size, type: u2, -default: width * 2}
  - {id: width, type: u2}
  - {id: left, type: u2}
  - {id: right, type: u2}
instances:
  is_doubled: {value: size == width * 2, -valid: true}
  last: {value: left, -valid: {max: right}, if: width > 2}
""",
    )
    for seed in range(60):
        made = generate(kind, seed=seed)
        assert made.size == 2 * made.width
        assert made.width <= 2 or made.left <= made.right
        made.validate()


# -- what a spec says -------------------------------------------------------------------------

BOOK = """
seq:
  - {id: magic, contents: BOOK}
  - {id: len_body, type: u2}
  - {id: body, type: page, size: len_body}
  - {id: num_marks, type: u1}
  - {id: marks, type: u2be, repeat: expr, repeat-expr: num_marks}
  - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
  - {id: note, type: str, size: 3, encoding: ASCII, if: kind == kind::long}
  - {id: ofs_end, type: u4}
  - {id: crc, type: u4, -checksum: {algorithm: crc32, over: {from: magic, to: ofs_end}}}
instances:
  end: {pos: ofs_end, type: s8, valid: {min: -3, max: 3}}
types:
  page:
    seq:
      - {id: flags, type: b3}
      - {id: rest, type: b13}
      - {id: lines, type: strz, encoding: UTF-8, repeat: until, repeat-until: _.length == 0}
enums:
  kind: {3: short, 200: long}
"""


def test_lengths_counts_positions_rules_and_sums_are_kept(tmp_path: Path) -> None:
    kind = compiled(tmp_path, BOOK)
    for seed in range(60):
        data = generated_bytes(kind, seed=seed)
        (len_body,) = struct.unpack_from("<H", data, 4)
        body, at = data[6 : 6 + len_body], 6 + len_body
        assert body[2:].endswith(b"\0")
        assert body[2:].split(b"\0")[-2] == b""  # the last line is empty
        at += 1 + 2 * data[at]
        assert data[at] in (3, 200)
        at += 1 + 3 * (data[at] == 200)
        ofs_end, crc = struct.unpack_from("<II", data, at)
        assert ofs_end == at + 8
        assert crc == zlib.crc32(data[: at + 4])
        (end,) = struct.unpack_from("<q", data, ofs_end)
        assert -3 <= end <= 3
        assert len(data) == ofs_end + 8


def test_all_members_and_all_cases_come(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: tag, type: u4be}
  - id: body
    type: {switch-on: tag, cases: {0xcafebabe: u1, 0x1234: u2, 7: u4}}
"""
    kind = compiled(tmp_path, spec)
    tags = {generate(kind, seed=seed).tag for seed in range(80)}
    assert {0xCAFEBABE, 0x1234, 7} <= tags


def test_no_choices_make_the_simplest_file(tmp_path: Path) -> None:
    kind = compiled(tmp_path, BOOK)
    assert generate(kind, b"").marks == []
    assert generated_bytes(kind, b"") == generated_bytes(kind, bytes(1000))


def test_a_rule_that_nothing_keeps_is_told(tmp_path: Path) -> None:
    kind = compiled(tmp_path, "seq: [{id: a, type: u1, valid: {expr: _ > 255}}]")
    with pytest.raises(Refused, match="no file that was begun is valid; the last one: valid"):
        generate(kind)


def test_parameters_are_chosen_too_but_are_not_in_the_bytes(tmp_path: Path) -> None:
    spec = """
params: [{id: len, type: u1}, {id: kind, type: u1, enum: kinds}, {id: is_long, type: bool}]
seq: [{id: a, size: len}, {id: b, type: u4, if: is_long}]
enums: {kinds: {3: three, 9: nine}}
"""
    kind = compiled(tmp_path, spec)
    made = [generate(kind, seed=seed) for seed in range(40)]
    assert {int(record.kind) for record in made} >= {3, 9}
    for record in made:
        assert len(record.to_bytes()) == record.len + 4 * record.is_long
    with pytest.raises(TypeError, match="Made takes parameters: `generate` makes records"):
        generated_bytes(kind)


def test_a_parameter_that_is_a_record_is_refused(tmp_path: Path) -> None:
    spec = "params: [{id: of, type: part}]\nseq: [{id: a, size: of.n}]\n"
    kind = compiled(tmp_path, spec + "types: {part: {seq: [{id: n, type: u1}]}}")
    with pytest.raises(Refused, match="the parameter `of` is of type made::part"):
        generate(kind)


# -- instances at positions -------------------------------------------------------------------


def test_what_is_looked_at_ahead_is_what_comes_there(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: short, size: 3, if: version == 1}
  - {id: head, type: head, size: 4}
  - {id: text, type: str, size: 2, encoding: ASCII}
instances:
  version: {pos: 3, type: u1, valid: {any-of: [1, 2, 0x41]}}
types: {head: {seq: [{id: a, type: u2}, {id: b, type: u1}, {id: c, type: u1}]}}
"""
    versions = set()
    for seed in range(60):
        data = generated_bytes(compiled(tmp_path, spec), seed=seed)
        versions.add(data[3])
        assert len(data) == (9 if data[3] == 1 else 6)
    assert versions == {1, 2, 0x41}


def test_a_size_that_is_looked_at_ahead_has_room_for_the_record(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: head, type: head, size: len_head}
instances:
  len_head: {pos: 40, type: u8}
types:
  head:
    seq: [{id: a, size: 40}, {id: size, type: u8}, {id: b, type: u4, if: not _io.eof}]
"""
    sizes = {len(generated_bytes(compiled(tmp_path, spec), seed=seed)) for seed in SEEDS}
    assert {48, 52} <= sizes


def test_what_stands_between_two_positions_has_any_size(tmp_path: Path) -> None:
    spec = """
seq: [{id: begin, type: u1}, {id: end, type: u1}]
instances:
  between: {pos: begin, size: end - begin, type: texts}
  behind: {pos: end, size: 2}
types: {texts: {seq: [{id: all, type: strz, encoding: ASCII, repeat: expr, repeat-expr: 2}]}}
"""
    sizes = set()
    for seed in range(40):
        data = generated_bytes(compiled(tmp_path, spec), seed=seed)
        between = data[data[0] : data[1]]
        assert between.count(b"\0") >= 2
        assert len(data) >= data[1] + 2
        sizes.add(len(between))
    assert len(sizes) > 3


def test_a_list_of_nothing_has_the_position_that_is_the_default(tmp_path: Path) -> None:
    spec = """
seq: [{id: num, type: u1}, {id: ofs, type: u1, -default: 0}]
instances: {all: {pos: ofs, type: u2, repeat: expr, repeat-expr: num}}
"""
    made = compiled(tmp_path, spec)
    files = [generated_bytes(made, seed=seed) for seed in range(60)]
    assert {data[1] for data in files if data[0] == 0} == {0}
    assert all(data[1] >= 2 for data in files if data[0] != 0)


def test_what_is_looked_at_behind_all_fields_is_there(tmp_path: Path) -> None:
    spec = """
seq: [{id: a, type: u1, if: mark == 7}]
instances: {mark: {pos: 5, type: u2, valid: 7}}
"""
    data = generated_bytes(compiled(tmp_path, spec), seed=3)
    assert data[5:] == b"\7\0"


def test_what_was_made_can_be_looked_at(tmp_path: Path) -> None:
    spec = """
seq: [{id: head, type: head, size: 4}, {id: rest, size: head.whole & 7}]
types:
  head: {seq: [{id: a, size: 4}], instances: {whole: {pos: 0, type: u4}}}
"""
    for seed in range(20):
        data = generated_bytes(compiled(tmp_path, spec), seed=seed)
        assert len(data) == 4 + (data[0] & 7)


@pytest.mark.parametrize("name", ["cdd", "cryptodd"])
def test_files_have_the_block_that_stands_behind_several_fields(name: str) -> None:
    counts = set()
    for seed in SEEDS:
        made = generate(kind_of(name), seed=seed)
        made.validate()
        block = made.first_block
        counts.add(block.num_entries)
        begin = 14 + made.len_metadata + made.len_user_metadata
        data = made.to_bytes()
        assert struct.unpack_from("<I", data, begin)[0] == block.len_block <= len(data) - begin
    assert len(counts) > 1


POSITIONS = """
seq:
  - {id: size, type: u1}
  - {id: twice, type: u1, -derive: 2 * size}
  - {id: count, type: u1, valid: {expr: "size > 9 ? _ == size : _ < 3"}}
instances:
  far: {pos: size + count + 40, type: u2, valid: 0x6261}
  near: {pos: size + count + 10, size: count}
  derived: {pos: twice + 600, type: str, size: 3, encoding: ASCII, valid: '"end"'}
  again: {pos: 0, type: u1}
  seldom: {pos: count + 700, type: u1, if: size == 0, valid: 7}
"""


def test_what_stands_where_several_fields_say_is_there(tmp_path: Path) -> None:
    kind = compiled(tmp_path, POSITIONS)
    sizes = set()
    for seed in range(40):
        made = generate(kind, seed=seed)
        data = made.to_bytes()
        size, twice, count = data[:3]
        sizes.add(len(data))
        assert twice == 2 * size
        assert count == size if size > 9 else count < 3
        assert data[size + count + 40 :][:2] == b"ab"
        assert data[twice + 600 :][:3] == b"end"
        assert size or data[count + 700] == 7
    assert len(sizes) > 3


def test_a_position_before_the_end_of_what_is_there_moves_nothing(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "seq: [{id: a, contents: [1, 2, 3, 4]}, {id: ofs, type: u1}]\n"
        "instances:\n"
        "  {one: {pos: ofs, type: u1}, two: {pos: ofs, type: u2}, a_again: {pos: 1, type: u1}}",
    )
    made = generate(kind, seed=1)
    data = made.to_bytes()
    assert (made.one, made.two) == (data[data[4]], int.from_bytes(data[data[4] :][:2], "little"))
    assert made.a_again == 2


def test_what_stands_in_units_begins_at_one(tmp_path: Path) -> None:
    spec = """
seq: [{id: head, size: 3}, {id: sector, type: u1}, {id: from_end, type: u1}]
instances:
  first: {pos: sector * 64 + 2, type: u4, valid: 0x01020304}
  second: {pos: 256 - from_end * 32, contents: abc}
"""
    for seed in range(10):
        data = generated_bytes(compiled(tmp_path, spec), seed=seed)
        first, second = data[3] * 64 + 2, 256 - data[4] * 32
        assert first >= 5
        assert data[first : first + 4] == bytes([4, 3, 2, 1])
        assert second >= 5
        assert data[second : second + 3] == b"abc"


def test_numbers_in_bits_of_fields_tell_what_is_there(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: flags, type: u1}
  - {id: items, type: u1, repeat: expr, repeat-expr: (flags & 7) + 1}
  - {id: len_pairs, type: u1}
  - {id: pairs, type: u2, repeat: expr, repeat-expr: len_pairs / 2}
  - {id: low, type: u1}
  - {id: high, type: b2}
  - {id: rest, type: b6}
  - {id: body, size: low | high << 8}
"""
    made = [generated_bytes(compiled(tmp_path, spec), seed=seed) for seed in range(40)]
    for data in made:
        pairs = 1 + (data[0] & 7) + 1
        low = pairs + 1 + data[pairs] // 2 * 2
        assert len(data) == low + 2 + (data[low] | data[low + 1] >> 6 << 8)
    assert any(data[0] > 7 for data in made)


# -- texts ------------------------------------------------------------------------------------


def test_padded_texts_take_their_whole_size(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: odd, type: strz, encoding: UTF-16LE, size: 9, pad-right: 0x2b}
  - {id: rest, type: rest, size: 20}
  - {id: hidden, process: xor(0x15), size: 8, type: rest}
types:
  rest:
    seq: [{id: t, type: str, encoding: UTF-8, size-eos: true, terminator: 64, pad-right: 64}]
"""
    assert len(generated_bytes(compiled(tmp_path, spec), seed=1)) == 37


def test_a_text_that_is_compared_with_is_not_cut_to_fit(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "seq:\n"
        "  - {id: name, type: str, size: 3, encoding: ASCII}\n"
        '  - {id: more, type: u1, if: \'name == "abcdef" or name == "xyz"\'}\n',
    )
    names = {generate(kind, seed=seed).name for seed in range(60)}
    assert "xyz" in names
    assert "abc" not in names


def test_a_text_that_has_to_be_one_tells_its_size(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: len, type: u2}
  - {id: text, type: str, size: len, encoding: UTF-16BE, valid: '"caf\xe9"'}
"""
    assert generated_bytes(compiled(tmp_path, spec), seed=1) == b"\x08\0\0c\0a\0f\0\xe9"


def test_a_list_ends_with_the_element_that_ends_it(tmp_path: Path) -> None:
    spec = "seq: [{id: a, type: s4, repeat: until, repeat-until: _ == -77}]"
    for seed in range(10):
        data = generated_bytes(compiled(tmp_path, spec), seed=seed)
        assert data[-4:] == struct.pack("<i", -77)


# -- what is usual ----------------------------------------------------------------------------


def test_most_files_have_what_is_usual_but_not_all(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: a, type: u2, -usual: [7, 300], -default: 5}
  - {id: b, type: s1, valid: {max: 3}, -usual: [-4, 9, 'a == 7 ? 1 : 2']}
  - {id: c, type: str, size: 3, encoding: ASCII, -usual: ['"yes"', '"no"']}
  - {id: d, type: b1, -usual: [true]}
  - {id: e, type: f4, -default: 2.5}
"""
    kind = compiled(tmp_path, spec)
    made = [generate(kind, seed=seed) for seed in range(2400)]
    usual = [each for each in made if each.a in (7, 300)]
    assert len(usual) > 2300
    assert {each.a for each in usual} == {7, 300}
    assert {1, 2, -4} <= {each.b for each in usual} <= set(range(-128, 4))  # 9 is not valid
    assert all(each.b in (-4, 1) or each.b == 2 for each in usual[:20] if each.b in (1, 2, -4))
    assert sum(each.c == "yes" for each in made) > 1000  # "no" is too short
    assert sum(each.d for each in made) > 2300
    assert 2300 < sum(each.e == 2.5 for each in made) < 2400


def test_what_is_usual_may_go_by_the_elements_before(tmp_path: Path) -> None:
    spec = """
seq: [{id: parts, type: part, repeat: until, repeat-until: _.kind == 3}]
types:
  part:
    seq:
      - id: kind
        type: u1
        -usual: '_root.parts.size == 0 ? [1] : _root.parts.last.kind == 1 ? [2] : [2, 3]'
"""
    kind = compiled(tmp_path, spec)
    made = [generated_bytes(kind, seed=seed) for seed in range(200)]
    regular = [data for data in made if data == b"\1" + b"\2" * (len(data) - 2) + b"\3"]
    assert len(regular) > 170
    assert len({len(data) for data in regular}) > 3


def test_a_payload_in_several_records_is_whole() -> None:
    png, decoded = kind_of("png"), 0
    for seed in range(60):
        record = generate(png, seed=seed)
        kinds = [chunk.kind for chunk in record.chunks]
        if "IDAT" not in kinds or kinds[0] != "IHDR":
            continue
        header = record.header
        pixels = record.image.decode()
        assert pixels.shape == (header.height, header.width, header.num_channels)
        inflated = zlib.decompress(
            b"".join(chunk.body for chunk in record.chunks if chunk.kind == "IDAT")
        )
        bits = header.width * header.num_channels * header.bits
        if header.interlace == 0:
            assert len(inflated) == header.height * (1 + (bits + 7) // 8)
        decoded += 1
    assert decoded > 50


# -- evil values ------------------------------------------------------------------------------


def test_evil_values_come_when_asked_for_and_are_valid(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: a, type: s4, repeat: expr, repeat-expr: 40}
  - {id: b, type: u2, valid: {max: 40000}}
  - {id: c, type: f8, repeat: expr, repeat-expr: 40}
  - {id: d, type: strz, encoding: ASCII}
"""
    kind = compiled(tmp_path, spec)
    made = [generate(kind, seed=seed, evil=True) for seed in range(300)]
    numbers = {each for record in made for each in record.a}
    assert {-(1 << 31), 1 - (1 << 31), (1 << 31) - 1, 65535, 65537, 127, 255} <= numbers
    assert max(record.b for record in made) <= 40000
    assert any(each != each for record in made for each in record.c)  # noqa: PLR0124  # not a number
    assert any(each == float("inf") for record in made for each in record.c)
    assert max(len(record.d) for record in made) > 4000
    tame = [generate(kind, seed=seed) for seed in range(300)]
    assert max(len(record.d) for record in tame) <= 64


def test_choices_of_evil_files_make_them_again() -> None:
    for seed in range(20):
        draw = Choices(random=Random(seed), evil=True)  # noqa: S311  # no secret
        data = generated_bytes(kind_of("wav"), draw)
        assert generated_bytes(kind_of("wav"), bytes(draw.made), evil=True) == data
        assert generated_bytes(kind_of("wav"), seed=seed, evil=True) == data


def test_samples_are_as_small_as_a_codec_wants_them() -> None:
    bmp = [generate(kind_of("bmp"), seed=seed) for seed in range(200)]
    images = [each.pixels.decode() for each in bmp if each.bits == 16]
    assert sum(image.size > 6 for image in images) > 10  # any bytes would be less than 32 seldom
    assert max(int(image.max(initial=0)) for image in images) > 0


# -- numbers side by side ---------------------------------------------------------------------

SIDE_BY_SIDE = """
seq:
  - {id: magic, contents: QU}
  - {id: kind, type: u1, -default: 7}
  - {id: low, type: b3le, -default: 5}
  - {id: flag, type: b1le, -default: true}
  - {id: high, type: b12le, -default: 0xabc}
  - {id: first, type: b3be, -default: 5}
  - {id: second, type: b5be, -default: 17}
  - {id: weight, type: s4, -default: -9}
  - {id: len_text, type: u2, -derive: text.length}
  - {id: twice, type: u4, -default: 2 * kind}
  - {id: text, size: 5}
"""


def test_numbers_side_by_side_are_stored_where_they_are_read(tmp_path: Path) -> None:
    kind = compiled(tmp_path, SIDE_BY_SIDE)
    usual = b"QU\x07" + (5 | 1 << 3 | 0xABC << 4).to_bytes(2, "little") + bytes([5 << 5 | 17])
    usual += struct.pack("<iHI", -9, 5, 14)
    made = [generated_bytes(kind, seed=seed) for seed in range(400)]
    assert {data[:4] for data in made} > {usual[:4]}
    assert sum(data[:16] == usual for data in made) > 370  # 8 of 256 are another value somewhere
    assert sum(data[:16] != usual for data in made) > 2


def test_each_number_is_now_and_then_another_than_its_default(tmp_path: Path) -> None:
    kind = compiled(tmp_path, SIDE_BY_SIDE)
    names = {"kind": 7, "low": 5, "flag": True, "high": 0xABC, "first": 5, "second": 17}
    found = [generate(kind, seed=seed) for seed in range(8000)]
    others = {n: sum(getattr(each, n) != usual for each in found) for n, usual in names.items()}
    assert all(0 < count < 60 for count in others.values())  # 16 are expected; some are the default
    assert sum(each.twice == 2 * each.kind for each in found) > 7900


def test_a_default_that_goes_by_a_number_before_it_that_is_not_known_yet_waits(
    tmp_path: Path,
) -> None:
    kind = compiled(
        tmp_path,
        """
seq:
  - {id: len_all, type: u1}
  - {id: copy, type: u1, -default: len_all}
  - {id: all, size: len_all, type: all}
types: {all: {seq: [{id: items, type: u1, repeat: expr, repeat-expr: 3}]}}
""",
    )
    for seed in range(60):
        record = generate(kind, seed=seed)
        assert record.len_all == len(record.to_bytes()) - 2


def test_a_list_is_as_the_one_before_it_that_follows_from_it(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        """
seq:
  - {id: num_kinds, type: u1, -usual: [0, 2, 5]}
  - {id: kinds, type: u1, repeat: expr, repeat-expr: num_kinds, -derive: items.map(_.kind)}
  - {id: items, type: item, repeat: eos}
types:
  item: {seq: [{id: kind, type: u1}, {id: body, type: u2}]}
""",
    )
    counts = set()
    for seed in range(60):
        made = generate(kind, seed=seed)
        assert list(made.kinds) == [each.kind for each in made.items]
        counts.add(len(made.items))
    assert counts >= {0, 2, 5}


def test_a_length_goes_by_what_a_text_usually_is(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        """
seq:
  - {id: len_name, type: u1}
  - {id: name, type: str, encoding: ASCII, size: len_name, -usual: ['"one"', '"fourteen"']}
""",
    )
    made = [generated_bytes(kind, seed=seed) for seed in range(100)]
    assert sum(data in (b"\x03one", b"\x08fourteen") for data in made) >= 95


def test_bytes_are_as_long_as_the_number_before_them_says_among_other_fields(
    tmp_path: Path,
) -> None:
    kind = compiled(
        tmp_path,
        """
seq:
  - {id: first, type: u2, -default: 7}
  - {id: num_units, type: u1}
  - {id: units, size: num_units * 3}
  - {id: fixed, size: 2}
  - {id: last, type: u2, -checksum: {algorithm: sum16, over: units}}
""",
    )
    sizes = set()
    for seed in range(80):
        data = generated_bytes(kind, seed=seed)
        units = data[3 : 3 + 3 * data[2]]
        assert len(data) == 3 + len(units) + 4
        assert int.from_bytes(data[-2:], "little") == sum(units)
        sizes.add(len(units))
    assert len(sizes) > 3


def test_what_goes_by_the_place_in_the_stream_is_computed_there(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        """
seq:
  - {id: first, type: u2}
  - {id: second, type: u2}
  - {id: here, type: u1, -usual: [_io.pos]}
  - {id: third, type: u2}
""",
    )
    made = [generate(kind, seed=seed) for seed in range(60)]
    assert sum(each.here == 4 for each in made) >= 55
