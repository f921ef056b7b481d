"""No module is written, nor run, that Python does not take, or that would hide another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import quire
from quire import compiler
from quire.cli.main import main
from quire.generator.diagnostics import SpecError
from quire.generator.pipeline import emit_files as emit

GOOD = "meta: {id: good}\nseq: [{id: a, type: u1}]\n"
BAD = """
meta: {id: bad}
seq: [{id: a, type: inner}]
types:
  inner:
    seq: [{id: b, type: u1}]
"""
USER = "meta: {id: user, imports: [bad]}\nseq: [{id: a, type: bad}]\n"


@pytest.fixture
def _specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three specs; that of `bad` is made wrong Python, as by a bug of the compiler."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("good", GOOD), ("bad", BAD), ("user", USER)):
        Path(f"{name}.ksy").write_text(text, encoding="utf-8")

    def broken(plan: Any, *arguments: Any) -> dict[str, str]:
        [(name, text)] = emit(plan, *arguments).items()
        return {
            name: text.replace("unpack_u1(buf, pos)", "unpack_u1(buf, pos")
            if plan.name == "bad"
            else text
        }

    monkeypatch.setattr(compiler, "emit_files", broken)


@pytest.mark.usefixtures("_specs")
def test_wrong_python_is_a_bug_with_the_place_in_the_spec() -> None:
    with pytest.raises(SpecError) as caught:
        quire.compile("bad.ksy")
    (problem,) = caught.value.problems.sorted()
    assert (problem.code, problem.span.yaml_path) == ("Q902", "/types/inner")
    assert problem.help == "this is a bug of quire; please report it with the spec"
    assert "was never closed" in problem.message


@pytest.mark.usefixtures("_specs")
def test_neither_wrong_python_nor_what_needs_it_is_written() -> None:
    Path("out").mkdir()
    Path("out/bad.py").write_text("as it was", encoding="utf-8")
    result = CliRunner().invoke(main, ["gen", "good.ksy", "bad.ksy", "user.ksy", "-o", "out"])
    assert result.exit_code == 1
    assert sorted(path.name for path in Path("out").iterdir()) == ["bad.py", "good.py"]
    assert Path("out/bad.py").read_text(encoding="utf-8") == "as it was"


@pytest.mark.parametrize("order", [["a", "b"], ["b", "a"]])
def test_two_specs_of_one_id_are_not_written_over_each_other(
    order: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in "ab":
        Path(folder).mkdir()
        Path(folder, "x.ksy").write_text(
            f"meta: {{id: x}}\nseq: [{{id: {folder}, type: u1}}]\n", encoding="utf-8"
        )
    Path("good.ksy").write_text(GOOD, encoding="utf-8")
    specs = [f"{folder}/x.ksy" for folder in order]
    result = CliRunner().invoke(main, ["gen", *specs, "good.ksy", "-o", "out"])
    assert result.exit_code == 1
    assert [path.name for path in Path("out").iterdir()] == ["good.py"]
    assert (
        "error[Q306]: the module `x` would be made from this spec and from `b/x.ksy`"
        in result.stderr
    )
    assert (
        "error[Q306]: the module `x` would be made from this spec and from `a/x.ksy`"
        in result.stderr
    )


def test_one_spec_under_two_paths_is_one_spec(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.ksy").write_text("meta: {id: x}\n", encoding="utf-8")
    Path("y.ksy").symlink_to("x.ksy")
    result = CliRunner().invoke(main, ["gen", "x.ksy", "./x.ksy", "y.ksy", "-o", "out"])
    assert (result.exit_code, result.stderr) == (0, "")


def test_two_specs_of_one_id_that_one_imports_are_refused_in_memory_too(tmp_path: Path) -> None:
    for folder in "ab":
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.ksy").write_text("meta: {id: x}\n", encoding="utf-8")
    top = tmp_path / "top.ksy"
    top.write_text("meta: {id: top, imports: [a/x, b/x]}\nseq: [{id: a, type: x}]\n", "utf-8")
    with pytest.raises(SpecError, match="Q306"):
        quire.compile(top)
