"""What a release depends on: the tag, the version, the changelog; and workflows that are whole."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from quire.version import NEXT

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
JOBS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"] for path in WORKFLOWS}
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


def notes(root: Path, *tag: str) -> subprocess.CompletedProcess[str]:
    """What the script of the release prints, over a tree of its own."""
    for name in (".ci/release.py", "quire/version.py"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, str(root / ".ci" / "release.py"), "notes", *tag]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    log = f"# Changelog\n\n## Unreleased\n\n- new\n\n## {NEXT}, 2027-01-31\n\n- old\n"
    (tmp_path / "CHANGELOG.md").write_text(log, encoding="utf-8")
    return tmp_path


def test_the_notes_of_a_tag_are_its_part_of_the_changelog(tree: Path) -> None:
    done = notes(tree, f"v{NEXT}")
    assert (done.returncode, done.stdout) == (0, "- old\n")


def test_without_a_tag_the_notes_are_what_is_not_released(tree: Path) -> None:
    assert notes(tree).stdout == "- new\n"


def test_a_tag_that_is_not_the_version_is_refused(tree: Path) -> None:
    done = notes(tree, "v99.0.0")
    assert done.returncode == 1
    assert f"is not v{NEXT}" in done.stderr


def test_a_version_that_the_changelog_does_not_tell_of_is_refused(tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n- new\n")
    done = notes(tree, f"v{NEXT}")
    assert done.returncode == 1
    assert "says nothing" in done.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read_unless_a_job_says_otherwise(path: Path) -> None:
    workflow: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["runs-on"]
        assert job["steps"]
        assert all(("uses" in step) != ("run" in step) for step in job["steps"])
        needs = job.get("needs", [])
        for needed in [needs] if isinstance(needs, str) else needs:
            assert needed in workflow["jobs"]


SCHEMAS = {
    **dict.fromkeys(WORKFLOWS, "github-workflows"),
    **dict.fromkeys(FORMS, "github-issue-forms"),
    ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml": "github-issue-config",
}


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_what_github_reads_is_what_its_schema_says(path: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
    command += [f"vendor.{SCHEMAS[path]}", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_workflow_with_a_wrong_key_is_not_what_the_schema_says(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on:", "run-on:"))
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
    command += ["vendor.github-workflows", str(wrong)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_every_job_of_a_workflow_ends() -> None:
    for jobs in JOBS.values():
        assert all(job["timeout-minutes"] <= 120 for job in jobs.values())


def test_what_is_published_was_built_checked_and_attested_by_the_same_run() -> None:
    build, attest, publish = (JOBS["release"][name] for name in ("build", "attest", "publish"))
    assert "python .ci/release.py build" in str(build["steps"])
    assert (attest["needs"], publish["needs"]) == ("build", ["build", "attest"])
    assert attest["permissions"]["attestations"] == attest["permissions"]["id-token"] == "write"
    [what] = [step for step in attest["steps"] if "attest-build-provenance" in step["uses"]]
    assert what["with"] == {"subject-path": "dist/*"}
    assert "if" not in attest  # a rehearsal attests, too
    assert publish["if"] == "github.event_name == 'push' && github.ref_type == 'tag'"


def test_commands_of_workflows_are_what_a_shell_understands() -> None:
    for jobs in JOBS.values():
        for step in (step for job in jobs.values() for step in job["steps"] if "run" in step):
            text = re.sub(r"\$\{\{.*?\}\}", "x", step["run"])
            subprocess.run(["bash", "-n"], input=text, text=True, check=True)  # noqa: S607  # any bash


def test_the_version_without_git_is_on_the_way_to_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["setuptools_scm"]["fallback_version"] == f"{NEXT}.dev0"


def test_the_targets_of_make_that_workflows_run_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    targets = {
        target for line in re.findall(r"\bmake ([a-z ]+)$", text, re.MULTILINE)
        for target in line.split()
    }  # fmt: skip  # one thought
    assert {"check", "test", "env"} <= targets
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_the_versions_of_python_that_the_package_promises_are_tested() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8"))
    tested = workflow["jobs"]["test"]["strategy"]["matrix"]["python"]
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    promised = re.findall(r"Python :: (3\.\d+)", project)
    assert promised
    assert set(promised) <= set(tested)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_an_issue_form_has_what_a_form_needs(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert {"name", "description", "body"} <= set(form)
    ids = [each["id"] for each in form["body"]]
    assert len(ids) == len(set(ids))
    assert all(each["attributes"]["label"] for each in form["body"])
