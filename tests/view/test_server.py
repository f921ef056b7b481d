"""The page as it is served: ranges of bytes, lines when they are asked for, and nobody else."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generator.pipeline import Options
from quire.runtime.reading.source import contents
from quire.view.page import view_of
from quire.view.server import ViewServer
from quire.view.spec_text import SpecText
from tests.view.marks import mark

Ask = Callable[..., http.client.HTTPResponse]


@pytest.fixture
def ask(server: ViewServer) -> Iterator[Ask]:
    """`ask("bytes/0", Range="bytes=0-3")`: the answer to a question below the address."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)

    def asked(what: str, *, secret: str | None = None, **headers: str) -> http.client.HTTPResponse:
        place = server.secret if secret is None else secret
        connection.request("GET", f"/{place}/{what}", headers=headers)
        return connection.getresponse()

    yield asked
    connection.close()


def told(answer: http.client.HTTPResponse) -> Any:
    assert answer.status == 200
    return json.loads(answer.read())


def test_it_listens_to_this_machine_alone(server: ViewServer) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_a_range_of_bytes_is_what_stands_there(ask: Ask, marks: Path) -> None:
    answer = ask("bytes/0", Range="bytes=1000000-1000009")
    assert answer.status == 206
    assert answer.read() == marks.read_bytes()[1_000_000:1_000_010]
    assert answer.headers["Content-Range"] == f"bytes 1000000-1000009/{marks.stat().st_size}"


@pytest.mark.parametrize("range_", ["bytes=99999999-", "bytes=-5", "bytes=0-1,4-5", "lines=1-2"])
def test_a_range_that_is_not_there_is_refused(ask: Ask, range_: str) -> None:
    answer = ask("bytes/0", Range=range_)
    assert answer.status == 416
    answer.read()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_who_calls_it_by_another_name_is_refused(ask: Ask, host: str) -> None:
    answer = ask("", Host=host)
    assert answer.status == 403
    assert b"marks" not in answer.read()


@pytest.mark.parametrize("secret", ["", "guess", "bytes"])
def test_who_does_not_know_the_address_is_refused(ask: Ask, secret: str) -> None:
    answer = ask("bytes/0", secret=secret)
    assert answer.status == 404
    answer.read()


@pytest.mark.parametrize(
    "what",
    [
        "children?path=nothing&from=0",
        "children?path=marks[100000]&from=0",
        "children?path=count[0]&from=0",
        "children?path=..&from=0",
        "children?path=marks&from=many",
        "children?path=marks",
        "children?path=marks&from=-5",
        "children?path=marks&from=0&to=1e9",
        "at?stream=-1&byte=0",
        "at?stream=0&byte=" + "9" * 5000,
        "bytes/-1",
        "at?stream=1&byte=0",
        "at?stream=x&byte=0",
        "bytes/1",
        "bytes/x",
        "../../../etc/passwd",
        "page.py",
    ],
)
def test_what_is_not_there_is_not_found(ask: Ask, what: str) -> None:
    answer = ask(what)
    assert answer.status == 404
    answer.read()


def test_elements_are_given_when_they_are_asked_for(ask: Ask) -> None:
    (way,) = told(ask("children?path=marks&from=70000&to=70003"))["ways"]
    assert [line["n"] for line in way["lines"]] == ["[70000]", "[70001]", "[70002]"]
    assert [line["c"][1]["v"] for line in way["lines"]] == ['"m70000"', '"m70001"', '"m70002"']


def test_many_are_given_in_parts(ask: Ask) -> None:
    (way,) = told(ask("children?path=marks&from=0"))["ways"]
    assert len(way["lines"]) == 1000


def test_the_way_to_a_byte_ends_at_its_innermost_field(ask: Ask) -> None:
    before = 4 + sum(len(mark(i)) for i in range(54_321))
    found = told(ask(f"at?stream=0&byte={before + 8}"))
    assert found["path"] == "marks[54321].number"
    assert [way["path"] for way in found["ways"]] == ["", "marks", "marks[54321]"]
    number = found["ways"][-1]["lines"][2]
    assert (number["v"], number["p"]) == ("54321", [0, before + 7, before + 11])


def test_the_page_has_no_bytes_of_the_file_and_may_ask_for_them(ask: Ask) -> None:
    page = ask("").read().decode()
    assert "connect-src &#39;self&#39;" in page
    assert '<script type="text/plain" class="piece"' not in page


def test_a_file_that_was_cut_off_meanwhile_is_gone_and_ends_nobody(
    tmp_path: Path, marks: Path
) -> None:
    copy = tmp_path / "copy.bin"
    copy.write_bytes(marks.read_bytes())
    spec = marks.with_suffix(".ksy")
    kind = quire.compile(spec).Marks
    view = view_of(kind, contents(copy, mmap=True), "copy.bin", "", SpecText(spec, Options()))
    with copy.open("r+b") as file:
        file.truncate(10)
    with pytest.raises(quire.runtime.errors.FileChangedError):
        view.streams.read(0, 1_000_000, 1_000_010)
