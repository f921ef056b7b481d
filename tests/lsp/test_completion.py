"""What an editor offers while a spec is typed, often in a text that is no YAML yet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from quire.generator.syntax import keys
from tests.lsp.client import Client
from tests.lsp.conftest import SHARED, SMALL, SPECS

PNG = (SPECS / "png.ksy").read_text(encoding="utf-8")
TYPES = ["small", "small::part", "part", "shared"]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("typed")
    (folder / "shared.ksy").write_text(SHARED, encoding="utf-8")
    found = Client(folder)
    found.open("small.ksy", SMALL)
    found.open("png.ksy", PNG)
    yield found
    assert found.close() == 0


def offered(client: Client, text: str, name: str = "small.ksy") -> list[str]:
    """What may stand at the `|` of a text, or at the `¦` of one that has that, too."""
    before, _, after = text.partition("¦" if "¦" in text else "|")
    client.change(name, before + after)
    return client.labels(name, (before.count("\n"), len(before) - (before.rfind("\n") + 1)))


def typed(old: str, new: str) -> str:
    """The small spec with one thing changed."""
    assert SMALL.count(old) == 1
    return SMALL.replace(old, new)


# -- keys ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (SMALL + "|", set(keys.TYPE) - {"meta", "seq", "instances", "types", "enums"}),
        (typed("    doc: A part of the file.\n", "    |\n"), set(keys.TYPE) - {"params", "seq"}),
        (typed("imports: [shared]}", "imports: [shared], |}"), set(keys.META) - {
            "id", "endian", "imports"}),
        (typed("{id: len_whole, type: u4}", "{id: len_whole, type: u4, |}"), {"enum", "doc",
            "doc-ref"}),
        (typed("{id: packed, doc: Bytes are packed.}", "{id: packed, d|}"), {"doc", "doc-ref"}),
    ],
)  # fmt: skip  # laid out as a table
def test_keys_are_those_of_the_place_that_are_not_there(
    client: Client, text: str, place: set[str]
) -> None:
    assert set(offered(client, text)) == place


@pytest.mark.parametrize(
    "text",
    [
        typed("    repeat: expr\n", "    repeat: expr\n    |\n"),
        typed("    repeat: expr\n", "    repeat: expr\n    en|\n"),
        typed("{id: body, size: len_body}", "{id: body, size: len_body, |}"),
        typed("{id: body, size: len_body}", "{id: body, size: len_body, en|"),
        typed("{id: tail, type: shared}", "{id: tail, type: shared}\n  - |"),
        typed("{id: tail, type: shared}", "{id: tail, type: shared}\n  - i|"),
    ],
)
def test_keys_of_a_field_are_offered_in_each_way_of_writing_it(client: Client, text: str) -> None:
    found = offered(client, text)
    assert {"enum", "-default", "valid", "if"} <= set(found)
    assert "value" not in found
    assert "pos" not in found


def test_keys_of_an_instance_have_its_own(client: Client) -> None:
    found = offered(client, typed("    value: parts[0].kind\n", "    |\n"))
    assert {"value", "pos", "io", "-align"} <= set(found)
    assert "-derive" not in found


def test_keys_inside_of_quires_own_keys_are_offered(client: Client) -> None:
    found = offered(client, PNG.replace("{algorithm: crc32, over:", "{algorithm: crc32, ¦over:"),
                    "png.ksy")  # fmt: skip  # a text of its own
    assert {"own", "init", "if"} <= set(found)


def test_a_key_is_offered_with_what_it_means(client: Client) -> None:
    text = typed("    repeat: expr\n", "    repeat: expr\n    |\n")
    offered(client, text)
    before = text.partition("|")[0]
    place = (before.count("\n"), 4)
    items = client.at("completion", "small.ksy", place)["items"]
    [found] = [item for item in items if item["label"] == "size-eos"]
    assert found["detail"] == "`true`: the field goes to the end of the stream."
    assert found["insertText"] == "size-eos: "


# -- words, types and enums ------------------------------------------------------------------


def test_the_words_of_a_key_are_offered(client: Client) -> None:
    assert offered(client, typed("repeat: expr\n", "repeat: |\n")) == ["eos", "expr", "until"]
    assert offered(client, typed("endian: le, imports", "endian: |, imports")) == ["le", "be"]
    assert "zlib" in offered(client, typed("size: len_body}", "size: len_body, process: |}"))


def test_types_are_offered_by_the_names_that_they_have_there(client: Client) -> None:
    found = offered(client, typed("{id: tail, type: shared}", "{id: tail, type: |}"))
    assert {"part", "shared", "u4", "strz", "b1"} <= set(found)


def test_types_are_offered_in_the_cases_of_a_switch(client: Client) -> None:
    switch = "type: {switch-on: num_parts, cases: {1: |}}"
    found = offered(client, typed("type: shared}", f"{switch}}}"))
    assert {"part", "shared", "u4"} <= set(found)


def test_enums_are_offered(client: Client) -> None:
    assert offered(client, typed("enum: kinds}", "enum: |}")) == ["kinds"]


def test_specs_of_the_folder_are_offered_as_imports(client: Client) -> None:
    assert offered(client, typed("imports: [shared]", "imports: [|]")) == ["shared"]


# -- expressions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        typed("size: len_body}", "size: |}"),
        typed("size: len_body}", "size: len_|}"),
        typed("size: len_body}", "size: 2 * (num_parts + |}"),
        typed("    repeat-expr: num_parts\n", "    repeat-expr: 1 + |\n"),
        typed("    value: parts[0].kind\n", '    value: \'"a" == |\n'),
    ],
)
def test_members_of_the_type_are_offered(client: Client, text: str) -> None:
    found = offered(client, text)
    assert {"num_parts", "len_body", "parts", "first_kind", "_root", "_parent", "_io"} <= set(found)
    assert "len_text" not in found


@pytest.mark.parametrize(
    ("expression", "wanted", "unwanted"),
    [
        ("parts[0].|", {"kind", "len_text", "text", "rest", "_io", "_parent"}, {"num_parts"}),
        ("parts.first.|", {"kind", "len_text"}, {"num_parts"}),
        ("parts[num_parts - 1].te|", {"text"}, {"num_parts"}),
        ("parts[0].text.|", {"length", "reverse", "substring", "to_i"}, {"kind"}),
        ("parts.|", {"first", "last", "size", "min"}, {"kind", "map"}),
        ("_root.tail.|", {"is_last"}, {"kind"}),
        ("parts[0]._parent.|", {"num_parts", "tail"}, {"kind"}),
        ("_io.|", {"size", "pos", "eof"}, {"kind"}),
        ("kinds::|", {"plain", "packed"}, {"num_parts"}),
        ("parts[0].kind == kinds::p|", {"plain", "packed"}, set()),
        ("parts[0].kind.|", {"to_i"}, {"length"}),
        ("1 + parts[parts[0].|", {"kind", "len_text"}, {"num_parts"}),
        ("(parts[0].|kind == kinds::plain) and", {"kind", "len_text"}, set()),
        ("body.as<|>", {"part", "shared"}, set()),
    ],
)
def test_members_are_followed_through_types(
    client: Client, expression: str, wanted: set[str], unwanted: set[str]
) -> None:
    found = set(offered(client, typed("value: parts[0].kind\n", f"value: {expression}\n")))
    assert wanted <= found
    assert not unwanted & found


def test_the_element_is_offered_where_it_is_asked_about(client: Client) -> None:
    until = "repeat: until\n    repeat-until: |\n"
    found = offered(client, typed("repeat: expr\n    repeat-expr: num_parts\n", until))
    assert {"_", "_index"} <= set(found)
    member = until.replace("|", "_.|")
    found = offered(client, typed("repeat: expr\n    repeat-expr: num_parts\n", member))
    assert "len_text" in found
    assert "_" not in offered(client, typed("size: len_body}", "size: |}"))


def test_an_element_of_a_list_is_followed_in_a_real_spec(client: Client) -> None:
    line = next(each for each in PNG.split("\n") if ".where(_.kind" in each)
    text = PNG.replace(line, line.replace(".where(_.kind", ".where(_.¦kind", 1), 1)
    found = offered(client, text, "png.ksy")
    assert {"kind", "body", "len_body"} <= set(found)


# -- texts that are half typed ---------------------------------------------------------------


def test_what_is_half_typed_never_ends_the_server(client: Client) -> None:
    """Every answer comes, whatever is cut out of the text and wherever the cursor is."""
    random_ = random.Random(30)  # noqa: S311  # texts, no secrets
    for _ in range(40):
        start = random_.randrange(len(SMALL))
        length = random_.choice([1, 3, 20, 200])
        put = random_.choice(["", "{", "[", "'", ":", "\t", "&a", "*a", "- ", "\x00", "😀", "."])
        text = SMALL[:start] + put + SMALL[start + length :]
        client.change("small.ksy", text)
        line = text[:start].count("\n")
        place = (line, start - (text.rfind("\n", 0, start) + 1))
        for method in ("completion", "hover", "definition", "prepareRename"):
            client.at(method, "small.ksy", place)
        client.at("references", "small.ksy", place, context={"includeDeclaration": True})
        document = {"uri": client.uri("small.ksy")}
        client.ask("textDocument/documentSymbol", textDocument=document)
    client.change("small.ksy", SMALL)
    assert client.problems("small.ksy") == []


@pytest.mark.parametrize(
    "text", ["", "|", "a", "[", "- a", "meta: 1", "meta: {id: [}", "\x00", "---"]
)
def test_what_is_no_spec_has_an_answer(client: Client, text: str) -> None:
    client.change("small.ksy", text)
    assert isinstance(client.labels("small.ksy", (0, len(text))), list)
    client.change("small.ksy", SMALL)
    assert client.problems("small.ksy") == []


def test_where_the_text_was_broken_the_last_one_that_was_whole_is_known(client: Client) -> None:
    client.change("small.ksy", SMALL)
    client.problems("small.ksy")
    broken = SMALL.replace("enums:\n", "enums: [\n")
    client.change("small.ksy", broken)
    assert [each["code"] for each in client.problems("small.ksy")] == ["Q102"]
    line = next(n for n, each in enumerate(broken.split("\n")) if "repeat-expr" in each)
    found = client.at("hover", "small.ksy", (line, 20))
    assert found["contents"]["value"].startswith("field `small.num_parts`")


def test_a_path_of_the_disk_is_not_needed(tmp_path: Path) -> None:
    client = Client(tmp_path)
    document = {"uri": "untitled:Untitled-1", "languageId": "kaitai", "version": 1, "text": SHARED}
    client.tell("textDocument/didOpen", textDocument=document)
    found = client.ask(
        "textDocument/hover",
        textDocument={"uri": "untitled:Untitled-1"},
        position={"line": 2, "character": 10},
    )
    assert found["contents"]["value"].startswith("field `shared.is_last`")
    assert client.close() == 0
