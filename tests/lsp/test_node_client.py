"""The protocol library of Visual Studio Code understands the server, and the server it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import SHARED, SMALL

SCRIPT = Path(__file__).with_name("node_client.js")
EXTENSION = Path(__file__).resolve().parents[2] / "editors" / "vscode"
NODE = shutil.which("node")

pytestmark = [
    pytest.mark.node,
    pytest.mark.skipif(NODE is None, reason="there is no node"),
    pytest.mark.skipif(
        not (EXTENSION / "node_modules" / "vscode-languageserver-protocol").is_dir(),
        reason="the libraries of the extension are not installed: npm install in editors/vscode",
    ),
]


def answers(folder: Path) -> dict[str, Any]:
    """What the client of node got."""
    server = [sys.executable, "-m", "quire.cli.main", "lsp"]
    done = subprocess.run(
        [NODE or "", str(SCRIPT), str(EXTENSION), str(folder), *server],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_each_feature_answers_the_client_of_an_editor(tmp_path: Path) -> None:
    (tmp_path / "small.ksy").write_text(SMALL, encoding="utf-8")
    (tmp_path / "shared.ksy").write_text(SHARED, encoding="utf-8")
    found = answers(tmp_path)
    assert found.pop("hover").startswith("field `small.num_parts`: an integer (`u2`)")
    assert "len_body" in found.pop("completion")
    assert found == {
        "diagnostics": [],
        "encoding": "utf-16",
        "sync": 1,
        "definition": 3,
        "references": 2,
        "symbols": 10,
        "hints": ["← count of parts", "← length of body", "← length of text"],
        "rename": 2,
        "actions": 0,
        "status": 0,
    }


def test_what_is_wrong_comes_with_code_and_fix(tmp_path: Path) -> None:
    wrong = SMALL.replace("size: len_body}", "size: len_bdy}")
    (tmp_path / "small.ksy").write_text(wrong, encoding="utf-8")
    (tmp_path / "shared.ksy").write_text(SHARED, encoding="utf-8")
    found = answers(tmp_path)
    assert [each["code"] for each in found["diagnostics"]] == ["Q302"]
    assert found["actions"] == 1
    assert found["hints"] == []
