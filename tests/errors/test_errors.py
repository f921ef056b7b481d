"""Every wrong spec says at its top, in comments, all that the compiler must say of it.

    # error[Q302] 7:18 /seq/2/size: `header` has no field `len_paylod`
    #   help: did you mean `len_payload`?

A line of `error` or `warning` has the code, line and column in the file, the YAML path and the
message; a line of `help` belongs to the one above it. `pytest --update-golden` writes the comments.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quire.generator.diagnostics import CODES, Diagnostic, Problems
from quire.generator.pipeline import Options, emit_files, plan_spec
from quire.generator.targets.target import Setting
from tests.conftest import Golden

HERE = Path(__file__).parent
SPECS = tuple(path.name for path in sorted(HERE.glob("*.ksy")))

NOTHING_ALLOWED = Options(allow=frozenset())
"""As where a spec is run: no code from elsewhere is."""

COVERED_ELSEWHERE = {
    "Q105": "takes a spec of thousands of lines; tests/generator/test_pipeline.py",
    "Q902": "takes a bug of the compiler; tests/hostile/test_foreign_code.py",
    "Q101": "a file that cannot be read; tests/cli/test_check.py and tests/generator/test_load.py",
}

TARGETS = {"not_for_construct.ksy": "construct"}
"""What is emitted, too, where it is the target that refuses a spec."""

_EXPECTED = re.compile(r"# (error|warning)\[Q\d{3}\] |#   help: ")


def header_lines(text: str) -> int:
    """How many lines at the top of a spec say what is expected of it."""
    lines = text.splitlines()
    return next((i for i, line in enumerate(lines) if not _EXPECTED.match(line)), len(lines))


def diagnose(name: str) -> list[Diagnostic]:
    """All that the compiler says of a spec; it stands in the working directory."""
    problems = Problems()
    target = TARGETS.get(name)
    plan = plan_spec(Path(name), problems, Options() if target else NOTHING_ALLOWED)
    assert (plan is None) == problems.failed
    if plan is not None and target:
        emit_files(plan, Setting("0"), problems, target)
    return problems.sorted()


def comments(found: list[Diagnostic], old: int) -> str:
    """Problems as they stand at the top of a spec that had `old` such lines before."""
    shift = sum(1 + bool(problem.help) for problem in found) - old

    def moved(line: int) -> int:
        # What is said of the file as a whole is said of its first line, whatever stands there.
        return line + shift if line > old else line

    lines = []
    for problem in found:
        place = f"{moved(problem.span.line)}:{problem.span.column} {problem.span.yaml_path}"
        lines.append(f"# {problem.severity}[{problem.code}] {place}: {problem.message}\n")
        if problem.help:
            text = re.sub(
                r"(?<=\.ksy:)\d+(?=:\d)", lambda line: str(moved(int(line[0]))), problem.help
            )
            lines.append(f"#   help: {text}\n")
    return "".join(lines)


@pytest.mark.parametrize("name", SPECS)
def test_the_problems_of_a_run_are_those_at_the_top_of_the_spec(
    name: str, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE)
    text = Path(name).read_text(encoding="utf-8")
    old = header_lines(text)
    body = "".join(text.splitlines(keepends=True)[old:])
    golden(HERE / name, comments(diagnose(name), old) + body)


@pytest.mark.parametrize("name", SPECS)
def test_a_wrong_spec_states_at_least_one_problem(name: str) -> None:
    assert header_lines((HERE / name).read_text(encoding="utf-8")) > 0


def test_every_code_is_provoked_by_some_spec() -> None:
    texts = "".join((HERE / name).read_text(encoding="utf-8") for name in SPECS)
    provoked = set(re.findall(r"^# (?:error|warning)\[(Q\d{3})\]", texts, re.MULTILINE))
    assert provoked | set(COVERED_ELSEWHERE) == set(CODES)
    assert not provoked & set(COVERED_ELSEWHERE)


def test_a_warning_alone_does_not_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    assert [problem.severity for problem in diagnose("warning_alone.ksy")] == ["warning"]


def test_a_problem_is_shown_with_its_line_a_caret_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.ksy").write_text(
        "meta:\n  id: x\nseq:\n  - {id: len_a, type: u1}\n  - {id: a, size: len_b}\n",
        encoding="utf-8",
    )
    problems = Problems()
    plan_spec(Path("x.ksy"), problems)
    assert problems.text() == (
        "error[Q302]: type `x` has no `len_b`\n"
        " --> x.ksy:5:19\n"
        "  |\n"
        "5 |   - {id: a, size: len_b}\n"
        "  |                   ^^^^^\n"
        "  |\n"
        "  = path: /seq/1/size\n"
        "  = help: did you mean `len_a`?\n"
        "\n"
        "1 error, 0 warnings in x.ksy"
    )


def test_a_problem_as_data_has_every_part(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.ksy").write_text("meta:\n  id: x\nseqs: []\n", encoding="utf-8")
    (problem,) = diagnose("x.ksy")
    assert problem.as_dict() == {
        "severity": "error",
        "code": "Q201",
        "message": "unknown key `seqs` in a type",
        "file": "x.ksy",
        "line": 3,
        "column": 1,
        "path": "/seqs",
        "label": "",
        "help": "did you mean `seq`?",
    }
