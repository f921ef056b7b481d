"""`quire columns`: the columns of a list; and `quire gen --columns`, the scan that reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.cdd import save_rows
from tests.cli.conftest import ROWS, Quire
from tests.exchange.test_tables import SPEC

PLAIN = SPEC.replace(", process: xor(1)", "")
DATA = bytes.fromhex("02 01 0500 0000c03f 40 02 0600 00000040 686f00 41 0100 0200")


@pytest.fixture
def log(quire: Quire) -> tuple[str, ...]:
    """The file `day.log` and the options for it, in a folder with its specs."""
    assert quire is not None
    Path("log.ksy").write_text(PLAIN)
    Path("xored.ksy").write_text(SPEC)
    Path("day.log").write_bytes(DATA)
    return "day.log", "--spec", "log.ksy"


def test_columns_have_names_types_and_first_values(quire: Quire, log: tuple[str, ...]) -> None:
    done = quire("columns", *log, "lines")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "2 rows",
        "class  uint8, enum      1, 2",
        "at.x   uint16           5, 6",
        "at.y   float32          1.5, 2.0",
        'note   text or nothing  null, "ho"',
        'raw    bytes            "40", "41"',
    ]


def test_they_are_data_for_programs(quire: Quire, log: tuple[str, ...]) -> None:
    found = quire("columns", *log, "sizes", "--json", "--rows", "1").json()
    column = {"name": "value", "type": "uint16", "first": [1]}
    assert found == {"path": "sizes", "rows": 2, "gaps": 0, "columns": [column]}


def test_without_a_path_lists_are_named_and_why_some_have_no_columns(
    quire: Quire, log: tuple[str, ...]
) -> None:
    assert quire("columns", *log).out.splitlines() == ["lines", "sizes"]
    done = quire("columns", "day.log", "--spec", "xored.ksy")
    why = "log::line.raw: `process: xor`"  # which stands before the sizes, too
    assert done.out.splitlines() == [f"{name}: no columns: {why}" for name in ("lines", "sizes")]
    found = quire("columns", "day.log", "--spec", "xored.ksy", "--json").json()
    assert found[0] == {"path": "lines", "reason": why}
    assert quire("columns", "good.bin", "--spec", "good.ksy").out == "there are no lists\n"


def test_fields_are_left_as_bytes(quire: Quire, log: tuple[str, ...]) -> None:
    del log
    done = quire("columns", "day.log", "lines", "--spec", "xored.ksy", "--raw", "raw")
    assert done.out.splitlines()[-1].split() == ["raw", "bytes", '"40",', '"41"']


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("day.log", "lines", "--spec", "xored.ksy"), "log::line.raw: `process: xor`"),
        (("day.log", "line", "--spec", "log.ksy"), "the lists are lines, sizes"),
        (("cut.log", "lines", "--spec", "log.ksy"), "lines[1].raw at byte 19"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_its_reason(
    quire: Quire, log: tuple[str, ...], arguments: tuple[str, ...], said: str
) -> None:
    del log
    Path("cut.log").write_bytes(DATA[:-5])
    done = quire("columns", *arguments)
    assert (done.status, done.out) == (1, "")
    assert said in done.err


def test_files_of_several_records_have_no_columns(quire: Quire) -> None:
    save_rows("rows.cdd", ROWS)
    done = quire("columns", "rows.cdd", "chunks")
    assert (done.status, done.out) == (1, "")
    assert "files of this format are several records, which have no columns" in done.err


def test_the_scan_of_a_list_is_shown_as_source(quire: Quire, log: tuple[str, ...]) -> None:
    del log
    done = quire("gen", "log.ksy", "--columns", "lines")
    assert (done.status, done.err) == (0, "")
    compile(done.out, "scan.py", "exec")
    assert "def scan(outs):" in done.out
    assert "has_note = (class_ != 1)" in done.out
    assert not Path("log.py").exists()


def test_a_list_without_columns_has_no_scan(quire: Quire, log: tuple[str, ...]) -> None:
    del log
    done = quire("gen", "xored.ksy", "--columns", "lines")
    assert (done.status, done.out) == (1, "")
    assert done.err == "xored.ksy: log::line.raw: `process: xor`\n"


def test_a_folder_is_wanted_where_modules_are_written(quire: Quire) -> None:
    done = quire("gen", "good.ksy")
    assert done.status == 2
    assert "--output" in done.err
    assert quire("gen", "good.ksy", "bad.ksy", "--columns", "b").status == 2
