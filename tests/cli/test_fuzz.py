"""`quire fuzz`: what it takes, what it says, and what it leaves behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.cli.target import class_named
from tests.cli.conftest import Quire


def test_inputs_are_kept_and_nothing_is_found(quire: Quire) -> None:
    done = quire("fuzz", "good.ksy", "--time", "1s", "--corpus", "kept")
    assert done.status == 0
    assert done.out.startswith("good: ")
    assert done.out.rstrip().endswith("0 finds")
    assert list(Path("kept/good/inputs").glob("*.bin"))
    assert not Path("kept/good/finds").exists()


def test_the_compiler_is_fuzzed(quire: Quire) -> None:
    done = quire("fuzz", "compiler", "--time", "1s")
    assert (done.status, done.out[:10]) == (0, "compiler: ")


def test_a_find_is_told_and_kept(quire: Quire, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr("quire.runtime.struct.Struct.validate", broken)
    done = quire("fuzz", "good.ksy", "--time", "1s", "--corpus", "kept")
    assert done.status == 1
    assert "KeyError: 'planted', in kept/good/finds/" in done.out
    (kept,) = Path("kept/good/finds").glob("*.bin")
    assert kept.read_bytes() == b"\0"


def test_all_names_are_looked_up_before_the_first_search(quire: Quire) -> None:
    done = quire("fuzz", "good.ksy", "tensor_stoer", "--time", "1h", "--corpus", "kept")
    assert (done.status, done.out) == (2, "")
    assert "tensor_stoer is not a file with a spec" in done.err
    assert not Path("kept").exists()


OWN = sorted(path.stem for path in (Path(__file__).parents[2] / "specs").glob("*.ksy"))


@pytest.mark.parametrize("name", OWN)
def test_every_spec_of_quires_own_is_taken_by_its_name(name: str) -> None:
    kind = class_named(name, imports=(), overlays=(), opaque_types=False)
    assert kind.__module__ == f"quire.generated.{name}"


def test_processes_share_a_spec_without_a_face(quire: Quire) -> None:
    done = quire("fuzz", "tensor_store", "--time", "1s", "--jobs", "2", "--corpus", "kept")
    assert done.status == 0
    assert list(Path("kept/tensor_store/inputs").glob("*.bin"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none",), "none is not a file with a spec, and not one of the formats"),
        (("gzip", "--time", "soon"), "soon is not a time: write 90, 90s, 5m or 1h"),
        (("gzip", "--jobs", "2"), "name one with --corpus"),
    ],
)
def test_wrong_usage_is_told(quire: Quire, arguments: tuple[str, ...], said: str) -> None:
    done = quire("fuzz", *arguments)
    assert (done.status, said in done.err) == (2, True)
