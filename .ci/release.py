"""What makes a release: the tag is the version, the changelog tells of it, and what is built works.

python .ci/release.py notes [TAG]     prints the part of the changelog that tells of a release
python .ci/release.py build [TAG]     builds dist/, checks it, installs the wheel elsewhere, uses it
python .ci/release.py rehearse        does all of that in build/release, on a tag of its own
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_VERSION = re.compile(r'^NEXT = "(.+)"$', re.MULTILINE)
_PART = re.compile(r"^## (?P<name>[^\n]+)\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def version(root: Path = ROOT) -> str:
    """The next release, as the package says it."""
    found = _VERSION.search((root / "quire" / "version.py").read_text(encoding="utf-8"))
    if found is None:
        raise SystemExit("quire/version.py has no NEXT")
    return found[1]


def notes(tag: str | None, root: Path = ROOT) -> str:
    """What the changelog says of a tag, or of what is not released yet."""
    if tag is not None and tag != f"v{version(root)}":
        raise SystemExit(f"the tag {tag} is not v{version(root)}, the version of the package")
    wanted = "Unreleased" if tag is None else tag.removeprefix("v")
    for part in _PART.finditer((root / "CHANGELOG.md").read_text(encoding="utf-8")):
        if part["name"].partition(",")[0].partition(" ")[0] == wanted and part["text"].strip():
            return part["text"].strip()
    raise SystemExit(f"CHANGELOG.md says nothing under `## {wanted}`")


def build(tag: str | None, root: Path = ROOT) -> None:
    """Make dist/ with a wheel and a source distribution that are whole, and notes.md."""
    text = notes(tag, root)
    dist = root / "dist"
    if dist.exists() and any(dist.iterdir()):
        raise SystemExit(f"{dist} has files already: remove them")
    _run(sys.executable, "-m", "build", cwd=root)
    [wheel], [source] = dist.glob("*.whl"), dist.glob("*.tar.gz")
    if tag is not None:
        _expect_version(tag, wheel, source)
    _run(sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(source), cwd=root)
    _try_out(wheel)
    (root / "notes.md").write_text(text + "\n", encoding="utf-8")
    for file in (wheel, source):
        print(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}")


def rehearse(root: Path = ROOT) -> None:
    """Release what is committed, in a clone that nobody sees."""
    clone, tag = root / "build" / "release", f"v{version(root)}"
    if clone.exists():
        raise SystemExit(f"{clone} is there already: remove it")
    _run("git", "clone", "--quiet", "--no-tags", str(root), str(clone), cwd=root)
    log = clone / "CHANGELOG.md"
    heading = f"## {tag.removeprefix('v')}, {dt.datetime.now(dt.UTC).date()}"
    log.write_text(log.read_text("utf-8").replace("## Unreleased", heading, 1), encoding="utf-8")
    who = ["-c", "user.name=rehearsal", "-c", "user.email=rehearsal@localhost"]
    _run("git", *who, "commit", "--quiet", "--all", "--allow-empty", "--message", tag, cwd=clone)
    _run("git", *who, "tag", tag, cwd=clone)
    build(tag, clone)
    print(f"{clone}: {tag} would be released")


def _expect_version(tag: str, wheel: Path, source: Path) -> None:
    wanted = tag.removeprefix("v")
    for file in (wheel, source):
        if file.name.removesuffix(".tar.gz").split("-")[1] != wanted:
            raise SystemExit(
                f"{file.name} is not of {tag}: are there commits after it, or changes?"
            )


def _try_out(wheel: Path) -> None:
    """Install the wheel where there is no checkout, and use it."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(Path(folder) / "clean", with_pip=True)
        python = str(Path(folder) / "clean" / "bin" / "python")
        _run(python, "-m", "pip", "install", "--quiet", f"{wheel}[cli,lsp]", "pytest", cwd=folder)
        program = "import quire, sys; sys.exit(quire.__version__ != sys.argv[1])"
        _run(python, "-c", program, wheel.name.split("-")[1], cwd=folder)
        command = [python, "-m", "quire.cli.main"]
        _run(*command, "new", "sample", cwd=folder)
        _run(python, "-m", "pytest", "-q", "sample", cwd=folder)
        file, spec = "sample/sample.sample", "sample/sample.ksy"
        _run(*command, "dump", file, "--spec", spec, cwd=folder)


def _run(*command: str, cwd: Path | str) -> None:
    if subprocess.run(command, cwd=cwd, check=False).returncode != 0:
        raise SystemExit(f"failed: {' '.join(command)}")


def main(what: str = "", tag: str | None = None) -> None:
    """Do what the command line says."""
    if what == "notes":
        print(notes(tag))
    elif what == "build":
        build(tag)
    elif what == "rehearse" and tag is None:
        rehearse()
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:3])
