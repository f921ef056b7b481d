"""JSON headers that are not JSON, or not what a header must be."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.cvc import open_cvc
from quire.runtime import FormatError
from tests.formats.cvc.conftest import Refused, assert_complete
from tests.formats.cvc.layout import (
    CODES,
    HALVES,
    SMALL,
    Layout,
    Place,
    dotted,
    header_start,
    json_of,
    v0,
    v1,
    with_json,
    without,
)

each_layout = pytest.mark.parametrize("layout", [v0, v1])

OF_THE_FILE: list[Place] = [("num_vectors",), ("dimension",)]
ROWS: list[Place] = [("chunks", 0, "rows"), ("chunks", 1, "rows")]
FLOATS: list[Place] = [("chunks", 1, "min"), ("chunks", 1, "scale")]
TEXTS: list[Place] = [("compression",), ("chunks", 0, "compression")]

NOT_NUMBERS = {
    '"3"': "a string",
    "null": "null",
    "true": "a boolean",
    "[3]": "a list",
    "{}": "an object",
}
NOT_FINITE = ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" + "0" * 400]


# -- not JSON ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (b"{  ", 3),
        (b'{"num_vectors": 5', 17),
        (b'{"num_vectors": 5;}', 17),
        (b"{'num_vectors': 5}", 1),
        (b'{"num_vectors": 05}', 17),
        (b'{"num_vectors": 5} x', 19),
        (b'{"num_vectors": nan}', 16),
        (b'{"a": "\n"}', 7),
        (b'{"\xc3\xa9": }', 7),
    ],
)
@each_layout
def test_broken_json_is_located(layout: Layout, text: bytes, where: int, refused: Refused) -> None:
    error = refused(layout(text, HALVES, CODES))
    assert error.path == "header"
    assert error.offset == header_start(layout) + where
    assert error.expected == "JSON"


@pytest.mark.parametrize("byte", [b"\xff", b"\x80", b"\xc3", b"\xed\xa0\x80"])
@each_layout
def test_a_byte_that_is_not_utf8_is_located(layout: Layout, byte: bytes, refused: Refused) -> None:
    text = json_of({**SMALL, "note": "@"})
    where = text.index(b"@")
    error = refused(layout(text.replace(b"@", byte), HALVES, CODES))
    assert error.path == "header"
    assert error.offset == header_start(layout) + where
    assert error.expected == "UTF-8"
    assert error.found == f"byte 0x{byte[0]:02x}"


@pytest.mark.parametrize("opening", ["[", '{"a":'])
@each_layout
def test_json_that_is_nested_too_deep_is_refused(
    layout: Layout, opening: str, refused: Refused
) -> None:
    error = refused(layout(with_json(SMALL, ("note",), opening * 100_000), HALVES, CODES))
    assert (error.path, error.offset) == ("header", header_start(layout))
    assert error.expected == "at most 128 lists and objects in each other"


@pytest.mark.parametrize(
    ("key", "twice"),
    [
        (b'"dimension": 4', b'"dimension": 4, "dimension": 4'),
        (b'"rows": 3', b'"rows": 3, "rows": 3'),
        (b'"scale": 0.5', b'"scale": 0.5, "scale": 0.25'),
    ],
)
@each_layout
def test_a_key_that_is_there_twice_is_refused(
    layout: Layout, key: bytes, twice: bytes, refused: Refused
) -> None:
    error = refused(layout(json_of(SMALL).replace(key, twice), HALVES, CODES))
    assert (error.path, error.offset) == ("header", header_start(layout))
    name = key.split(b'"')[1].decode()
    assert error.expected == "each key once"
    assert error.found == f"`{name}` twice"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b" []", "a list"),
        (b" 3", "3"),
        (b' "x"', "a string"),
        (b" null", "null"),
        (b" true", "a boolean"),
    ],
)
@each_layout
def test_json_that_is_no_object_is_refused(
    layout: Layout, text: bytes, found: str, refused: Refused
) -> None:
    error = refused(layout(text + b" " * 20, HALVES, CODES))
    assert (error.path, error.offset) == ("header", header_start(layout))
    assert (error.expected, error.found) == ("an object", found)


@pytest.mark.parametrize("text", [b"", b"x", b"[]", b"\0" * 40, b"\xef\xbb\xbf{}"])
@each_layout
def test_a_header_that_does_not_begin_like_one_is_refused(
    layout: Layout, text: bytes, refused: Refused
) -> None:
    refused(layout(text, HALVES, CODES))


# -- keys ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place", [*OF_THE_FILE, *ROWS, *FLOATS, ("compression",), ("chunks",)], ids=dotted
)
@each_layout
def test_a_missing_key_is_named(layout: Layout, place: Place, refused: Refused) -> None:
    error = refused(layout(without(SMALL, place), HALVES, CODES))
    assert (error.path, error.offset) == (dotted(place), header_start(layout))
    assert error.found == "no such key"


@pytest.mark.parametrize(("text", "found"), [*NOT_NUMBERS.items(), ("3.0", "3.0"), ("3e0", "3.0")])
@pytest.mark.parametrize("place", [*OF_THE_FILE, *ROWS], ids=dotted)
@each_layout
def test_a_count_that_is_no_integer_is_refused(
    layout: Layout, place: Place, text: str, found: str, refused: Refused
) -> None:
    error = refused(layout(with_json(SMALL, place, text), HALVES, CODES))
    assert (error.path, error.offset) == (dotted(place), header_start(layout))
    assert (error.expected, error.found) == ("an integer", found)


@pytest.mark.parametrize(("text", "found"), NOT_NUMBERS.items())
@pytest.mark.parametrize("place", FLOATS, ids=dotted)
@each_layout
def test_a_parameter_that_is_no_number_is_refused(
    layout: Layout, place: Place, text: str, found: str, refused: Refused
) -> None:
    error = refused(layout(with_json(SMALL, place, text), HALVES, CODES))
    assert (error.path, error.offset) == (dotted(place), header_start(layout))
    assert (error.expected, error.found) == ("a number", found)


@pytest.mark.parametrize("text", NOT_FINITE, ids=lambda text: text[:9])
@pytest.mark.parametrize("place", FLOATS, ids=dotted)
@each_layout
def test_a_parameter_that_is_not_finite_is_refused(
    layout: Layout, place: Place, text: str, refused: Refused
) -> None:
    error = refused(layout(with_json(SMALL, place, text), HALVES, CODES))
    assert (error.path, error.offset) == (dotted(place), header_start(layout))
    assert error.expected == "a finite number"


@pytest.mark.parametrize("text", ["1e39", "-1e300"])
@pytest.mark.parametrize("place", FLOATS, ids=dotted)
@each_layout
def test_a_parameter_beyond_float32_is_refused(
    layout: Layout, place: Place, text: str, refused: Refused
) -> None:
    error = refused(layout(with_json(SMALL, place, text), HALVES, CODES))
    assert error.path in {dotted(place), f"chunks[1].payload.{place[-1]}"}
    assert "finite float32" in error.expected
    assert str(float(text)) in error.found


@pytest.mark.parametrize(
    ("text", "found"),
    [("1", "1"), ("null", "null"), ("true", "a boolean"), ("[]", "a list"), ("{}", "an object")],
)
@pytest.mark.parametrize("place", TEXTS, ids=dotted)
@each_layout
def test_a_compression_that_is_no_string_is_refused(
    layout: Layout, place: Place, text: str, found: str, refused: Refused
) -> None:
    error = refused(layout(with_json(SMALL, place, text), HALVES, CODES))
    assert (error.path, error.offset) == (dotted(place), header_start(layout))
    assert (error.expected, error.found) == ("a string", found)


@pytest.mark.parametrize(
    ("text", "found"),
    [("1", "1"), ("null", "null"), ("true", "a boolean"), ('"x"', "a string"), ("{}", "an object")],
)
@each_layout
def test_chunks_that_are_no_list_are_refused(
    layout: Layout, text: str, found: str, refused: Refused
) -> None:
    error = refused(layout(with_json(SMALL, ("chunks",), text), HALVES, CODES))
    assert (error.path, error.offset) == ("header.chunks", header_start(layout))
    assert (error.expected, error.found) == ("a list", found)


@pytest.mark.parametrize(
    ("text", "found"),
    [("1", "1"), ("null", "null"), ("true", "a boolean"), ('"x"', "a string"), ("[]", "a list")],
)
@each_layout
def test_a_chunk_that_is_no_object_is_refused(
    layout: Layout, text: str, found: str, refused: Refused
) -> None:
    error = refused(layout(with_json(SMALL, ("chunks", 1), text), HALVES, CODES))
    assert (error.path, error.offset) == ("header.chunks[1]", header_start(layout))
    assert (error.expected, error.found) == ("an object", found)


@pytest.mark.parametrize("place", [*OF_THE_FILE, *ROWS], ids=dotted)
@each_layout
def test_a_negative_count_is_refused(layout: Layout, place: Place, refused: Refused) -> None:
    header = with_json(SMALL, place, "-1")
    error = refused(layout(header, HALVES, CODES))
    assert (error.path, error.offset) == (dotted(place), header_start(layout))
    assert error.found == "-1"


def refused_when_read(data: bytes, path: Path) -> FormatError:
    """The error of the first chunk of a file that can be opened, and whose second can be read."""
    path.write_bytes(data)
    with open_cvc(path) as file:
        assert len(file.chunk(1)) == 2
        with pytest.raises(FormatError) as caught:
            file.chunk(0)
    assert_complete(caught.value, len(data))
    return caught.value


@pytest.mark.parametrize("name", ["zstd", "FP16", "int8 ", "", "\ud800"])
@each_layout
def test_a_compression_that_is_not_known_is_refused_where_it_is_used(
    layout: Layout, name: str, tmp_path: Path
) -> None:
    chunks = [{**SMALL["chunks"][0], "compression": name}, SMALL["chunks"][1]]
    data = layout({**SMALL, "chunks": chunks}, HALVES, CODES)
    error = refused_when_read(data, tmp_path / "bad.cvc")
    assert error.path == "chunks[0].payload"
    assert error.offset == data.index(HALVES)
    assert error.found == repr(name)
    str(error).encode()


@each_layout
def test_a_default_compression_that_is_not_known_is_refused_where_it_is_used(
    layout: Layout, tmp_path: Path
) -> None:
    header = without({**SMALL, "compression": "zstd"}, ("chunks", 0, "compression"))
    error = refused_when_read(layout(header, HALVES, CODES), tmp_path / "bad.cvc")
    assert (error.path, error.found) == ("chunks[0].payload", "'zstd'")


@each_layout
def test_a_flag_that_is_no_boolean_is_refused(layout: Layout, refused: Refused) -> None:
    error = refused(layout({**SMALL, "mmap_optimized": 1}, HALVES, CODES))
    assert (error.path, error.offset) == ("header.mmap_optimized", header_start(layout))
    assert (error.expected, error.found) == ("true or false", "1")
