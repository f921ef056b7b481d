"""`quire export` and `quire build`: files become other files, and data becomes files."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pyarrow import parquet

from quire.cdd import save_rows
from quire.cvc import pack_cvc
from tests.cli.conftest import ROWS as ROWS_OF_NUMBERS
from tests.cli.conftest import Quire
from tests.exchange.test_tables import DATA, SPEC

PLAIN = SPEC.replace(", process: xor(1)", "")


@pytest.fixture
def log(quire: Quire) -> tuple[str, ...]:
    """The options for the file `day.log`, in a folder with it and its specs."""
    assert quire is not None
    Path("log.ksy").write_text(PLAIN)
    Path("xored.ksy").write_text(SPEC.replace("id: log", "id: xored"))
    Path("day.log").write_bytes(DATA)
    return "day.log", "--spec", "log.ksy"


ROWS = [
    {"class_": "low", "at": {"x": 5, "y": 1.5}, "raw": {"$hex": "40"}},
    {"class_": "high", "at": {"x": 6, "y": 2.0}, "note": "ho", "raw": {"$hex": "41"}},
]


def test_json_of_a_whole_file_is_built_to_the_same_bytes(
    quire: Quire, log: tuple[str, ...]
) -> None:
    done = quire("export", *log)
    assert done.status == 0
    assert done.json()["lines"] == ROWS
    Path("day.json").write_text(done.out)
    assert quire("build", "log.ksy", "day.json", "-o", "again.log").status == 0
    assert Path("again.log").read_bytes() == DATA


def test_a_pipe_of_both_gives_the_same_bytes(quire: Quire, log: tuple[str, ...]) -> None:
    assert quire is not None
    program = f"{sys.executable} -m quire.cli.main"
    line = f"{program} export {' '.join(log)} | {program} build log.ksy - | cmp - day.log"
    done = subprocess.run(["sh", "-c", line], check=False, capture_output=True, text=True)  # noqa: S607  # the shell
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_files_of_known_formats_are_built_by_name(quire: Quire) -> None:
    pixels = np.arange(1200, dtype=np.uint8).reshape(20, 20, 3)
    Image.fromarray(pixels).save("a.png")
    assert quire("export", "a.png", "-o", "a.json").status == 0
    assert quire("build", "png", "a.json", "-o", "b.png").status == 0
    assert Path("a.png").read_bytes() == Path("b.png").read_bytes()


@pytest.mark.parametrize("spec", ["log.ksy", "xored.ksy"])
def test_a_list_becomes_rows_of_json(quire: Quire, log: tuple[str, ...], spec: str) -> None:
    # Of columns, and of objects, where a list has none.
    rows = ROWS if spec == "log.ksy" else [ROWS[0] | {"raw": {"$hex": "41"}}]
    options = (log[0], "--spec", spec, "--path", "lines")
    assert quire("export", *options).json()[: len(rows)] == rows
    lines = quire("export", *options, "--format", "ndjson").out.splitlines()
    assert [json.loads(line) for line in lines][: len(rows)] == rows
    assert len(lines) == 2
    some = quire("export", *options, "--column", "note", "--column", "class_").json()
    assert some == [{"class_": "low"}, {"note": "ho", "class_": "high"}]


@pytest.mark.parametrize("spec", ["log.ksy", "xored.ksy"])
def test_a_list_becomes_csv(quire: Quire, log: tuple[str, ...], spec: str) -> None:
    options = (log[0], "--spec", spec, "--path", "lines")
    done = quire("export", *options, "--format", "csv", "--column", "at", "--column", "class_")
    assert sorted(done.out.splitlines()[0].split(",")) == ["at.x", "at.y", "class_"]
    rows = [*csv.DictReader(done.out.splitlines())]
    assert rows == [
        {"class_": "low", "at.x": "5", "at.y": "1.5"},
        {"class_": "high", "at.x": "6", "at.y": "2.0"},
    ]
    quire("export", *options, "-o", "day.csv")
    whole = [*csv.DictReader(Path("day.csv").read_text().splitlines())]
    assert [row["note"] for row in whole] == ["", "ho"]


@pytest.mark.parametrize("spec", ["log.ksy", "xored.ksy"])
def test_a_list_becomes_parquet(quire: Quire, log: tuple[str, ...], spec: str) -> None:
    done = quire("export", log[0], "--spec", spec, "--path", "lines", "-o", "day.parquet")
    assert (done.status, done.out, done.err) == (0, "", "")
    rows = parquet.read_table("day.parquet").to_pylist()
    assert [row["at"] for row in rows] == [{"x": 5, "y": 1.5}, {"x": 6, "y": 2.0}]
    assert [row["note"] for row in rows] == [None, "ho"]
    assert [next(iter(row.values())) for row in rows] == [1, 2]


def test_arrays_and_numbers_become_npy(quire: Quire, log: tuple[str, ...]) -> None:
    quire("export", *log, "--path", "sizes", "-o", "sizes.npy")
    assert np.load("sizes.npy").tolist() == [1, 2]
    quire("export", *log, "--path", "lines[*].at.x", "-o", "x.npy")
    assert np.load("x.npy").tolist() == [5, 6]
    done = quire("export", *log, "--path", "lines", "--column", "class", "-o", "lines.npy")
    assert done.err == ""
    array = np.load("lines.npy")
    assert (array.dtype, array["class"].tolist()) == ([("class", "u1")], [1, 2])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--path", "lins"), "nothing is at lins: the file has num, "),
        (("--path", "lines", "--column", "nope"), "no column 'nope'; there are class_, at, "),
        (("--path", "lines", "--format", "npy"), "column `at` holds other things than numbers"),
        (("--path", "num", "--format", "npy"), "`num` is not an array or a list of numbers"),
        (("--path", "lines[", "--format", "csv"), "is not a path"),
    ],
)
def test_what_cannot_be_exported_is_refused(
    quire: Quire, log: tuple[str, ...], options: tuple[str, ...], said: str
) -> None:
    Path("old").write_text("old")
    done = quire("export", *log, *options, "-o", "old")
    assert (done.status, done.out) == (1, "")
    assert said in done.err
    assert Path("old").read_text() == "old"


@pytest.mark.parametrize("name", ["rows.cvc", "rows.cdd", "zero.cvc"])
def test_files_that_quire_packs_are_built_again(quire: Quire, name: str) -> None:
    pack_cvc(ROWS_OF_NUMBERS, "zero.cvc", "int8", 2, format_version=0)
    save_rows("rows.cdd", ROWS_OF_NUMBERS)
    done = quire("export", name)
    if name == "rows.cdd":  # which the generated class sees a part of
        assert "files of this format are several records: name a part with --path" in done.err
        part = quire("export", name, "--path", "chunks[0].shape", "--format", "json")
        assert part.json() == [3, 2, 0]
        assert quire("export", name, "--no-exact").json()["chunks"][0]["shape"] == [3, 2, 0]
        return
    Path("data.json").write_text(done.out)
    assert quire("build", "cvc", "data.json", "-o", "again.cvc").err == ""
    assert Path("again.cvc").read_bytes() == Path(name).read_bytes()


def test_values_of_documents_are_exported(quire: Quire) -> None:
    assert quire("export", "rows.cvc", "--path", "header.num_vectors").out == "3\n"
    assert quire("export", "rows.cvc", "--path", "header").json()["num_vectors"] == 3
    lines = quire("export", "rows.cvc", "--path", "header.chunks", "--format", "csv").out.split()
    assert lines[0].split(",")[-1] == "rows"
    assert len(lines) == 3


def run(line: str) -> tuple[int, str]:
    """The status and the messages of a line of the shell, in which `quire` is the command."""
    program = f'quire() {{ {sys.executable} -m quire.cli.main "$@"; }}; {line}'
    done = subprocess.run(["bash", "-c", program], check=False, capture_output=True, text=True)  # noqa: S607  # the shell
    return done.returncode, done.stderr


def test_what_becomes_of_the_output_is_told_in_a_line(quire: Quire, log: tuple[str, ...]) -> None:
    assert quire is not None
    for options in ("", "--path lines", "--path lines --format parquet"):
        line = f"quire export {' '.join(log)} {options}"
        assert run(f"{line} >&-") == (1, "standard output: closed\n")
        full = (1, "standard output: No space left on device\n")
        assert run(f"{line} > /dev/full") == full, options
    assert run(f"quire export {' '.join(log)} | quire build log.ksy - > /dev/full")[0] == 1


def test_rows_need_a_path(quire: Quire, log: tuple[str, ...]) -> None:
    done = quire("export", *log, "--format", "csv")
    assert done.status == 2
    assert "name what becomes csv with --path" in done.err


def test_columns_without_a_place_are_named(quire: Quire) -> None:
    Path("mix.ksy").write_text(
        "meta: {id: mix}\nseq: [{id: all, type: one, repeat: eos}]\ntypes:\n"
        "  one: {seq: [{id: tag, type: u1}, {id: few, type: u1, repeat: expr, repeat-expr: 2},\n"
        "    {id: body, type: {switch-on: tag, cases: {1: a, 2: b}}}]}\n"
        "  a: {seq: [{id: v, type: u1}]}\n  b: {seq: [{id: w, type: u2le}]}\n"
    )
    Path("a.mix").write_bytes(b"\1\5\6\7\2\5\6\7\0")
    options = ("export", "a.mix", "--spec", "mix.ksy", "--path", "all", "--format")
    assert "column `few` holds lists" in quire(*options, "csv", "--column", "few").err
    assert "column `body` has values of several types" in quire(*options, "parquet").err
    assert quire(*options, "csv", "--column", "tag").out.split() == ["tag", "1", "2"]
    assert "column `body` holds values of several" in quire(*options, "csv", "--column", "body").err
    assert [each["body"] for each in quire(*options, "json").json()] == [{"v": 7}, {"w": 7}]


def test_what_no_value_says_is_refused_unless_it_may_be_left_out(quire: Quire) -> None:
    Path("good.bin").write_bytes(b"\x02ab and more")
    done = quire("export", "good.bin", "--spec", "good.ksy")
    assert done.status == 1
    assert "9 bytes from byte 3 on belong to no value; --no-exact exports" in done.err
    done = quire("export", "good.bin", "--spec", "good.ksy", "--no-exact")
    assert done.json() == {"len_b": 2, "b": {"$hex": "6162"}}


def test_damaged_files_are_told(quire: Quire, log: tuple[str, ...]) -> None:
    Path("day.log").write_bytes(DATA[:9])
    for path in ((), ("--path", "lines"), ("--path", "lines", "--format", "csv")):
        done = quire("export", *log, *path)
        assert done.status == 1
        assert "EndOfStreamError: log: lines" in done.err


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "expected JSON"),
        ('{"numb": 1}', "Log has no field 'numb'"),
        ('{"lines": [{"at": {"z": 1}}]}', "lines[0].at: Log.Place has no field 'z'"),
        ('{"lines": [{"class_": "lw"}]}', "lines[0].class_: Log.Level has no member 'lw'"),
        ('{"lines": [{"class_": 1, "at": {"x": "a", "y": 1}}]}', "lines[0].at.x"),
        ('{"num": 3, "lines": [], "sizes": []}', "num: given 3, but lines makes it 0"),
        ('{"lines": [{"class_": 2, "at": {"x": 1, "y": 1}, "raw": {"$hex": "00"}}]}', "note"),
    ],
)
def test_data_that_makes_no_file_is_named_and_nothing_is_written(
    quire: Quire, text: str, said: str
) -> None:
    Path("bad.json").write_text(text)
    Path("old.log").write_text("old")
    done = quire("build", "log.ksy", "bad.json", "-o", "old.log")
    assert (done.status, done.out) == (1, "")
    assert said in done.err
    assert Path("old.log").read_text() == "old"
    assert quire("build", "nothing", "bad.json").status == 2


LARGE = """
meta: {id: large, endian: le}
seq:
  - {id: num, type: u1}
  - {id: rows, type: row, repeat: expr, repeat-expr: num}
  - {id: signed, type: s1}
types:
  row: {seq: [{id: a, type: u8}, {id: b, type: u8, if: a > 1}]}
instances:
  mixed: {value: "[rows[0].a, signed]"}
"""


def test_numbers_that_need_all_bits_are_whole_in_each_format(quire: Quire) -> None:
    Path("large.ksy").write_text(LARGE)
    numbers = [2**64 - 1, 1, 2**53 + 1]
    rows = b"".join(each.to_bytes(8, "little") * (1 if each == 1 else 2) for each in numbers)
    Path("large.bin").write_bytes(b"\3" + rows + b"\xff")
    export = ("export", "large.bin", "--spec", "large.ksy", "--path")
    assert quire(*export, "rows[*].a", "--format", "npy", "-o", "a.npy").status == 0
    array = np.load("a.npy")
    assert (array.dtype, array.tolist()) == (np.uint64, numbers)
    assert quire(*export, "rows[*].a", "--format", "parquet", "-o", "a.parquet").status == 0
    assert parquet.read_table("a.parquet")["value"].to_pylist() == numbers
    assert quire(*export, "rows", "--format", "parquet", "-o", "rows.parquet").status == 0
    assert parquet.read_table("rows.parquet")["b"].to_pylist() == [2**64 - 1, None, 2**53 + 1]
    done = quire(*export, "mixed", "--format", "npy", "-o", "mixed.npy")
    assert (done.status, done.err) == (
        1,
        "large.bin: `mixed` has numbers that no type of 64 bits holds all: export ndjson\n",
    )
    assert not Path("mixed.npy").exists()
