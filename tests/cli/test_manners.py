"""Every command ends well where its output cannot be written, and knows its words by completion."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from quire.cli.main import COMMANDS
from quire.cvc import pack_cvc
from tests.cli.conftest import ROWS, Quire

CALLS = {
    "analogy": ["royal.vec", "king", "man", "queen", "-k", "1"],
    "build": ["good.ksy", "good.json", "-o", "/dev/stdout"],
    "check": ["odd.ksy"],
    "codecs": [],
    "columns": ["rows.cvc"],
    "convert": ["royal.vec", "royal.fifu"],
    "decode": ["rows.cvc", "-o", "/dev/stdout"],
    "diff": ["rows.cvc", "other.cvc"],
    "diff-spec": ["good.ksy", "good.ksy", "-n", "1"],
    "doc": ["good.ksy"],
    "dump": ["rows.cvc"],
    "encode": ["rows.npy", "-o", "x.cvc"],
    "explain": ["Q302"],
    "export": ["good.bin", "--spec", "good.ksy"],
    "fixtures": ["good.ksy", "-o", "fixtures"],
    "formats": [],
    "fuzz": ["good.ksy", "--time", "0.1s"],
    "gen": ["good.ksy", "-o", "out"],
    "get": ["rows.cvc", "header"],
    "grep": ["fp16", "rows.cvc"],
    "plan": ["good.ksy"],
    "schema": [],
    "select": ["royal.vec", "words.txt", "-o", "/dev/stdout"],
    "set": ["good.bin", "b=6364", "-o", "/dev/stdout", "--spec", "good.ksy"],
    "similar": ["royal.vec", "king"],
    "verify": ["rows.cvc"],
    "view": ["rows.cvc"],
}
"""A call of each command that prints something."""


def run(name: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """A command as a process, in a folder with all that it needs."""
    Path("royal.vec").write_text(
        "4 2\nking 1 1\nqueen 1 -1\nman 1 5\nwoman 1 -5\n", encoding="utf-8"
    )
    odd = "meta: {id: odd}\nseq: [{id: n, type: u1}, {id: a, size: n % 9}]\n"
    Path("odd.ksy").write_text(odd, encoding="utf-8")  # something is noted of it
    Path("words.txt").write_text("king\n", encoding="utf-8")
    Path("good.json").write_text(json.dumps({"b": {"$hex": "6162"}}), encoding="utf-8")
    pack_cvc(ROWS + np.float32(1), "other.cvc", "fp16", 2, format_version=1)
    command = [sys.executable, "-m", "quire.cli.main", name, *CALLS[name]]
    return subprocess.run(command, check=False, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload,no-any-return]  # as of `run`


def test_the_calls_are_of_commands() -> None:
    assert CALLS.keys() <= COMMANDS.keys()


WRITERS = {"build", "check", "decode", "dump", "export", "get", "grep", "select", "view"}
"""Commands that do not all print in one way."""

each_way = pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in WRITERS else [pytest.mark.slow]) for name in CALLS],
)


@each_way
def test_a_pipe_that_nobody_reads_ends_it_without_a_word(quire: Quire, name: str) -> None:
    del quire
    read, write = os.pipe()
    os.close(read)
    done = run(name, stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@each_way
def test_a_full_disk_is_one_line(quire: Quire, name: str) -> None:
    del quire
    with Path("/dev/full").open("wb") as full:
        done = run(name, stdout=full)
    said = done.stderr.decode().splitlines()
    assert done.returncode == (2 if name == "grep" else 1)
    assert len(said) == 1, said
    assert said[0].startswith(("standard output: ", "/dev/stdout: "))
    assert said[0].endswith("No space left on device")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("quire du", "dump"),
        ("quire dump --ma", "--max-items"),
        ("quire dump --color al", "always"),
    ],
)
def test_words_are_completed(words: str, expected: str) -> None:
    environment = {
        **os.environ,
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
        "_QUIRE_COMPLETE": "bash_complete",
    }
    program = "from quire.cli.main import main; main(prog_name='quire')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [f"plain,{expected}"]
