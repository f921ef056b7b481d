"""Positions that lead into a table of texts, of which several are edited in one write."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

HEAD = "seq: [{id: num, type: u1}, {id: syms, type: sym, repeat: expr, repeat-expr: num}, "
SYM = "sym: {seq: [{id: ofs, type: u1}], instances: {name: {%s, type: strz, encoding: ASCII}}}"
INSIDE = SYM % "io: _root.names._io, pos: ofs"
NAMES = "{id: names, size-eos: true, type: names}]\ntypes:\n  "
TEXT = "type: strz, encoding: ASCII"
SPECS = {
    "in the file": f"{HEAD}{{id: all, {TEXT}, repeat: eos}}]\ntypes:\n  "
    + SYM % "io: _root._io, pos: ofs + 3",
    "in a stream": f"{HEAD}{NAMES}names: {{seq: [{{id: all, {TEXT}, repeat: eos}}]}}\n  {INSIDE}",
    "in records": f"{HEAD}{NAMES}names: {{seq: [{{id: all, type: one, repeat: eos}}]}}\n"
    f"  one: {{seq: [{{id: text, {TEXT}}}]}}\n  {INSIDE}",
    "in an instance": f"{HEAD}{{id: end, size: 0}}]\n"
    f"instances: {{names: {{pos: 3, size-eos: true, type: names}}}}\ntypes:\n"
    f"  names: {{seq: [{{id: all, {TEXT}, repeat: eos}}]}}\n  "
    + SYM
    % "io: _root._io, pos: ofs + 3",
    "in the stream of another instance": f"{HEAD}{{id: end, size: 0}}]\ninstances:\n"
    "  names: {pos: 3, size-eos: true, type: names}\n"
    "  again: {pos: 3, size-eos: true, type: names}\n"
    f"types:\n  names: {{seq: [{{id: all, {TEXT}, repeat: eos}}]}}\n  "
    + SYM
    % "io: _root.again._io, pos: ofs",
    "in records of an instance": f"{HEAD}{{id: end, size: 0}}]\n"
    f"instances: {{names: {{pos: 3, size-eos: true, type: names}}}}\ntypes:\n"
    f"  names: {{seq: [{{id: all, type: one, repeat: eos}}]}}\n"
    f"  one: {{seq: [{{id: text, {TEXT}}}]}}\n  " + SYM % "io: _root._io, pos: ofs + 3",
    "in a list at a position": f"{HEAD}{{id: end, size: 0}}]\n"
    f"instances: {{all: {{pos: 3, {TEXT}, repeat: eos}}}}\ntypes:\n  "
    + SYM
    % "io: _root._io, pos: ofs + 3",
    "in fields": f"{HEAD}{NAMES}names: {{seq: ["
    + ", ".join(f"{{id: {name}, {TEXT}}}" for name in "abcd")
    + f"]}}\n  {INSIDE}",
}


LISTED = [each for each in SPECS if each != "in fields"]
PLAIN = [each for each in LISTED if "records" not in each]


@pytest.fixture(scope="module", params=SPECS)
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("table"), SPECS[request.param])


def stored(texts: list[str], places: list[int]) -> bytes:
    """A file with two symbols, put together by hand."""
    return bytes([2, *places]) + b"".join(each.encode() + b"\0" for each in texts)


def place(texts: list[str], i: int) -> int:
    return sum(len(each) + 1 for each in texts[:i])


def set_text(record: Any, i: int, text: str) -> None:
    names = getattr(record, "names", record)
    if not hasattr(names, "all"):
        setattr(names, "abcd"[i], text)
    elif isinstance(names.all[i], str):
        names.all[i] = text
    else:
        names.all[i].text = text


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(
    "edits",
    [
        {0: "x"},
        {0: "x", 3: "longer"},
        {1: "x", 2: "yyyy"},
        {0: "x", 1: "yyyy"},
        {0: "x", 1: "", 2: "zzzzz", 3: "q"},
    ],
)
def test_several_texts_of_other_lengths_are_set(
    table: Any, edits: dict[int, str], *, looks: bool
) -> None:
    texts = ["aa", "bbb", "cc", "d"]
    led = [2, 1]
    record = table.from_bytes(stored(texts, [place(texts, i) for i in led]))
    if looks:
        assert [each.name for each in record.syms] == ["cc", "bbb"]
    for i, text in edits.items():
        set_text(record, i, text)
        texts[i] = text
    expected = stored(texts, [place(texts, i) for i in led])
    assert record.to_bytes() == record.to_bytes() == expected
    assert [each.name for each in record.syms] == [texts[i] for i in led]


def _edit(all_: Any, texts: list[tuple[int | None, str]], draw: random.Random) -> None:
    """Set, take out, or put in a text; of what is led to, none is taken out."""
    i = draw.randrange(len(texts))
    way, text = draw.randrange(4), "".join(draw.choices("XYZ", k=draw.randrange(6)))
    if way < 2:
        texts[i] = texts[i][0], text
        if isinstance(all_[i], str):
            all_[i] = text
        elif isinstance(all_[i], dict):
            all_[i] = {"text": text}
        else:
            all_[i].text = text
    elif way == 2 and texts[i][0] is None:
        del all_[i], texts[i]
    elif way == 3:
        texts.insert(i, (None, text))
        all_.insert(i, text if isinstance(all_[i], str) else {"text": text})


@pytest.mark.parametrize("seed", range(80))
@pytest.mark.parametrize("table", LISTED, indirect=True)
def test_drawn_edits_leave_positions_where_their_texts_are_or_are_refused(
    table: Any, seed: int
) -> None:
    draw = random.Random(seed)  # noqa: S311  # no secret
    words = [f"{draw.choice('abc')}{n:x}" * draw.randrange(1, 3) for n in range(9)]
    led = sorted(draw.sample(range(9), 2))
    record = table.from_bytes(stored(words, [place(words, i) for i in led]))
    names = getattr(record, "names", record)
    texts = [(i if i in led else None, word) for i, word in enumerate(words)]
    for _ in range(draw.randrange(2, 5)):
        _edit(names.all, texts, draw)
    now = [text for _, text in texts]
    where = [next(i for i, (was, _) in enumerate(texts) if was == each) for each in led]
    try:
        written = record.to_bytes()
    except quire.FormatError as error:
        assert "set the field that tells where it is" in str(error)  # noqa: PT017  # or it is right
    else:
        assert written == stored(now, [place(now, i) for i in where])


@pytest.mark.parametrize("table", LISTED, indirect=True)
def test_a_text_that_is_led_to_is_not_taken_out_without_a_word(table: Any) -> None:
    texts = ["aa", "bbb", "cc", "d"]
    record = table.from_bytes(stored(texts, [place(texts, i) for i in (2, 1)]))
    names = getattr(record, "names", record)
    del names.all[1]
    with pytest.raises(quire.FormatError, match=r"syms\[1\].name: .*set the field that tells"):
        record.to_bytes()
    if not hasattr(record, "again"):  # which is not written itself
        record.syms[1].name = "cc"
        assert record.to_bytes() == record.to_bytes() == stored(["aa", "cc", "d"], [3, 3])
        del record.syms[1].name
    record.syms[1].ofs = 0
    assert record.to_bytes() == record.to_bytes() == stored(["aa", "cc", "d"], [3, 0])


def _add(all_: Any, text: str) -> None:
    all_.append(text if isinstance(all_[0], str) else {"text": text})


@pytest.mark.parametrize("table", LISTED, indirect=True)
def test_the_last_text_is_set_and_another_one_is_new_but_nobody_knows_which(table: Any) -> None:
    record = table.from_bytes(stored(["aa", "bb"], [3, 0]))
    names = getattr(record, "names", record)
    set_text(record, 1, "longer")
    _add(names.all, "new")
    if isinstance(names.all[0], str):
        with pytest.raises(quire.FormatError, match="what it leads to to be there still"):
            record.to_bytes()
    else:  # records tell which they are
        assert record.to_bytes() == stored(["aa", "longer", "new"], [3, 0])


@pytest.mark.parametrize("writes", [False, True])
@pytest.mark.parametrize("table", LISTED, indirect=True)
def test_a_text_is_set_of_which_another_one_has_become_the_same(
    table: Any, *, writes: bool
) -> None:
    record = table.from_bytes(stored(["aa", "bb", "cc"], [3, 6]))
    _add(getattr(record, "names", record).all, "bb")
    if writes:
        record.to_bytes()
    set_text(record, 1, "longer")
    expected = stored(["aa", "longer", "cc", "bb"], [3, 10])
    assert record.to_bytes() == record.to_bytes() == expected


@pytest.mark.parametrize("table", PLAIN, indirect=True)
def test_of_more_texts_in_front_of_one_nobody_can_tell_which_is_new(table: Any) -> None:
    record = table.from_bytes(stored(["aa", "bb", "cc"], [3, 6]))
    names = getattr(record, "names", record)
    names.all[1:2] = ["x", "y"]
    with pytest.raises(quire.FormatError, match=r"set the field that tells where it is"):
        record.to_bytes()


IN_STREAMS = """
seq:
  - {id: count, type: u1}
  - {id: parts, type: part, repeat: expr, repeat-expr: count}
types:
  part:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances:
      object: {pos: ofs, size: len, type: object}
  object:
    seq:
      - {id: len_command, type: u1}
      - {id: command, type: command, size: len_command}
  command:
    seq:
      - {id: ofs_symbols, type: u1}
      - {id: num_symbols, type: u1}
      - {id: ofs_strings, type: u1}
      - {id: len_strings, type: u1}
    instances:
      symbols:
        {io: _parent._io, pos: ofs_symbols, type: symbol, repeat: expr, repeat-expr: num_symbols}
      strings: {io: _parent._io, pos: ofs_strings, size: len_strings, type: strings}
  symbol:
    seq: [{id: ofs_name, type: u1}]
    instances: {name: {pos: _parent.ofs_strings + ofs_name, type: strz}}
  strings: {seq: [{id: items, type: strz, repeat: eos}]}
"""


def _in_streams(*texts: bytes) -> tuple[bytes, bytes]:
    """A part of a file like those of Mach-O, and its length."""
    strings = b"".join(each + b"\0" for each in texts)
    symbols = bytes(sum(len(each) + 1 for each in texts[:i]) for i in range(len(texts)))
    head = bytes([4, 5, len(texts), 5 + len(texts), len(strings)])
    part = head + symbols + strings
    return part, bytes([len(part)])


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("which", [0, 1])
def test_names_in_the_streams_of_a_file(which: int, tmp_path: Path, *, looks: bool) -> None:
    def stored(*parts: tuple[bytes, bytes]) -> bytes:
        (one, size), (two, last) = parts
        return b"\2\5" + size + bytes([5 + len(one)]) + last + one + two

    kind = compiled(tmp_path, IN_STREAMS)
    parts = [_in_streams(b"ab", b"cde"), _in_streams(b"f", b"gh")]
    record = kind.from_bytes(stored(*parts))
    if looks:
        assert record.parts[1].object.command.symbols[0].name == "f"
    record.parts[which].object.command.symbols[0].name = "longer"
    with pytest.raises(quire.FormatError, match=r"keep the size of .*symbols\[0\]\.name"):
        record.to_bytes()
    record = kind.from_bytes(stored(*parts))
    if looks:
        assert record.parts[1].object.command.symbols[0].name == "f"
    record.parts[which].object.command.strings.items[0] = "longer"
    parts[which] = _in_streams(b"longer", b"gh" if which else b"cde")
    assert record.to_bytes() == record.to_bytes() == stored(*parts)
