"""How the command ends: when it is stopped, and when its output cannot be written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cli.conftest import Quire

COMMAND = [sys.executable, "-m", "quire.cli.main"]


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """The command as a process."""
    return subprocess.run([*COMMAND, *arguments], check=False, **options)  # type: ignore[call-overload,no-any-return]  # as of `run`


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_and_no_draft_is_left(quire: Quire, number: signal.Signals) -> None:
    del quire
    program = (
        "import os, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # ignored in the background
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"  # ignored under nohup
        "from quire.cli.main import main\n"
        "sync = os.fsync\n"
        f"os.fsync = lambda fd: (os.kill(os.getpid(), {int(number)}), sync(fd))\n"
        "main(['decode', 'rows.cvc', '-o', 'out.npy'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (128 + number, b"")
    assert not Path("out.npy").exists()
    assert not list(Path().glob(".*.part"))


def test_a_signal_that_comes_within_a_finalizer_is_in_the_exit_status(quire: Quire) -> None:
    del quire
    program = (
        "import os, signal, weakref\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from quire.cli.main import main\n"
        "class Thing: pass\n"
        "def fsync(fd):\n"
        "    weakref.finalize(Thing(), os.kill, os.getpid(), signal.SIGINT)\n"  # gone at once
        "os.fsync = fsync\n"
        "main(['decode', 'rows.cvc', '-o', 'out.npy'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 128 + signal.SIGINT, done.stderr


def test_a_signal_that_is_ignored_stays_so(quire: Quire) -> None:
    del quire
    program = (
        "import os, signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from quire.cli.main import main\n"
        "sync = os.fsync\n"
        "os.fsync = lambda fd: (os.kill(os.getpid(), signal.SIGHUP), sync(fd))\n"
        "main(['decode', 'rows.cvc', '-o', 'out.npy'])"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("arguments", [["dump", "rows.cvc"], ["check", "odd.ksy"]])
def test_nobody_is_told_when_nobody_reads(quire: Quire, arguments: list[str]) -> None:
    del quire
    spec = "meta: {id: odd}\nseq: [{id: n, type: u1}, {id: a, size: n % 9}]\n"
    Path("odd.ksy").write_text(spec, encoding="utf-8")
    read, write = os.pipe()
    os.close(read)
    done = run(*arguments, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("arguments", [["verify", "rows.cvc"], ["--help"]])
def test_output_that_cannot_be_written_is_one_line(quire: Quire, arguments: list[str]) -> None:
    del quire
    with Path("/dev/full").open("wb") as full:
        done = run(*arguments, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (1, b"standard output: No space left on device\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["decode", "rows.cvc", "-o", "/dev/full"], "/dev/full: No space left on device"),
        (["decode", "rows.cvc", "-o", "none/x.npy"], "x.npy: No such file or directory"),
        (["encode", "rows.npy", "-o", "none/x.cvc"], "x.cvc: No such file or directory"),
        (["encode", "rows.npy", "-o", "good.bin/x.cvc"], "good.bin/x.cvc: Not a directory"),
        (["decode", "rows.cvc", "-o", "folder"], "folder: Is a directory"),
        (["gen", "good.ksy", "-o", "good.bin/x"], "good.bin/x: Not a directory"),
        (["gen", "good.ksy", "-o", "/proc/none"], "/proc/none: No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_written_is_one_line(
    quire: Quire, arguments: list[str], line: str
) -> None:
    Path("folder").mkdir()
    done = quire(*arguments)
    assert (done.status, done.out) == (1, "")
    assert done.err.endswith(line + "\n")
    assert len(done.err.splitlines()) == 1


def test_what_is_written_to_a_pipe_leaves_the_pipe(quire: Quire) -> None:
    os.mkfifo("pipe")
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(Path("pipe").read_bytes()))
    reader.start()
    assert quire("decode", "rows.cvc", "-o", "pipe").status == 0
    reader.join()
    quire("decode", "rows.cvc", "-o", "out.npy")
    assert found == [Path("out.npy").read_bytes()]
    assert Path("pipe").is_fifo()


NAMES = """
meta: {id: names, encoding: UTF-8}
seq: [{id: names, type: name, repeat: eos}]
types: {name: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}}
"""


def test_a_dump_is_written_while_the_file_is_read_and_ends_when_nobody_reads_it(
    quire: Quire,
) -> None:
    del quire
    Path("names.ksy").write_text(NAMES, encoding="utf-8")
    with Path("names.bin").open("wb") as file:
        file.truncate(1 << 33)  # zeros without end: to read them all takes hours
    for options in ([], ["-x"], ["--json"], ["--all"]):
        command = [*COMMAND, "dump", "names.bin", "--spec", "names.ksy", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(timeout=100) == 141


def test_a_dump_is_stopped_by_a_signal(quire: Quire) -> None:
    del quire
    Path("names.ksy").write_text(NAMES, encoding="utf-8")
    with Path("names.bin").open("wb") as file:
        file.truncate(1 << 33)
    command = [*COMMAND, "dump", "names.bin", "--spec", "names.ksy"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=100) == 130
        assert process.stderr.read() == b""
