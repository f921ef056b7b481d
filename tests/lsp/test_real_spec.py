"""Every feature, asked about a real spec: what it answers follows from the text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import plan_spec
from tests.lsp.client import Client, edited, place_of
from tests.lsp.conftest import SPECS

TEXT = (SPECS / "png.ksy").read_text(encoding="utf-8")
LINES = TEXT.split("\n")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("real")
    (folder / "png.ksy").write_text(TEXT, encoding="utf-8")
    found = Client(folder)
    found.open("png.ksy")
    assert found.problems("png.ksy") == []  # else a test would take them for those after a change
    yield found
    assert found.close() == 0


def line_of(text: str) -> int:
    """The one line that is this."""
    [found] = [number for number, line in enumerate(LINES) if line.strip() == text]
    return found


def test_hover_tells_type_size_place_and_doc(client: Client) -> None:
    place = place_of(TEXT, "dtype: {switch-on: header.bi|ts")
    told = client.at("hover", "png.ksy", place)["contents"]["value"]
    assert told.startswith("field `png::header.bits`: an integer (`u1`)")
    assert "1 byte, at byte 8 of `png::header`" in told  # after two numbers of four bytes
    place = place_of(TEXT, "\n  num_pie|ces:\n")
    assert "Chunks with pixels." in client.at("hover", "png.ksy", place)["contents"]["value"]


def test_definition_leads_to_the_line_that_gives_the_name(client: Client) -> None:
    found = client.at("definition", "png.ksy", place_of(TEXT, "    type: chu|nk\n"))
    assert found["uri"] == client.uri("png.ksy")
    assert found["range"]["start"]["line"] == line_of("chunk:")
    found = client.at(
        "definition", "png.ksy", place_of(TEXT, "shape: [header.height, header.wid|th")
    )
    assert found["range"]["start"]["line"] == TEXT[: TEXT.index("- id: width")].count(
        "\n"
    )  # of `header`, the first of several


def test_references_are_all_places_that_name_it(client: Client) -> None:
    place = place_of(TEXT, "header.num_chan|nels]")
    found = client.at("references", "png.ksy", place, context={"includeDeclaration": True})
    lines = {each["range"]["start"]["line"] for each in found}
    assert lines == {number for number, line in enumerate(LINES) if "num_channels" in line}


def test_rename_changes_the_name_and_nothing_else(client: Client, tmp_path: Path) -> None:
    place = place_of(TEXT, "header.num_chan|nels]")
    changes = client.at("rename", "png.ksy", place, newName="num_planes")["changes"]
    text = edited(TEXT, changes[client.uri("png.ksy")])
    assert text == TEXT.replace("num_channels", "num_planes")
    (tmp_path / "png.ksy").write_text(text, encoding="utf-8")
    problems = Problems()
    assert plan_spec(tmp_path / "png.ksy", problems) is not None, problems.text()


def test_symbols_are_those_of_the_spec(client: Client) -> None:
    [root] = client.ask("textDocument/documentSymbol", textDocument={"uri": client.uri("png.ksy")})
    names = {each["name"] for each in root["children"]}
    types = LINES[line_of("types:") + 1 : line_of("enums:")]
    wanted = {line.strip(" :") for line in types if line.startswith("  ") and line[2] not in " #"}
    assert {"magic", "chunks", "is_begun", "num_pieces", "image"} | wanted <= names


def test_hints_are_what_a_writer_derives(client: Client) -> None:
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": len(LINES), "character": 0}}
    document = {"uri": client.uri("png.ksy")}
    found = client.ask("textDocument/inlayHint", textDocument=document, range=whole)
    shown = {(LINES[each["position"]["line"]].strip(), each["label"]) for each in found}
    assert {("- id: kind", "← tag of body"), ("- id: bits", "← default 8")} <= shown


def test_completion_offers_the_members_of_the_type(client: Client) -> None:
    labels = client.labels("png.ksy", place_of(TEXT, "header.|num_channels]"))
    assert {"width", "height", "bits", "num_channels"} <= set(labels)
    assert "len_body" not in labels


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("header.num_channels]", "header.num_chanels]"),
        ("    type: chunk\n", "    type: chnuk\n"),
        ("    repeat: until\n", "    repaet: until\n"),
    ],
)
def test_a_mistake_is_told_and_mended_by_its_action(client: Client, right: str, wrong: str) -> None:
    text = TEXT.replace(right, wrong)
    client.change("png.ksy", text)
    problems = client.problems("png.ksy")
    document = {"uri": client.uri("png.ksy")}
    mended = []
    for problem in problems:
        context = {"diagnostics": [problem]}
        found = client.ask(
            "textDocument/codeAction",
            textDocument=document,
            range=problem["range"],
            context=context,
        )
        mended += [edited(text, each["edit"]["changes"][document["uri"]]) for each in found]
    client.change("png.ksy", TEXT)
    assert client.problems("png.ksy") == []
    assert TEXT in mended
