"""Commands on several files, on standard input, and on what is no regular file."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import ROWS, Quire


def run(*arguments: str, data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """The command as a process."""
    command = [sys.executable, "-m", "quire.cli.main", *arguments]
    return subprocess.run(command, input=data, capture_output=True, check=False)


def test_verify_of_several_files_names_the_bad_ones_and_goes_on(quire: Quire) -> None:
    Path("cut.bin").write_bytes(b"\x09a")
    done = quire("verify", "cut.bin", "good.bin", "--spec", "good.ksy")
    assert (done.status, done.out) == (1, "good.bin: ok\n")
    assert done.err.startswith("cut.bin: EndOfStreamError: good: b at byte 1")


def test_several_files_are_a_list_in_json(quire: Quire) -> None:
    Path("cut.bin").write_bytes(b"\x09a")
    done = quire("verify", "good.bin", "cut.bin", "--spec", "good.ksy", "--json")
    found = done.json()
    assert (done.status, [each["file"] for each in found]) == (1, ["good.bin", "cut.bin"])
    assert (found[0]["ok"], found[1]["error"]) == (True, "EndOfStreamError")
    found = quire("dump", "good.bin", "good.bin", "--spec", "good.ksy", "--json").json()
    assert [each["tree"]["len_b"] for each in found] == [2, 2]


def test_dump_of_several_files_names_each(quire: Quire) -> None:
    done = quire("dump", "good.bin", "good.bin", "--spec", "good.ksy")
    tree = ["==> good.bin <==", "len_b: 2", "b: bytes=2, hex=61 62"]
    assert done.out.splitlines() == tree + tree


def test_a_file_of_no_known_format_does_not_keep_others_from_being_checked(quire: Quire) -> None:
    done = quire("verify", "good.bin", "rows.cvc")
    assert (done.status, done.out) == (2, "rows.cvc: ok\n")
    assert done.err.startswith("good.bin is not in a known format")


def test_a_file_without_bytes_is_said_to_have_none(quire: Quire) -> None:
    Path("empty.bin").touch()
    done = quire("dump", "empty.bin")
    assert done.status == 2
    assert "Error: empty.bin has no bytes; name its spec with --spec\n" in done.err


def test_a_dash_is_standard_input(quire: Quire) -> None:
    del quire
    data = Path("rows.cvc").read_bytes()
    assert run("decode", "-", "-o", "out.npy", data=data).returncode == 0
    assert np.array_equal(np.load("out.npy"), ROWS)
    both = run("verify", "rows.cvc", "-", data=data[:-1])
    assert (both.returncode, both.stdout, both.stderr[:3]) == (1, b"rows.cvc: ok\n", b"-: ")


def test_a_pipe_is_read_like_a_file(quire: Quire) -> None:
    os.mkfifo("pipe.cvc")
    writer = threading.Thread(target=lambda: Path("pipe.cvc").write_bytes(data))
    data = Path("rows.cvc").read_bytes()
    writer.start()
    done = quire("verify", "pipe.cvc")
    writer.join()
    assert (done.status, done.out) == (0, "pipe.cvc: ok\n")


def test_an_array_that_is_written_to_standard_output_is_alone_there(quire: Quire) -> None:
    del quire
    done = run("decode", "rows.cvc", "-o", "/dev/stdout")
    assert np.array_equal(np.load(io.BytesIO(done.stdout)), ROWS)
    assert done.stderr == b"/dev/stdout: float32 (3, 2)\n"


def test_a_device_is_no_file(quire: Quire) -> None:
    done = quire("dump", "/dev/zero", "--spec", "good.ksy")
    assert (done.status, done.out) == (2, "")
    assert "/dev/zero is a device" in done.err


def test_standard_input_that_is_closed_is_wrong_usage() -> None:
    program = "import sys; sys.stdin = None; from quire.cli.main import main; main()"
    command = [sys.executable, "-c", program, "verify", "-"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"standard input is closed" in done.stderr


def test_only_a_file_can_be_repaired(quire: Quire) -> None:
    done = quire("verify", "--repair", "-")
    assert done.status == 2
    assert "not a file that can be written to" in done.err


@pytest.mark.parametrize(
    "name",
    ["-x y.bin", "\N{SNOWMAN}.bin", os.fsdecode(b"\xff\xfe.bin"), "a\nb\x1b[0m.bin", "l" * 255],
)
def test_a_file_may_be_called_anything(quire: Quire, name: str) -> None:
    Path(name).write_bytes(b"\x09a")
    done = quire("verify", "--spec", "good.ksy", "--", name)
    assert (done.status, done.out) == (1, "")
    assert len(done.err.splitlines()) == 1
    assert "\x1b" not in done.err
    Path(name).write_bytes(b"\x01a")
    assert quire("verify", "--spec", "good.ksy", "--", name).out.endswith(": ok\n")


def test_a_field_of_a_spec_is_decoded(quire: Quire) -> None:
    text = """
meta: {id: held, endian: le}
seq: [{id: boxes, type: box, repeat: expr, repeat-expr: 2}]
types:
  box:
    seq: [{id: body, size: 4, -array: {dtype: f4, shape: [2]}, -codec: [fp16]}]
"""
    Path("held.ksy").write_text(text, encoding="utf-8")
    Path("x.bin").write_bytes(np.array([1, 2, 3, 4], "<f2").tobytes())
    options = ["--spec", "held.ksy", "-o", "out.npy"]
    done = quire("decode", "x.bin", "--field", "boxes[1].body", *options)
    assert (done.status, done.out) == (0, "out.npy: float32 (2,)\n")
    assert np.load("out.npy").tolist() == [3, 4]
    for path in ("boxes[2].body", "boxes[1].none", "boxes", "boxes[1", "_io"):
        done = quire("decode", "x.bin", "--field", path, *options)
        assert (done.status, len(done.err.splitlines())) == (1, 1)
        assert f"`{path}`" in done.err
    assert quire("decode", "x.bin", *options).status == 2


def test_decode_of_something_else_says_what_can_be_done(quire: Quire) -> None:
    done = quire("decode", "good.bin", "-o", "x.npy")
    assert done.status == 2
    assert "--spec" in done.err
    assert "--field" in done.err
