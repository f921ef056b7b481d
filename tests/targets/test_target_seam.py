"""What a target may be: files of any kind, as many as it likes."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from quire.cli.main import main
from quire.generator import pipeline
from quire.generator.diagnostics import Problems
from quire.generator.plan.operations import Module
from quire.generator.targets.target import Setting


class Tables:
    """The fields of each type in a file of its own, and a module that names the types."""

    def emit(self, plan: Module, setting: Setting, problems: Problems) -> dict[str, str]:
        del setting, problems
        assert plan.structure is not None
        types = {type_.path.replace("::", "_"): type_ for type_ in plan.structure.types}
        files = {
            f"{name}.md": "".join(f"- {field.id}\n" for field in type_.fields)
            for name, type_ in types.items()
        }
        return {**files, f"{plan.name}.py": f"types={list(types)}\n"}


def test_a_target_may_write_several_files_and_other_than_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "find_target", lambda _: Tables())
    spec, out = tmp_path / "x.ksy", tmp_path / "out"
    spec.write_text("meta: {id: x}\nseq: [{id: a, type: b}]\ntypes: {b: {seq: [{size: 1}]}}\n")
    command = ["gen", str(spec), "--target", "construct", "-o", str(out)]
    assert CliRunner().invoke(main, command).exit_code == 0
    assert (out / "x.md").read_text() == "- a\n"
    assert (out / "x_b.md").read_text() == "- _unnamed0\n"
    assert (out / "x.py").read_text() == 'types = ["x", "x_b"]\n'
    assert CliRunner().invoke(main, [*command, "--check"]).exit_code == 0
    (out / "x.md").write_text("- b\n")
    stale = CliRunner().invoke(main, [*command, "--check"])
    assert (stale.exit_code, "x.md" in stale.output, "x.py" in stale.output) == (1, True, False)
