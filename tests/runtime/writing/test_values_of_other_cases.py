"""Values that are not of the case that was chosen for them are refused with what chose it."""

import io
import wave
from typing import Any

import pytest

import quire
from quire import FormatError
from quire.generated.wav import Wav

SPEC = """
meta: {id: box, endian: le, encoding: ASCII}
seq:
  - {id: chunks, type: chunk, repeat: eos}
types:
  chunk:
    seq:
      - {id: kind, type: u1}
      - {id: len_body, type: u1}
      - {id: body, size: len_body, type: {switch-on: kind, cases: {1: number, 2: name, _: name}}}
  plain:
    seq:
      - {id: kind, type: u1}
      - {id: body, size: 2, type: {switch-on: kind + 1, cases: {2: number, 3: name}}}
  listed:
    seq:
      - {id: kind, type: u1}
      - {id: parts, size: 2, type: {switch-on: kind, cases: {1: number}}, repeat: eos}
  number: {seq: [{id: value, type: u2}]}
  name: {seq: [{id: text, type: str, size-eos: true}]}
"""


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("specs") / "box.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Box


def refusal(record: Any) -> str:
    with pytest.raises(FormatError) as caught:
        record.to_bytes()
    assert isinstance(caught.value, TypeError)
    return str(caught.value)


def test_a_record_where_the_other_case_has_bytes(box: Any) -> None:
    record = box.Plain.from_bytes(b"\1\7\0")
    record.kind = 9
    expected = "body: expected bytes, as `kind + 1` is 10 (set `body`, too), found Box.Number"
    assert expected in refusal(record)
    record.body = b"ab"
    assert record.to_bytes() == b"\x09ab"


def test_bytes_where_the_other_case_has_a_record(box: Any) -> None:
    record = box.Plain.from_bytes(b"\x09ab")
    record.kind = 1
    expected = "body: expected a record of Box.Number, as `kind + 1` is 2 (set `body`, too)"
    assert expected in refusal(record)


def test_the_element_of_a_list_that_is_of_another_case(box: Any) -> None:
    record = box.Listed.from_bytes(b"\1\7\0\x08\0")
    record.kind = 2
    assert "parts[0]: expected bytes, as `kind` is 2" in refusal(record)
    record.parts[0] = b"ab"
    assert "parts[1]: expected bytes, as `kind` is 2" in refusal(record)


def test_the_path_leads_to_the_record_that_is_wrong(box: Any) -> None:
    record = box.from_bytes(b"\1\2\7\0\2\2ab")
    record.chunks[1].body = 5
    assert refusal(record).startswith("box: chunks[1].body: expected a record, found 5 (int)")


def test_an_expression_that_finds_nothing_is_named() -> None:
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(b"abcd")
    record: Any = Wav.from_bytes(file.getvalue())
    record.form.chunks[1].body.samples = [[1], [2]]
    del record.form.chunks[0]
    expression = r'`_root\.form\.chunks\.where\(_\.id == "fmt "\)\.first\.body`'
    with pytest.raises(FormatError, match=rf"body\.format: .* {expression} can be computed"):
        record.to_bytes()
