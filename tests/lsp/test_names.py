"""Names: what they mean, where they come from, where they are used, and other ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import plan_spec
from tests.lsp.client import Client, RefusedError, edited, place_of
from tests.lsp.conftest import SHARED, SMALL, SPECS

ZIP = (SPECS / "zip.ksy").read_text(encoding="utf-8")
PNG = (SPECS / "png.ksy").read_text(encoding="utf-8")


def shown(client: Client, name: str, text: str, marked: str) -> str:
    """What is said about a place."""
    found = client.at("hover", name, place_of(text, marked))
    return "" if found is None else str(found["contents"]["value"])


# -- hover ---------------------------------------------------------------------------------


def test_a_field_in_an_expression_is_told_with_its_type(client: Client) -> None:
    told = shown(client, "small.ksy", SMALL, "repeat-expr: num_pa|rts")
    assert told.startswith("field `small.num_parts`: an integer (`u2`)")
    assert "2 bytes, at byte 4 of `small`" in told


def test_a_field_behind_others_is_followed_to_its_type(client: Client) -> None:
    told = shown(client, "small.ksy", SMALL, "parts.first.ki|nd")
    assert told.startswith("field `small::part.kind`: enum `kinds` (`u1`)")
    assert "at byte 0 of `small::part`" in told


def test_a_field_whose_place_depends_on_the_data_has_no_offset(client: Client) -> None:
    told = shown(client, "small.ksy", SMALL, "{id: ta|il")
    assert told.startswith("field `small.tail`: type `shared`")
    assert "1 byte" in told
    assert "at byte" not in told


def test_what_is_said_about_a_field_and_a_label_is_shown(client: Client) -> None:
    assert shown(client, "small.ksy", SMALL, "{id: te|xt").endswith("What it says.")
    assert shown(client, "small.ksy", SMALL, "{id: pac|ked").splitlines() == [
        "`small::kinds::packed` = 2 (0x2)",
        "",
        "Bytes are packed.",
    ]


def test_a_type_is_told_with_its_size_if_that_is_constant(client: Client) -> None:
    assert shown(client, "small.ksy", SMALL, "type: sha|red") == "type `shared`, 1 byte"
    assert shown(client, "small.ksy", SMALL, "type: pa|rt(").startswith("type `small::part`\n")


def test_words_of_the_language_and_keys_are_told(client: Client) -> None:
    assert "record of the whole file" in shown(client, "small.ksy", SMALL, "_ro|ot.tail")
    assert "the number of elements" in shown(client, "small.ksy", SMALL, "repeat-ex|pr: num")
    assert "checksum" in shown(
        client, "png.ksy", PNG, "-check|sum: {algorithm: crc32, over: {from: kind"
    )


def test_where_nothing_is_named_nothing_is_said(client: Client) -> None:
    assert shown(client, "small.ksy", SMALL, "meta|: {id") != ""
    assert client.at("hover", "small.ksy", (1000, 1000)) is None


# -- definition and references -------------------------------------------------------------


def text_at(text: str, location: dict[str, dict[str, dict[str, int]]]) -> tuple[int, str]:
    """The line and the text of a place."""
    start, end = location["range"]["start"], location["range"]["end"]
    line = text.split("\n")[start["line"]]
    return start["line"], line[start["character"] : end["character"]]


def test_a_name_leads_to_where_it_is_given(client: Client) -> None:
    found = client.at("definition", "small.ksy", place_of(SMALL, "parts.first.ki|nd"))
    assert found["uri"] == client.uri("small.ksy")
    assert text_at(SMALL, found) == (SMALL[: SMALL.index("- {id: kind")].count("\n"), "kind")


@pytest.mark.parametrize("marked", ["type: sha|red", "_root.tail.is_|last"])
def test_a_name_of_another_spec_leads_to_its_file(client: Client, marked: str) -> None:
    found = client.at("definition", "small.ksy", place_of(SMALL, marked))
    assert found["uri"] == client.uri("shared.ksy")
    assert text_at(SHARED, found)[1] in ("shared", "is_last")


def test_an_import_leads_to_its_file(client: Client) -> None:
    found = client.at("definition", "small.ksy", place_of(SMALL, "imports: [sha|red]"))
    assert found["uri"] == client.uri("shared.ksy")


def test_all_places_that_name_something_are_found(client: Client) -> None:
    place = place_of(SMALL, "{id: len_bo|dy")
    found = client.at("references", "small.ksy", place, context={"includeDeclaration": True})
    lines = [text_at(SMALL, each) for each in found]
    wanted = [(n, "len_body") for n, line in enumerate(SMALL.split("\n")) if "len_body" in line]
    assert sorted(lines) == wanted


def test_a_spec_that_imports_one_is_among_those_that_name_its_fields(client: Client) -> None:
    place = place_of(SHARED, "{id: is_|last")
    found = client.at("references", "shared.ksy", place, context={"includeDeclaration": False})
    assert [each["uri"] for each in found] == [client.uri("small.ksy")]
    assert text_at(SMALL, found[0])[1] == "is_last"


def test_fields_of_one_name_in_two_types_of_a_real_spec_are_told_apart(client: Client) -> None:
    lines = ZIP.split("\n")
    given = [n for n, line in enumerate(lines) if line.strip() == "- id: len_extra"]
    used = [n for n, line in enumerate(lines) if "len_extra" in line and n not in given]
    assert len(given) == 2
    found = client.at("references", "zip.ksy", (given[0], 14), context={"includeDeclaration": True})
    first = {given[0], *(n for n in used if given[0] < n < given[1])}
    assert {text_at(ZIP, each) for each in found} == {(n, "len_extra") for n in first}


# -- rename ----------------------------------------------------------------------------------


def renamed(client: Client, marked: str, name: str) -> dict[str, str]:
    """The texts of files after a rename."""
    found = client.at("rename", "small.ksy", place_of(SMALL, marked), newName=name)
    texts = {"small.ksy": SMALL, "shared.ksy": SHARED}
    return {
        file: edited(text, found["changes"].get(client.uri(file), []))
        for file, text in texts.items()
    }


@pytest.mark.parametrize(
    ("marked", "old", "new"),
    [
        ("{id: len_bo|dy", "len_body", "len_data"),
        ("parts.first.ki|nd", "kind", "sort"),
        ("kinds::pl|ain", "plain", "simple"),
        ("enum: kin|ds", "kinds", "sorts"),
        ("type: pa|rt(", "part", "piece"),
        ("{id: len_wh|ole", "len_whole", "len_all"),
        ("_root.tail.is_|last", "is_last", "is_final"),
        ("type: sha|red", "shared", "common"),
    ],
)
def test_a_renamed_spec_is_the_same_but_for_the_name(
    client: Client, marked: str, old: str, new: str, tmp_path: Path
) -> None:
    texts = renamed(client, marked, new)
    for name, text in texts.items():
        before = {"small.ksy": SMALL, "shared.ksy": SHARED}[name]
        assert text.replace(new, old) == before
        imported = "common" if new == "common" else "shared"
        file = "common.ksy" if new == "common" and name == "shared.ksy" else name
        stored = text.replace("imports: [shared]", f"imports: [{imported}]")
        (tmp_path / file).write_text(stored, encoding="utf-8")
    assert any(new in text for text in texts.values())
    problems = Problems()
    plan = plan_spec(tmp_path / "small.ksy", problems)
    assert plan is not None, problems.text()


@pytest.mark.parametrize(
    ("marked", "name", "reason"),
    [
        ("{id: len_bo|dy", "lenBody", "is not a name"),
        ("{id: len_bo|dy", "", "is not a name"),
        ("{id: len_bo|dy", "tail", "`tail` exists already"),
        ("{id: pac|ked", "plain", "`plain` exists already"),
        ("{id: len_bo|dy", "null", "is a word"),
        ("meta|: {id: small", "data", "there is no name here"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    client: Client, marked: str, name: str, reason: str
) -> None:
    with pytest.raises(RefusedError, match=reason):
        client.at("rename", "small.ksy", place_of(SMALL, marked), newName=name)


def test_what_can_be_renamed_is_told_before(client: Client) -> None:
    assert client.at("prepareRename", "small.ksy", place_of(SMALL, "{id: len_bo|dy")) is not None
    assert client.at("prepareRename", "small.ksy", place_of(SMALL, "_ro|ot.tail")) is None
