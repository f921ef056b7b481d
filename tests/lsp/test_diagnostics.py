"""What is wrong with a spec, as somebody types."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import plan_specs
from tests.lsp.client import Client, edited, place_of
from tests.lsp.conftest import SHARED, SMALL, SPECS

ERRORS = Path(__file__).resolve().parents[1] / "errors"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "shared.ksy").write_text(SHARED, encoding="utf-8")
    found = Client(tmp_path)
    yield found
    assert found.close() == 0


def codes(problems: list[dict[str, str]]) -> list[str]:
    """The codes of some diagnostics."""
    return [problem["code"] for problem in problems]


def test_a_spec_without_mistakes_has_no_diagnostics(client: Client) -> None:
    client.open("small.ksy", SMALL)
    assert client.problems("small.ksy") == []


def test_a_mistake_is_told_when_it_is_typed_and_gone_when_it_is_mended(client: Client) -> None:
    client.open("small.ksy", SMALL)
    assert client.problems("small.ksy") == []
    wrong = SMALL.replace("size: len_body}", "size: len_bdy}")
    client.change("small.ksy", wrong)
    [problem] = client.problems("small.ksy")
    line, character = place_of(wrong, "size: |len_bdy}")
    assert problem["code"] == "Q302"
    assert problem["range"] == {
        "start": {"line": line, "character": character},
        "end": {"line": line, "character": character + len("len_bdy")},
    }
    assert "did you mean `len_body`?" in problem["message"]
    client.change("small.ksy", SMALL)
    assert client.problems("small.ksy") == []


def told(path: Path) -> list[tuple[str, int, int]]:
    """What `quire check` tells of a file: codes, lines and columns from 1."""
    problems = Problems()
    plan_specs([path], problems)
    own = (each for each in problems.sorted() if each.span.source.name == str(path))
    return [(each.code, each.span.line, each.span.column) for each in own]


@pytest.mark.parametrize("folder", [ERRORS, SPECS], ids=["wrong", "right"])
def test_the_server_tells_what_the_command_tells(folder: Path) -> None:
    """Over all specs of the tests that are wrong, and over all real ones."""
    server, count = Client(folder), 0
    for file in sorted(folder.glob("*.ksy")):
        server.open(file.name)
        found = [
            (
                each["code"],
                each["range"]["start"]["line"] + 1,
                each["range"]["start"]["character"] + 1,
            )
            for each in server.problems(file.name)
        ]
        # That two specs are of one name is said of those that are compiled together.
        assert found == [each for each in told(file) if each[0] != "Q306"], file.name
        count += 1
    assert count >= 20
    assert server.close() == 0


def test_the_text_of_an_import_that_is_not_saved_counts(client: Client) -> None:
    client.open("small.ksy", SMALL)
    assert client.problems("small.ksy") == []
    client.open("shared.ksy", SHARED.replace("is_last", "is_end"))
    assert codes(client.problems("small.ksy")) == ["Q302"]
    client.change("shared.ksy", SHARED)
    assert client.problems("small.ksy") == []


def test_an_import_that_comes_to_be_is_found(client: Client, tmp_path: Path) -> None:
    (tmp_path / "shared.ksy").unlink()
    client.open("small.ksy", SMALL)
    assert "Q305" in codes(client.problems("small.ksy"))
    (tmp_path / "shared.ksy").write_text(SHARED, encoding="utf-8")
    changes = [{"uri": client.uri("shared.ksy"), "type": 1}]
    client.tell("workspace/didChangeWatchedFiles", changes=changes)
    assert client.problems("small.ksy") == []


def test_imports_are_looked_for_in_the_folders_that_are_named(tmp_path: Path) -> None:
    (tmp_path / "common").mkdir()
    (tmp_path / "work").mkdir()
    (tmp_path / "common" / "shared.ksy").write_text(SHARED, encoding="utf-8")
    client = Client(tmp_path / "work", "-I", str(tmp_path / "common"))
    client.open("small.ksy", SMALL.replace("[shared]", "[/shared]"))
    assert client.problems("small.ksy") == []
    assert client.close() == 0


def test_places_are_counted_in_units_of_utf_16(client: Client) -> None:
    text = "meta: {id: a}\nseq:\n  - {doc: 😀😀, id: b, sizze: 1}\n"
    client.open("a.ksy", text)
    found = client.problems("a.ksy")
    [start] = {each["range"]["start"]["character"] for each in found if each["code"] == "Q201"}
    assert start == len("  - {doc: 😀😀, id: b, ".encode("utf-16-le")) // 2


def test_lines_end_where_they_do_for_an_editor(client: Client) -> None:
    # YAML 1.1 ends lines at U+0085, U+2028 and U+2029, too; half a surrogate is no character.
    head = "meta: {id: a}\r\n# \u2028 \u2029 \x85 \ud83d\rseq:\n"
    client.open("a.ksy", f"{head}  - {{doc: é, id: b, type: u9}}\n")
    [found] = client.problems("a.ksy")
    assert found["code"] == "Q303"
    assert found["range"]["start"] == {"line": 3, "character": len("  - {doc: é, id: b, type: ")}
    assert "`a.b`" in client.at("hover", "a.ksy", (3, 17))["contents"]["value"]


def test_of_a_document_that_does_not_exist_nothing_is_told(client: Client) -> None:
    assert client.at("hover", "nowhere.ksy", (3, 8)) is None


def test_an_import_that_is_closed_unsaved_counts_as_it_is_stored(client: Client) -> None:
    client.open("small.ksy", SMALL)
    client.open("shared.ksy", SHARED.replace("is_last", "other"))
    while codes(client.problems("small.ksy")) != ["Q302"]:
        pass
    client.tell("textDocument/didClose", textDocument={"uri": client.uri("shared.ksy")})
    assert client.problems("small.ksy") == []


def test_a_closed_document_has_no_diagnostics(client: Client) -> None:
    client.open("small.ksy", SMALL.replace("type: u2", "type: u3"))
    assert codes(client.problems("small.ksy")) == ["Q303"]
    client.tell("textDocument/didClose", textDocument={"uri": client.uri("small.ksy")})
    assert client.problems("small.ksy") == []


# -- hints as fixes ------------------------------------------------------------------------


def actions(client: Client, name: str, problem: dict[str, object]) -> list[dict[str, object]]:
    """The changes that are offered for a diagnostic."""
    found: list[dict[str, object]] = client.ask(
        "textDocument/codeAction",
        textDocument={"uri": client.uri(name)},
        range=problem["range"],
        context={"diagnostics": [problem]},
    )
    return found


MISTAKES = [
    ("size: len_body}", "size: len_bdy}"),
    ("parts.first.kind ==", "parts.first.kid =="),
    ("kinds::plain", "kinds::plane"),
    ("kinds::plain", "kindz::plain"),
    ("enum: kinds", "enum: kind_s"),
    ("type: part(len_body)", "type: prat(len_body)"),
    ("repeat-expr: num", "repaet-expr: num"),
    ("repeat: expr", "repeat: exprr"),
    ("type: u2", "type: uint16"),
    ("and _root", "&& _root"),
]
"""What is right, and what somebody typed instead."""


def test_a_hint_mends_the_text_and_leaves_the_rest(client: Client) -> None:
    client.open("small.ksy", SMALL)
    assert client.problems("small.ksy") == []
    for right, wrong in MISTAKES:
        text = SMALL.replace(right, wrong)
        assert text != SMALL
        client.change("small.ksy", text)
        mended = []
        for problem in client.problems("small.ksy"):
            for action in actions(client, "small.ksy", problem):
                edit = action["edit"]
                assert isinstance(edit, dict)
                mended.append(edited(text, edit["changes"][client.uri("small.ksy")]))
        assert SMALL in mended, wrong


def test_a_name_that_the_style_guide_asks_for_is_given_everywhere(client: Client) -> None:
    text = SMALL.replace("len_body", "size_of_body")
    client.open("small.ksy", text)
    [problem] = client.problems("small.ksy")
    assert problem["code"] == "Q208"
    [action] = actions(client, "small.ksy", problem)
    edit = action["edit"]
    assert isinstance(edit, dict)
    assert edited(text, edit["changes"][client.uri("small.ksy")]) == SMALL
