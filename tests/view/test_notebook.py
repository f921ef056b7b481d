"""A record in a notebook."""

from __future__ import annotations

import re
import struct
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import quire
from quire.generated.png import Png
from quire.runtime.lists.lazy import Lazy
from tests.view.conftest import PICTURE

SPEC = """
meta: {id: many, endian: le, encoding: UTF-8}
seq:
  - {id: count, type: u4}
  - {id: pairs, type: pair, repeat: expr, repeat-expr: count}
  - {id: len_text, type: u1}
  - {id: text, type: str, size: len_text}
instances:
  beyond: {pos: 100000000, type: u1}
types:
  pair: {seq: [{id: a, type: u1}, {id: b, type: u2}]}
"""


@pytest.fixture
def many(tmp_path: Path) -> Any:
    path = tmp_path / "many.ksy"
    path.write_text(SPEC)
    return quire.compile(path).Many


def file_of(count: int, text: bytes) -> bytes:
    pairs = b"".join(struct.pack("<BH", i % 256, i % 65536) for i in range(count))
    return struct.pack("<I", count) + pairs + bytes([len(text)]) + text


def test_the_tree_has_names_types_and_values() -> None:
    html = Png.from_file(PICTURE)._repr_html_()
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))
    assert "width u4be 48" in text
    assert "color u1 color palette (3)" in text
    assert "@header png::header → chunks[0].body" in text


def test_an_image_is_shown_as_it_is_decoded() -> None:
    record = Png.from_file(PICTURE)
    addresses = re.findall(r'src="data:image/png;base64,([^"]*)"', record._repr_html_())
    shown = np.asarray(Image.open(BytesIO(b64decode(addresses[-1]))))
    assert shown.shape == (48, 48)
    shades = record.image.decode()[:, :, 0]
    assert np.array_equal(shown, shades * 85)  # of two bits, stretched


def test_texts_of_a_file_are_no_markup(many: Any) -> None:
    html = many.from_bytes(file_of(1, b"<img src=x onerror=alert(1)>"))._repr_html_()
    assert "<img" not in html
    assert "&lt;img src=x" in html
    assert "<script" not in html


def test_a_record_that_was_built_or_edited_is_shown(many: Any) -> None:
    assert "&lt;b&gt;" in many.build(pairs=[{"a": 1, "b": 2}], text="<b>")._repr_html_()
    record = many.from_bytes(file_of(3, b"old"))
    record.text = "new text"
    record.pairs.append({"a": 7, "b": 777})
    html = record._repr_html_()
    assert "new text" in html
    assert "777" in html
    assert record.to_bytes()[-8:] == b"new text"


def test_of_many_records_few_are_made_and_the_rest_is_counted(many: Any) -> None:
    record = many.from_bytes(file_of(500_000, b"x"))
    html = record._repr_html_()
    assert "499,984 more" in html
    assert len(html) < 50_000
    assert type(record.pairs) is Lazy
    assert len(record.pairs._made) < 1000


def test_an_instance_that_cannot_be_read_says_why(many: Any) -> None:
    html = many.from_bytes(file_of(0, b""))._repr_html_()
    assert "✕ requested 1 bytes" in html


def test_a_part_of_a_file_is_shown_alone() -> None:
    html = Png.from_file(PICTURE).chunks[1]._repr_html_()
    assert "PLTE" in html
    assert "IDAT" not in html


def test_nothing_is_left_of_what_was_read_for_it() -> None:
    record = Png.from_file(PICTURE)
    record._repr_html_()
    assert "image" not in vars(record)
    assert "header" not in vars(record)
