"""`quire get`, `set` and `diff`: values of files are asked for, changed and compared by path."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from quire.cli.main import main
from quire.generated.wav import Wav
from tests.cli.conftest import Quire

SPEC = """
meta: {id: box, endian: le, encoding: UTF-8}
seq:
  - {id: magic, contents: BOX}
  - {id: num_items, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  - {id: scale, type: f4}
  - {id: raw, size: 2}
instances:
  total: {value: items.size * 10}
types:
  item:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
enums:
  kind: {1: big, 2: small}
"""


def box(*items: tuple[int, str], scale: float = 0.5, raw: bytes = b"\x01\xff") -> bytes:
    """The bytes of a file, put together by hand."""
    stored = [struct.pack("<BB", kind, len(name)) + name.encode() for kind, name in items]
    return b"BOX" + bytes([len(items)]) + b"".join(stored) + struct.pack("<f", scale) + raw


@pytest.fixture
def spec(quire: Quire) -> tuple[str, str]:
    """The options for files of that kind, in a folder with two of them."""
    assert quire is not None
    Path("box.ksy").write_text(SPEC)
    Path("a.box").write_bytes(box((1, "one"), (2, "two=2"), (2, "three")))
    return "--spec", "box.ksy"


def test_values_are_printed_by_path(quire: Quire, spec: tuple[str, str]) -> None:
    for path, text in (
        ("num_items", "3"),
        ("items[1].name", "two=2"),
        ("$.items[-1].name", "three"),
        ("scale", "0.5"),
        ("raw", '"01ff"'),
        ("total", "30"),
        ("items[0].kind", '{"name": "big", "value": 1}'),
        ("items[?@.kind == 2].name", "items[1].name: two=2\nitems[2].name: three"),
        ("items[:2].name", "items[0].name: one\nitems[1].name: two=2"),
        ("$..name", "items[0].name: one\nitems[1].name: two=2\nitems[2].name: three"),
        ("items[0]", "kind: name=big, value=1\nlen_name: 3\nname: one"),
    ):
        assert quire("get", "a.box", path, *spec).out == text + "\n", path


def test_several_paths_and_data_for_programs(quire: Quire, spec: tuple[str, str]) -> None:
    assert quire("get", "a.box", "scale", "num_items", *spec).out == "scale: 0.5\nnum_items: 3\n"
    assert quire("get", "a.box", "items[0]", "raw", *spec, "--json").json() == [
        {
            "path": "items[0]",
            "value": {"kind": {"name": "big", "value": 1}, "len_name": 3, "name": "one"},
        },
        {"path": "raw", "value": "01ff"},
    ]


def test_values_have_colours_where_they_are_asked_for(quire: Quire, spec: tuple[str, str]) -> None:
    done = quire("get", "a.box", "scale", "items[1].name", *spec, "--color", "always")
    blue, cyan, green, plain = "\x1b[34m", "\x1b[36m", "\x1b[32m", "\x1b[0m"
    assert done.out == (
        f"{blue}scale{plain}: {cyan}0.5{plain}\n{blue}items[1].name{plain}: {green}two=2{plain}\n"
    )
    Path("b.box").write_bytes(box((1, "one"), (2, "two=2"), (2, "three"), scale=0.25))
    done = quire("diff", "a.box", "b.box", *spec, "--color", "always")
    assert done.out == (
        f"{blue}scale{plain}\x1b[2m at byte 23{plain}: {cyan}0.5{plain} -> {cyan}0.25{plain}\n"
    )


def test_a_text_that_looks_like_colours_is_printed_whole(
    quire: Quire, spec: tuple[str, str]
) -> None:
    Path("red.box").write_bytes(box((1, "\x1b[31mred\x1b[0m")))
    command = [sys.executable, "-m", "quire.cli.main", "get", "red.box", "items[0].name", *spec]
    assert quire("get", "red.box", "items[0].name", *spec).status == 0
    assert subprocess.check_output(command) == b"\x1b[31mred\x1b[0m\n"


def test_a_text_gives_a_terminal_no_commands(quire: Quire, spec: tuple[str, str]) -> None:
    pytest.importorskip("pty", reason="a terminal to print to")
    assert quire is not None
    Path("bell.box").write_bytes(box((1, "a\x07\x1b[2J"), (1, "plain")))
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "quire.cli.main", "get", "bell.box", "$..name", *spec]
    subprocess.run([*command, "--color", "never"], stdout=theirs, check=True)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    os.close(theirs)
    assert shown == 'items[0].name: "a\\u0007\\u001b[2J"\r\nitems[1].name: plain\r\n'


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("scales", "the file has magic, num_items, items, scale, raw, total; did you mean scale?"),
        ("$.items[0].colour", "items[0] has kind, len_name, name"),
        ("items[*].nam.x", "items[*] has kind, len_name, name; did you mean name?"),
        ("scale[0]", "scale has no fields"),
        ("items.name", "items has 3 elements"),
    ],
)
def test_a_path_that_leads_nowhere_is_told_what_there_is(
    path: str, said: str, quire: Quire, spec: tuple[str, str]
) -> None:
    done = quire("get", "a.box", path, *spec)
    assert (done.status, done.err) == (1, f"a.box: nothing is at {path}: {said}\n")


def test_a_path_that_leads_nowhere_ends_with_1(quire: Quire, spec: tuple[str, str]) -> None:
    done = quire("get", "a.box", "items[7]", "scale", *spec)
    assert (done.status, done.out) == (1, "scale: 0.5\n")
    assert done.err == "a.box: nothing is at items[7]: items has 3 elements\n"
    for wrong in ("items[", "items..", "items[?]"):
        done = quire("get", "a.box", wrong, *spec)
        assert done.status == 1
        assert "is not a path" in done.err


def test_a_damaged_file_is_told_of(quire: Quire, spec: tuple[str, str]) -> None:
    Path("cut.box").write_bytes(box((1, "one"))[:-3])
    done = quire("get", "cut.box", "scale", *spec)
    assert done.status == 1
    assert "cut.box: EndOfStreamError: box: scale at byte 9" in done.err


CIRCLES = """
meta: {id: circles, endian: le}
seq: [{id: ofs, type: u1}, {id: name, type: u1}, {id: raw, size: 3}]
instances:
  again: {value: _root}
  left: {pos: ofs, type: circles}
  right: {pos: ofs, type: circles}
"""


def test_what_leads_back_to_itself_is_gone_through_once(quire: Quire) -> None:
    Path("circles.ksy").write_text(CIRCLES)
    Path("c.bin").write_bytes(bytes([0, 7, 1, 2, 3]))
    done = quire("get", "c.bin", "$..name", "--spec", "circles.ksy")
    assert (done.status, done.out.splitlines()[0]) == (0, "name: 7")
    assert len(done.out.splitlines()) <= 3
    assert quire("get", "c.bin", "left.right.again.name", "--spec", "circles.ksy").out == "7\n"
    assert quire("get", "c.bin", "$..raw", "--spec", "circles.ksy").status == 0


def test_arrays_are_gone_into_by_name_alone(quire: Quire, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("s.wav").write_bytes(_wav(np.zeros((6, 2), np.int16)))

    def decode(*_args: object, **_options: object) -> None:
        raise AssertionError

    monkeypatch.setattr("quire.kernels.engine.payload.Encoded.decode", decode)
    assert quire("get", "s.wav", "$..rate").status == 0
    with pytest.raises(AssertionError):
        quire("get", "s.wav", "$..samples[0]")


def test_samples_are_decoded(quire: Quire) -> None:
    samples = np.arange(12, dtype=np.int16).reshape(6, 2)
    Path("s.wav").write_bytes(_wav(samples))
    assert quire("get", "s.wav", "data.samples[2]").out == "[4, 5]\n"
    assert quire("get", "s.wav", "data.samples", "--json").json()[0]["value"] == samples.tolist()


def _wav(samples: np.ndarray[tuple[int, ...], np.dtype[np.int16]]) -> bytes:
    data, channels = samples.tobytes(), samples.shape[1]
    form = struct.pack("<HHIIHH", 1, channels, 8000, 16000 * channels, 2 * channels, 16)
    chunks = b"WAVEfmt " + struct.pack("<I", 16) + form + b"data" + struct.pack("<I", len(data))
    return b"RIFF" + struct.pack("<I", len(chunks) + len(data)) + chunks + data


# -- set --------------------------------------------------------------------------------------


def test_a_change_is_written_with_what_follows(quire: Quire, spec: tuple[str, str]) -> None:
    done = quire("set", "a.box", "items[0].name=longer", "scale=2", "-o", "b.box", *spec)
    assert done.out == "b.box: 2 values changed\n"
    expected = box((1, "longer"), (2, "two=2"), (2, "three"), scale=2)
    assert Path("b.box").read_bytes() == expected
    assert Path("a.box").read_bytes() == box((1, "one"), (2, "two=2"), (2, "three"))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("raw=0a0b", box((1, "one"), (2, "two=2"), (2, "three"), raw=b"\n\v")),
        ('raw="\u00e9"', box((1, "one"), (2, "two=2"), (2, "three"), raw="é".encode())),
        ("items[*].kind=0x01", box((1, "one"), (1, "two=2"), (1, "three"))),
        ("items[0].kind=small", box((2, "one"), (2, "two=2"), (2, "three"))),
        ("items[?@.name == 'two=2'].name=x=y", box((1, "one"), (2, "x=y"), (2, "three"))),
        ('items=[{"kind": 1, "name": "z"}]', box((1, "z"))),
        ("items[1].name=", box((1, "one"), (2, ""), (2, "three"))),
    ],
)
def test_values_are_written_as_their_kind_is(
    change: str, expected: bytes, quire: Quire, spec: tuple[str, str]
) -> None:
    assert quire("set", "a.box", change, *spec).status == 0
    assert Path("a.box").read_bytes() == expected


def test_a_text_of_a_file_is_taken(quire: Quire, spec: tuple[str, str]) -> None:
    Path("text.txt").write_text("fünf", encoding="utf-8")
    assert quire("set", "a.box", "items[2].name=@text.txt", *spec).status == 0
    assert quire("get", "a.box", "items[2].name", "items[2].len_name", *spec).out == (
        "items[2].name: fünf\nitems[2].len_name: 5\n"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("num_items=7", "num_items"),
        ("items[0].kind=huge", "expected a number or one of big, small, found 'huge'"),
        ("scale=much", "scale: expected a number, found 'much'"),
        ("raw=xyz", "raw: expected hexadecimal digits, or a text in double quotes, found 'xyz'"),
        ('raw="a', "raw: expected hexadecimal digits, or a text in double quotes, found '\"a'"),
        ("raw=010203", "raw"),
        ("items=[", "items: expected JSON, found '['"),
        ("items[0].kind=300", "kind"),
        ("total=5", "total"),
        ("nothing=1", "nothing is at nothing: the file has "),
        ("$=1", "the whole file cannot be set"),
        ("raw=@none.bin", "none.bin"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    change: str, message: str, quire: Quire, spec: tuple[str, str]
) -> None:
    before = Path("a.box").read_bytes()
    done = quire("set", "a.box", change, *spec)
    assert done.status == 1
    assert message in done.err
    assert Path("a.box").read_bytes() == before
    assert quire("set", "a.box", change, "-o", "new.box", *spec).status == 1
    assert not Path("new.box").exists()


def test_a_change_is_a_path_and_a_value(quire: Quire, spec: tuple[str, str]) -> None:
    assert quire("set", "a.box", "scale", *spec).status == 2
    assert quire("set", "-", "scale=1", *spec).status == 2


def test_a_file_comes_from_standard_input(spec: tuple[str, str]) -> None:
    data = Path("a.box").read_bytes()
    arguments = ["set", "-", "scale=4", "-o", "c.box", *spec]
    assert CliRunner().invoke(main, arguments, input=data).exit_code == 0
    assert Path("c.box").read_bytes() == box((1, "one"), (2, "two=2"), (2, "three"), scale=4)


def test_samples_are_replaced_by_an_array(quire: Quire) -> None:
    Path("s.wav").write_bytes(_wav(np.zeros((6, 2), np.int16)))
    louder = np.arange(20, dtype=np.int16).reshape(10, 2)
    np.save("louder.npy", louder)
    assert quire("set", "s.wav", "data.samples=@louder.npy").status == 0
    assert Path("s.wav").read_bytes() == _wav(louder)
    assert np.array_equal(Wav.from_file("s.wav").data.samples, louder)


@pytest.mark.parametrize(
    ("name", "path", "whole"),
    [("s.wav", "data.samples[0][1]", "data.samples"), ("q.png", "image[0][0][0]", "image")],
)
def test_what_is_within_an_array_is_not_set_alone(
    quire: Quire, name: str, path: str, whole: str, root: Path
) -> None:
    Path("s.wav").write_bytes(_wav(np.zeros((6, 2), np.int16)))
    Path("q.png").write_bytes((root / "docs/images/q.png").read_bytes())
    done = quire("set", name, f"{path}=3")
    message = f"{name}: `{path}` is within a value that is set as a whole: {whole}\n"
    assert (done.status, done.err) == (1, message)


# -- diff -------------------------------------------------------------------------------------


def test_what_is_different_is_printed_with_its_place(quire: Quire, spec: tuple[str, str]) -> None:
    Path("b.box").write_bytes(box((1, "one"), (1, "deux"), scale=0.25))
    done = quire("diff", "a.box", "b.box", *spec)
    assert done.status == 1
    assert done.out.splitlines()[:4] == [
        "num_items at byte 3: 3 -> 2",
        'items[1].kind at byte 9: {"name": "small", "value": 2} -> {"name": "big", "value": 1}',
        "items[1].len_name at byte 10: 5 -> 4",
        'items[1].name at byte 11: "two=2" -> "deux"',
    ]
    assert done.out.splitlines()[4].startswith("items[2] at byte 16: {")
    assert done.out.splitlines()[4].endswith("-> nothing")
    assert done.out.splitlines()[5:] == ["scale at byte 15: 0.5 -> 0.25", "total: 30 -> 20"]
    found = quire("diff", "b.box", "a.box", *spec, "--json").json()
    assert found[0] == {"path": "num_items", "old": 2, "new": 3, "offset": 3}


def test_files_that_are_alike_have_no_difference(quire: Quire, spec: tuple[str, str]) -> None:
    done = quire("diff", "a.box", "a.box", *spec)
    assert (done.status, done.out) == (0, "")
    assert quire("diff", "a.box", "a.box", *spec, "--json").json() == []


def test_numbers_that_are_none_are_alike(quire: Quire, spec: tuple[str, str]) -> None:
    for name in ("n.box", "m.box"):
        Path(name).write_bytes(box(scale=float("nan")))
    assert quire("diff", "n.box", "m.box", *spec).status == 0


def test_a_file_that_cannot_be_read_is_told_of(quire: Quire, spec: tuple[str, str]) -> None:
    Path("cut.box").write_bytes(b"BO")
    done = quire("diff", "a.box", "cut.box", *spec)
    assert done.status == 1
    assert "cut.box: EndOfStreamError" in done.err


CHAIN = """
meta: {id: chain, endian: le}
seq: [{id: ofs_next, type: u2}, {id: value, type: u1}]
instances:
  next: {pos: ofs_next, type: chain, if: ofs_next != 0}
"""


def test_what_is_nested_without_end_is_refused(quire: Quire) -> None:
    Path("chain.ksy").write_text(CHAIN)
    links = [struct.pack("<HB", 3 * (i + 1), 7) for i in range(3000)]
    Path("a.bin").write_bytes(b"".join([*links, bytes(3)]))
    Path("b.bin").write_bytes(b"".join([*links, b"\0\0\1"]))
    for done in (
        quire("diff", "a.bin", "b.bin", "--spec", "chain.ksy"),
        quire("get", "a.bin", "$..value", "--spec", "chain.ksy"),
    ):
        assert done.status == 1
        assert "at most 100 records" in done.err or "goes too deep" in done.err


def test_a_pipe_is_not_changed(quire: Quire, spec: tuple[str, str]) -> None:
    assert quire is not None
    os.mkfifo("pipe")
    data = Path("a.box").read_bytes()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: Path("pipe").write_bytes(data))
        done = quire("set", "pipe", "scale=1", *spec)
    assert done.status == 2
    assert "pipe is not a file that can be written to" in done.err


def test_samples_are_compared(quire: Quire) -> None:
    Path("a.wav").write_bytes(_wav(np.zeros((6, 2), np.int16)))
    Path("b.wav").write_bytes(_wav(np.eye(6, 2, dtype=np.int16)))
    done = quire("diff", "a.wav", "b.wav")
    assert done.status == 1
    assert any("samples" in line for line in done.out.splitlines())
