"""`quire view`: which page is written where."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.cli.conftest import Quire


def data_of(page: str) -> dict[str, object]:
    """What the page was given."""
    found = re.search(
        r'<script type="application/json" id="data">(.*?)</script>', Path(page).read_text("utf-8")
    )
    assert found is not None
    data: dict[str, object] = json.loads(found[1])
    return data


def test_the_page_of_a_file_is_called_like_it(quire: Quire) -> None:
    done = quire("view", "rows.cvc")
    assert (done.status, done.out) == (0, "rows.cvc.html: rows.cvc\n")
    data = data_of("rows.cvc.html")
    assert (data["name"], data["error"]) == ("rows.cvc", None)


def test_a_page_is_written_anew_but_no_other_file(quire: Quire) -> None:
    assert quire("view", "good.bin", "--spec", "good.ksy").status == 0
    assert quire("view", "good.bin", "--spec", "good.ksy").status == 0
    Path("good.bin.html").write_text("<p>mine", encoding="utf-8")
    done = quire("view", "good.bin", "--spec", "good.ksy")
    assert done.status == 2
    assert "name another file with -o" in done.err
    assert Path("good.bin.html").read_text("utf-8") == "<p>mine"


def test_a_file_that_is_damaged_has_a_page(quire: Quire) -> None:
    Path("bad.bin").write_bytes(b"\x05ab")
    done = quire("view", "bad.bin", "--spec", "good.ksy", "-o", "x.html", "--json")
    assert done.status == 0
    assert done.json()["page"] == "x.html"
    assert done.json()["error"]["offset"] == 1
    assert data_of("x.html")["error"] == {
        "text": "good: b at byte 1: requested 5 bytes, but only 2 bytes available",
        "path": "b",
    }


def test_a_file_of_no_bytes_has_a_page(quire: Quire) -> None:
    Path("empty.bin").write_bytes(b"")
    done = quire("view", "empty.bin", "--spec", "good.ksy", "-o", "x.html")
    assert done.status == 0
    assert "read in part: good: len_b at byte 0" in done.out


def test_a_file_of_no_known_format_has_none(quire: Quire) -> None:
    Path("unknown").write_bytes(b"?")
    done = quire("view", "unknown")
    assert done.status == 2
    assert not Path("unknown.html").exists()


def test_what_is_nested_deep_is_cut_off(quire: Quire) -> None:
    spec = "meta: {id: nest}\nseq: [{id: n, type: u1}, {id: inner, type: nest, if: n != 0}]\n"
    Path("nest.ksy").write_text(spec, encoding="utf-8")
    Path("nest.bin").write_bytes(b"\x01" * 150 + b"\x00")
    assert quire("view", "nest.bin", "--spec", "nest.ksy").status == 0
    assert data_of("nest.bin.html")["cut"] is True


def test_only_so_many_bytes_are_in_a_page(quire: Quire) -> None:
    Path("long.bin").write_bytes(b"\xffx" + bytes(range(256)) * 4096)
    spec = "meta: {id: long}\nseq: [{id: all, size-eos: true}]\n"
    Path("long.ksy").write_text(spec, encoding="utf-8")
    assert quire("view", "long.bin", "--spec", "long.ksy", "--max-bytes", "1000").status == 0
    streams = data_of("long.bin.html")["streams"]
    assert streams == [{"name": "", "size": 1_048_578, "held": 1000}]
    assert Path("long.bin.html").stat().st_size < 100_000


def test_what_is_for_pages_is_refused_for_servers(quire: Quire) -> None:
    done = quire("view", "rows.cvc", "--serve", "-o", "x.html")
    assert done.status == 2
    assert "leave -o and --max-bytes out" in done.err


def test_a_page_is_served_until_it_is_stopped(quire: Quire) -> None:
    assert quire("formats").status == 0  # in the folder with the files
    command = [sys.executable, "-m", "quire.cli.main", "view", "rows.cvc", "--serve", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        text = "".join(iter(process.stdout.readline, "}\n")) + "}"
        address = json.loads(text)["address"]
        with urllib.request.urlopen(address + "bytes/0", timeout=20) as answer:  # noqa: S310  # ours
            assert answer.read() == Path("rows.cvc").read_bytes()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
