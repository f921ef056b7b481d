"""Code from elsewhere that a spec names runs only where somebody has allowed it by name."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import quire
from quire.cli.main import main
from quire.generator.diagnostics import SpecError

ROUTINE = """
meta: {id: turned}
seq:
  - {id: key, type: u1}
  - {id: body, size: 3, process: somebody.turn_round(key)}
"""
OPAQUE = """
meta: {id: parcel, ks-opaque-types: true}
seq:
  - {id: label, type: somebody}
"""
IN_AN_IMPORT = "meta: {id: around, imports: [turned]}\nseq: [{id: all, type: turned}]\n"

SOMEBODY = """
from pathlib import Path
Path("ran").touch()

class TurnRound:
    def __init__(self, key):
        self.key = key
    def decode(self, data):
        return data[::-1]
    encode = decode

class Somebody:
    def __init__(self, io):
        self.text = io.read_bytes(4)
"""

Status = Callable[..., tuple[int, str]]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Status:
    """The command, in a folder of specs and of a module that leaves a file when it is imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "somebody", raising=False)
    for name, text in (("turned", ROUTINE), ("parcel", OPAQUE), ("around", IN_AN_IMPORT)):
        Path(f"{name}.ksy").write_text(text, encoding="utf-8")
    Path("somebody.py").write_text(SOMEBODY, encoding="utf-8")
    Path("data").write_bytes(b"\1abc")

    def call(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, arguments)
        assert isinstance(result.exception, SystemExit | None), result.exception
        return result.exit_code, result.output

    return call


def problems_of(spec: str, **options: Any) -> list[tuple[str, str, str]]:
    """Code, place and help of what is wrong with a spec."""
    with pytest.raises(SpecError) as caught:
        quire.compile(spec, **options)
    found = caught.value.problems.sorted()
    return [(problem.code, str(problem.span), problem.help) for problem in found]


@pytest.mark.usefixtures("command")
@pytest.mark.parametrize(
    ("spec", "name", "place"),
    [
        ("turned.ksy", "somebody.turn_round", "turned.ksy:5:34"),
        ("parcel.ksy", "somebody", "parcel.ksy:4:23"),
        ("around.ksy", "somebody.turn_round", "turned.ksy:5:34"),
    ],
)
def test_compiling_refuses_it_and_says_what_would_allow_it(
    spec: str, name: str, place: str
) -> None:
    advice = f'if you trust it: `allow=["{name}"]` in Python, `--allow {name}` in a shell'
    assert problems_of(spec) == [("Q601", place, advice)]
    assert problems_of(spec, allow=["some_other", name.upper()]) == [("Q601", place, advice)]
    assert problems_of(spec, opaque_types=True, read_write=True) == [("Q601", place, advice)]
    assert not Path("ran").exists()


@pytest.mark.usefixtures("command")
def test_what_is_allowed_by_its_name_runs() -> None:
    turned = quire.compile("around.ksy", allow=["somebody.turn_round"]).Around
    assert turned.from_bytes(b"\1abc").all.body == b"cba"
    parcel = quire.compile("parcel.ksy", allow={"somebody"}).Parcel
    assert parcel.from_bytes(b"abcd").label.text == b"abcd"
    assert Path("ran").exists()


@pytest.mark.parametrize("sub", ["dump", "verify"])
def test_commands_that_read_a_file_refuse_it(command: Status, sub: str) -> None:
    for spec in ("turned.ksy", "parcel.ksy", "around.ksy"):
        status, said = command(sub, "data", "--spec", spec)
        assert status == 1
        assert "error[Q601]" in said
    assert not Path("ran").exists()


@pytest.mark.parametrize("sub", ["dump", "verify"])
def test_commands_that_read_a_file_run_what_is_allowed(command: Status, sub: str) -> None:
    allowed = ("--allow", "other", "--allow", "somebody.turn_round")
    assert command(sub, "data", "--spec", "around.ksy", *allowed)[0] == 0


@pytest.mark.parametrize("sub", ["check", "plan"])
def test_commands_that_only_look_at_a_spec_run_nothing(command: Status, sub: str) -> None:
    assert command(sub, "turned.ksy")[0] == 0
    assert command(sub, "parcel.ksy")[0] == 0
    assert not Path("ran").exists()


def test_gen_writes_the_import_and_runs_nothing(command: Status) -> None:
    assert command("gen", "around.ksy", "parcel.ksy", "-o", "out")[0] == 0
    written = [Path(f"out/{name}.py").read_text("utf-8") for name in ("turned", "parcel")]
    assert "\nfrom somebody import TurnRound as _somebody_TurnRound\n" in written[0]
    assert "\nimport somebody as _somebody\n" in written[1]
    assert not Path("ran").exists()


@pytest.mark.usefixtures("command")
def test_a_routine_that_cannot_be_imported_leaves_nothing_behind() -> None:
    Path("turned.ksy").write_text(ROUTINE.replace("somebody", "nobody_at_all"), encoding="utf-8")
    before = set(sys.modules)
    with pytest.raises(ModuleNotFoundError, match="nobody_at_all"):
        quire.compile("turned.ksy", allow=["nobody_at_all.turn_round"])
    assert {name for name in sys.modules if name.startswith("quire_compiled")} <= before


def test_the_command_says_that_what_is_allowed_cannot_be_imported(command: Status) -> None:
    Path("somebody.py").unlink()
    status, said = command("dump", "data", "--spec", "parcel.ksy", "--allow", "somebody")
    assert status == 2
    assert "--allow: No module named 'somebody'" in said


@pytest.mark.usefixtures("command")
def test_names_that_are_allowed_are_a_list() -> None:
    with pytest.raises(TypeError, match="allow: expected a list of names, found 'somebody'"):
        quire.compile("parcel.ksy", allow="somebody")
