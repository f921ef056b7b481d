"""`quire dump`, `decode`, `encode`, `verify` and `codecs`: files in, values out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from quire.hpdkv import pack_residuals
from quire.kernels.engine.registry import CODECS
from tests.cli.conftest import ROWS, Quire


def damage() -> None:
    """Change the last byte of the last payload."""
    data = bytearray(Path("rows.cvc").read_bytes())
    data[-1] ^= 1
    Path("rows.cvc").write_bytes(data)


def test_dump_prints_every_field(quire: Quire) -> None:
    done = quire("dump", "good.bin", "--spec", "good.ksy")
    assert (done.status, done.out.splitlines()) == (0, ["len_b: 2", "b: bytes=2, hex=61 62"])


def test_dump_as_json_is_the_tree(quire: Quire) -> None:
    done = quire("dump", "good.bin", "--spec", "good.ksy", "--json")
    assert done.json() == {"len_b": 2, "b": {"bytes": 2, "hex": "61 62"}}


def test_dump_finds_a_known_format_by_its_first_bytes(quire: Quire) -> None:
    Path("rows.cvc").rename("unnamed")
    found = quire("dump", "unnamed", "--json").json()
    assert found["header"]["num_vectors"] == 3
    assert [chunk["payload"]["shape"] for chunk in found["chunks"]] == [[2, 2], [1, 2]]


def test_dump_says_where_a_file_is_cut(quire: Quire) -> None:
    Path("good.bin").write_bytes(b"\x02a")
    done = quire("dump", "good.bin", "--spec", "good.ksy")
    what = "requested 2 bytes, but only 1 bytes available"
    shown = f"len_b: 2\nb: ! good: b at byte 1: {what}\n  byte 1: 61\n"
    assert (done.status, done.out) == (1, shown)
    assert done.err == f"good.bin: EndOfStreamError: good: b at byte 1: {what}\n"


def test_dump_as_json_says_what_is_wrong(quire: Quire) -> None:
    Path("good.bin").write_bytes(b"\x02a")
    done = quire("dump", "good.bin", "--spec", "good.ksy", "--json")
    assert done.status == 1
    found = done.json()
    assert found["len_b"] == 2
    assert found["!"] == {
        "error": "EndOfStreamError",
        "format": "good",
        "path": "b",
        "offset": 1,
        "expected": "2 bytes",
        "found": "1",
    }


def test_dump_of_a_bad_spec_prints_its_problems(quire: Quire) -> None:
    done = quire("dump", "good.bin", "--spec", "bad.ksy")
    assert (done.status, done.out) == (1, "")
    assert "error[Q302]" in done.err


@pytest.mark.parametrize("command", ["dump", "verify"])
def test_a_file_of_no_known_format_is_wrong_usage(quire: Quire, command: str) -> None:
    done = quire(command, "good.bin")
    assert done.status == 2
    assert "--spec" in done.err


def test_dump_prints_infinity_as_json_that_programs_can_read(quire: Quire) -> None:
    Path("f.ksy").write_text("meta: {id: f}\nseq: [{id: a, type: f4le}]\n", encoding="utf-8")
    Path("f.bin").write_bytes(b"\x00\x00\x80\x7f")
    done = quire("dump", "f.bin", "--spec", "f.ksy", "--json")
    assert "Infinity" not in done.out


def test_verify_says_ok(quire: Quire) -> None:
    assert quire("verify", "rows.cvc").out == "rows.cvc: ok\n"
    assert quire("verify", "rows.cvc", "--json").json() == {
        "file": "rows.cvc",
        "ok": True,
        "notes": [],
    }


def test_verify_finds_a_damaged_payload(quire: Quire) -> None:
    damage()
    done = quire("verify", "rows.cvc", "--json")
    found = done.json()
    assert done.status == 1
    assert (found["error"], found["path"]) == ("ChecksumError", "chunks[1].payload")


def test_verify_notes_what_belongs_to_nothing(quire: Quire) -> None:
    with Path("good.bin").open("ab") as file:
        file.write(b"more")
    done = quire("verify", "good.bin", "--spec", "good.ksy")
    assert done.status == 0
    assert "note: 4 bytes at the end are not part of any field" in done.out


def test_decode_writes_the_array(quire: Quire) -> None:
    done = quire("decode", "rows.cvc", "-o", "again.npy", "--json")
    assert done.json() == {"file": "again.npy", "shape": [3, 2], "dtype": "float32"}
    again = np.load("again.npy")
    assert again.dtype == np.float32
    assert np.array_equal(again, ROWS)


def test_decode_of_a_damaged_file_leaves_nothing(quire: Quire) -> None:
    damage()
    done = quire("decode", "rows.cvc", "-o", "again.npy")
    assert done.status == 1
    assert "ChecksumError: cvc: chunks[1].payload" in done.err
    assert not Path("again.npy").exists()
    assert not list(Path().glob(".*"))


def test_decode_of_something_else_is_wrong_usage(quire: Quire) -> None:
    assert quire("decode", "good.bin", "-o", "x.npy").status == 2


@pytest.mark.parametrize("version", ["0", "1"])
@pytest.mark.parametrize("compression", ["fp16", "int8"])
def test_encode_writes_a_file_that_decodes(quire: Quire, version: str, compression: str) -> None:
    done = quire(
        "encode",
        "rows.npy",
        "-o",
        "new.cvc",
        "--compression",
        compression,
        "--chunk-size",
        "2",
        "--format-version",
        version,
        "--json",
    )
    assert done.json() == {
        "file": "new.cvc",
        "shape": [3, 2],
        "bytes": Path("new.cvc").stat().st_size,
    }
    assert quire("decode", "new.cvc", "-o", "again.npy").status == 0
    step = 0.0 if compression == "fp16" else 4.5 / 255
    assert np.abs(np.load("again.npy") - ROWS).max() <= step


@pytest.mark.parametrize(
    "arguments",
    [
        ["encode", "rows.npy", "-o", "rows.xyz"],
        ["encode", "rows.npy"],
        ["encode", "rows.npy", "-o", "x.cvc", "--compression", "zip"],
        ["encode", "rows.npy", "-o", "x.cvc", "--chunk-size", "0"],
        ["encode", "none.npy", "-o", "x.cvc"],
        ["decode", "rows.cvc"],
        ["verify"],
    ],
)
def test_wrong_usage_has_status_2(quire: Quire, arguments: list[str]) -> None:
    assert quire(*arguments).status == 2
    assert not Path("x.cvc").exists()


@pytest.mark.parametrize(
    "array", [np.zeros(3, np.float32), np.zeros((2, 2), object), np.array("x")]
)
def test_encode_refuses_an_array_that_is_no_collection(
    quire: Quire, array: np.ndarray[tuple[int, ...], np.dtype[np.generic]]
) -> None:
    np.save("odd.npy", array, allow_pickle=True)
    done = quire("encode", "odd.npy", "-o", "odd.cvc")
    assert done.status == 1
    assert done.err.startswith("odd.npy: ")
    assert not Path("odd.cvc").exists()


def test_encode_refuses_a_file_that_is_no_array(quire: Quire) -> None:
    Path("empty.npy").touch()
    done = quire("encode", "empty.npy", "-o", "x.cvc")
    assert (done.status, done.err) == (1, "empty.npy: No data left in file\n")
    done = quire("encode", "good.bin", "-o", "x.cvc")
    assert done.status == 1
    assert done.err.startswith("good.bin: ")


def test_codecs_lists_every_codec(quire: Quire) -> None:
    entries = quire("codecs", "--json").json()
    assert {entry["codec"] for entry in entries} == {*CODECS, "any"}
    assert [entry["backend"] for entry in entries if entry["operation"] == "read"] == ["kvikio"]
    assert all(entry["usable"] or entry["reason"] for entry in entries)
    lines = quire("codecs").out.splitlines()
    assert len(lines) == len(entries)


def test_a_spec_with_parameters_cannot_be_dumped(quire: Quire) -> None:
    text = "meta: {id: p}\nparams: [{id: n, type: u1}]\nseq: [{id: a, size: n}]\n"
    Path("p.ksy").write_text(text, encoding="utf-8")
    done = quire("dump", "good.bin", "--spec", "p.ksy")
    assert (done.status, done.out) == (2, "")
    assert "p.ksy has parameters (n), which only Python can give" in done.err


@pytest.mark.parametrize("command", ["dump", "verify"])
def test_a_spec_finds_its_imports_in_a_folder_that_is_named(quire: Quire, command: str) -> None:
    Path("lib/common").mkdir(parents=True)
    text = "meta: {id: pair}\nseq: [{id: a, type: u1}, {id: b, type: u2be}]\n"
    Path("lib/common/pair.ksy").write_text(text, encoding="utf-8")
    text = "meta: {id: using, imports: [/common/pair]}\nseq: [{id: p, type: pair}]\n"
    Path("using.ksy").write_text(text, encoding="utf-8")
    Path("x.bin").write_bytes(b"\x01\x02\x03")
    done = quire(command, "x.bin", "--spec", "using.ksy", "-I", "lib")
    assert (done.status, done.err) == (0, "")
    assert "a=1, b=515" in done.out or done.out == "x.bin: ok\n"
    assert quire("plan", "using.ksy", "-I", "lib").out.startswith("module using")
    assert quire(command, "x.bin", "--spec", "using.ksy").status == 1


INDEXED = """
meta: {id: indexed, endian: le}
seq: [{id: ofs_entries, type: u2}]
instances:
  entries: {pos: ofs_entries, type: entry, repeat: expr, repeat-expr: 2}
types:
  entry:
    seq: [{id: kind, type: u1, valid: {max: 3}}, {id: validate, type: u1}]
    instances: {twice: {value: kind * 2}}
"""


def test_verify_reads_what_stands_at_positions(quire: Quire) -> None:
    Path("indexed.ksy").write_text(INDEXED, encoding="utf-8")
    Path("x.bin").write_bytes(bytes([4, 0, 255, 255, 1, 0, 2, 0]))
    done = quire("verify", "x.bin", "--spec", "indexed.ksy")
    assert (done.status, done.out) == (0, "x.bin: ok\n")
    Path("x.bin").write_bytes(bytes([4, 0, 255, 255, 1, 0, 9, 0, 5]))
    done = quire("verify", "x.bin", "--spec", "indexed.ksy")
    assert (done.status, done.out) == (1, "")
    assert "indexed: entries[1].kind at byte 6: " in done.err


def test_verify_counts_what_stands_at_positions_as_described(quire: Quire) -> None:
    Path("indexed.ksy").write_text(INDEXED, encoding="utf-8")
    Path("x.bin").write_bytes(bytes([4, 0, 255, 255, 1, 0, 2, 0, 5, 5, 5]))
    done = quire("verify", "x.bin", "--spec", "indexed.ksy", "--json")
    assert done.json()["notes"] == ["3 bytes at the end are not part of any field"]


def test_who_runs_a_command_says_how_much_a_file_may_become(quire: Quire) -> None:
    Path("zeros.hpdv").write_bytes(pack_residuals(np.zeros(500, np.float16), compress=True))
    refused = quire("--max-decoded", "999", "decode", "zeros.hpdv", "-o", "zeros.npy")
    assert refused.status == 1
    assert "at most 999 decoded bytes" in refused.err
    assert not Path("zeros.npy").exists()
    assert quire("--max-decoded", "1000", "decode", "zeros.hpdv", "-o", "zeros.npy").status == 0
