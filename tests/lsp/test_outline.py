"""The outline of a spec, and what a writer derives."""

from __future__ import annotations

from typing import Any

from tests.lsp.client import Client
from tests.lsp.conftest import SMALL, SPECS

ZIP = (SPECS / "zip.ksy").read_text(encoding="utf-8")
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}}


def outline(client: Client, name: str) -> dict[str, Any]:
    """The symbol of the whole spec."""
    found: list[dict[str, Any]] = client.ask(
        "textDocument/documentSymbol", textDocument={"uri": client.uri(name)}
    )
    [root] = found
    return root


def hints(client: Client, name: str, text: str) -> dict[str, str]:
    """What is shown behind the names of a document."""
    found = client.ask(
        "textDocument/inlayHint", textDocument={"uri": client.uri(name)}, range=WHOLE
    )
    lines, shown = text.split("\n"), {}
    for each in found:
        before = lines[each["position"]["line"]][: each["position"]["character"]]
        shown[before.rpartition(" ")[2]] = each["label"]
    return shown


def test_the_outline_has_types_fields_instances_params_and_enums(client: Client) -> None:
    root = outline(client, "small.ksy")
    assert root["name"] == "small"
    assert [(each["name"], each["kind"]) for each in root["children"]] == [
        ("magic", 8), ("num_parts", 8), ("len_body", 8), ("parts", 8), ("body", 8), ("tail", 8),
        ("first_kind", 7), ("is_plain", 7), ("part", 5), ("kinds", 10),
    ]  # fmt: skip  # laid out as a table
    part = next(each for each in root["children"] if each["name"] == "part")
    assert [each["name"] for each in part["children"]] == [
        "len_whole", "kind", "len_text", "text", "rest",
    ]  # fmt: skip  # laid out as a table


def test_what_is_inside_of_something_lies_in_its_range(client: Client) -> None:
    pending, count = [outline(client, "zip.ksy")], 0
    while pending:
        symbol = pending.pop()
        count += 1
        for inside in (symbol["selectionRange"], *(each["range"] for each in symbol["children"])):
            for edge in ("start", "end"):
                place = (inside[edge]["line"], inside[edge]["character"])
                start, end = symbol["range"]["start"], symbol["range"]["end"]
                assert (start["line"], start["character"]) <= place
                assert place <= (end["line"], end["character"]), symbol["name"]
        pending += symbol["children"]
    assert count > ZIP.count("- id: ")


def test_a_name_is_selected_where_it_stands(client: Client) -> None:
    lines, pending = ZIP.split("\n"), outline(client, "zip.ksy")["children"]
    while pending:
        symbol = pending.pop()
        start, end = symbol["selectionRange"]["start"], symbol["selectionRange"]["end"]
        assert lines[start["line"]][start["character"] : end["character"]] == symbol["name"]
        pending += symbol["children"]


def test_what_a_writer_derives_is_shown_behind_the_field(client: Client) -> None:
    assert hints(client, "small.ksy", SMALL) == {
        "num_parts": "← count of parts",
        "len_body": "← length of body",
        "len_text": "← length of text",
    }


def test_a_real_spec_shows_lengths_and_defaults(client: Client) -> None:
    shown = hints(client, "zip.ksy", ZIP)
    assert shown["len_comment"] == "← length of comment"
    assert shown["internal"] == "← default 0"


def test_a_size_that_is_measured_is_shown(client: Client) -> None:
    text = (SPECS / "finalfusion.ksy").read_text(encoding="utf-8")
    assert hints(client, "finalfusion.ksy", text)["len_data"] == "← measured size of data"
