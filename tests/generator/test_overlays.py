"""An overlay adds keys to a spec that stays as it is."""

from __future__ import annotations

import gzip
import importlib
import importlib.util
import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

import quire
from quire.cli.main import main
from quire.generator.diagnostics import SpecError

SPEC = """\
meta: {id: box, endian: le}
seq:
  - {id: total, type: u4}
  - {id: chunks, type: chunk, repeat: eos}
types:
  chunk:
    seq:
      - {id: kind, type: u1}
      - {id: len_body, type: u1}
      - {id: body, size: len_body}
"""
OVERLAY = """\
meta: {-overlay: box.ksy}
seq:
  - {id: total, -derive: chunks.map(_.len_body).sum}
types:
  chunk:
    seq:
      - {id: body, doc: What is in it.}
      - {id: kind, -default: 7, valid: {max: 9}}
"""
MADE = b"\4\0\0\0" + b"\7\3abc" + b"\7\1d"
CHUNKS = [{"body": b"abc"}, {"body": b"d"}]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("box.ksy").write_text(SPEC, encoding="utf-8")
    Path("box.quire.yaml").write_text(OVERLAY, encoding="utf-8")


def invoke(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, args)
    assert result.exit_code == status, result.output
    return result.output


def test_what_an_overlay_says_holds_where_it_is_given_and_nowhere_else() -> None:
    box = quire.compile("box.ksy", overlays=["box.quire.yaml"]).Box
    assert box.build(chunks=CHUNKS).to_bytes() == MADE
    with pytest.raises(quire.ValidationGreaterThanError, match=r"chunks\[0\].kind"):
        box.from_bytes(b"\4\0\0\0\x0a\0")
    plain = quire.compile("box.ksy").Box
    assert plain.from_bytes(b"\4\0\0\0\x0a\0").chunks[0].kind == 10
    with pytest.raises(quire.FormatError, match="total: expected a value"):
        plain.build(chunks=CHUNKS).to_bytes()


def test_an_overlay_is_compiled_as_the_spec_that_it_names() -> None:
    assert quire.compile("box.quire.yaml").Box.build(chunks=CHUNKS).to_bytes() == MADE


def test_an_overlay_of_an_imported_spec_goes_with_it() -> None:
    Path("crate.ksy").write_text(
        "meta: {id: crate, imports: box}\nseq: [{id: box, type: box}]\n", encoding="utf-8"
    )
    crate = quire.compile("crate.ksy", overlays=["box.quire.yaml"]).Crate
    assert crate.build(box={"chunks": CHUNKS}).to_bytes() == MADE


def test_several_overlays_add_up_and_contradict_each_other_aloud() -> None:
    Path("more.yaml").write_text(
        "meta: {-overlay: box.ksy}\nseq: [{id: chunks, -limit: 1}]\n", encoding="utf-8"
    )
    box = quire.compile("box.ksy", overlays=["box.quire.yaml", "more.yaml"]).Box
    with pytest.raises(quire.LimitError):
        box.from_bytes(MADE)
    Path("more.yaml").write_text(OVERLAY, encoding="utf-8")
    with pytest.raises(SpecError, match=r"`-derive` is in the spec already"):
        quire.compile("box.ksy", overlays=["box.quire.yaml", "more.yaml"])


def test_an_overlay_of_a_spec_that_is_not_compiled_is_an_error() -> None:
    Path("bag.ksy").write_text("meta: {id: bag}\nseq: [{id: a, type: u1}]\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"Q308.*no spec that is compiled is called `box.ksy`"):
        quire.compile("bag.ksy", overlays=["box.quire.yaml"])
    Path("none.yaml").write_text("seq: []\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"Q203.*an overlay needs `-overlay`"):
        quire.compile("box.ksy", overlays=["none.yaml"])


def test_a_module_names_both_files_and_is_made_anew_when_either_changes() -> None:
    invoke("gen", "box.ksy", "--with", "box.quire.yaml", "-o", "out")
    first = Path("out/box.py").read_text(encoding="utf-8").splitlines()[0]
    assert "from box.ksy with box.quire.yaml (sha256 " in first
    invoke("gen", "box.quire.yaml", "-o", "out", "--check")
    Path("box.quire.yaml").write_text(OVERLAY.replace("-default: 7", "-default: 8"))
    invoke("gen", "box.quire.yaml", "-o", "out", "--check", status=1)


def test_commands_that_take_a_spec_take_overlays() -> None:
    Path("a.box").write_bytes(b"\4\0\0\0\x0a\0")
    assert "kind: default 7" in invoke("plan", "box.ksy", "--with", "box.quire.yaml")
    invoke("check", "box.ksy", "--with", "box.quire.yaml")
    invoke("verify", "a.box", "--spec", "box.ksy")
    said = invoke("verify", "a.box", "--spec", "box.ksy", "--with", "box.quire.yaml", status=1)
    assert "expected at most 9, found 10" in said
    invoke("dump", "a.box", "--spec", "box.ksy", "--with", "box.quire.yaml", status=1)


# -- overlays of public specs, over specs of the same shape -------------------------------------

OVERLAYS = Path(__file__).parents[2] / "examples" / "overlays"

PNG = """\
meta: {id: png, endian: be, encoding: ASCII}
seq:
  - {id: magic, contents: [137, PNG, 13, 10, 26, 10]}
  - {id: chunks, type: chunk, repeat: until, repeat-until: '_.type_raw == [73, 69, 78, 68]'}
types:
  chunk:
    seq:
      - {id: len, type: u4}
      - {id: type_raw, size: 4}
      - {id: body, size: len}
      - {id: crc, type: u4}
"""


def test_the_overlay_of_png_keeps_the_crc_of_an_edited_chunk() -> None:
    Path("png.ksy").write_text(PNG, encoding="utf-8")

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 1, 8, 0, 0, 0, 0))
    rest = chunk(b"IDAT", zlib.compress(b"\0\x10\x20")) + chunk(b"IEND", b"")
    png = quire.compile("png.ksy", overlays=[OVERLAYS / "png.quire.yaml"]).Png
    image = png.from_bytes(head + rest)
    image.validate()
    image.chunks.insert(1, png.Chunk.build(type_raw=b"tEXt", body=b"Title\0made by hand"))
    made = image.to_bytes()
    assert made == head + chunk(b"tEXt", b"Title\0made by hand") + rest
    if importlib.util.find_spec("PIL") is not None:
        pillow = importlib.import_module("PIL.Image")
        assert pillow.open(io.BytesIO(made)).info == {"Title": "made by hand"}
        pillow.open(io.BytesIO(made)).verify()


def test_the_overlay_of_ogg_has_the_crc_of_a_published_page() -> None:
    Path("ogg.ksy").write_text(
        "meta: {id: ogg, endian: le}\n"
        "seq: [{id: pages, type: page, repeat: eos}]\n"
        "types:\n  page:\n    seq:\n"
        "      - {id: sync_code, contents: OggS}\n"
        "      - {id: head, size: 18}\n"
        "      - {id: crc32, type: u4}\n"
        "      - {id: num_segments, type: u1}\n"
        "      - {id: len_segments, type: u1, repeat: expr, repeat-expr: num_segments}\n"
        "      - {id: segments, size: 'len_segments[_index]', repeat: expr,"
        " repeat-expr: num_segments}\n",
        encoding="utf-8",
    )
    ogg = quire.compile("ogg.ksy", overlays=[OVERLAYS / "ogg.quire.yaml"]).Ogg
    # The first page of an empty file, as libvorbis makes it.
    page = bytes.fromhex(
        "4f67675300020000000000000000b6dbbf3b00000000075aeb66011e"
        "01766f72626973000000000244ac00000000000080b5010000000000b801"
    )
    record = ogg.from_bytes(page)
    record.validate()
    damaged = page[:-1] + bytes([page[-1] ^ 1])
    with pytest.raises(quire.ChecksumError, match=r"pages\[0\].crc32 at byte 22"):
        ogg.from_bytes(damaged).validate()


def test_the_overlay_of_gzip_checks_what_the_body_inflates_to() -> None:
    Path("gzip.ksy").write_text(
        "meta: {id: gzip, endian: le}\n"
        "seq:\n"
        "  - {id: head, size: 10}\n"
        "  - {id: body, size: _io.size - _io.pos - 8}\n"
        "  - {id: body_crc32, type: u4}\n"
        "  - {id: len_uncompressed, type: u4}\n",
        encoding="utf-8",
    )
    kind = quire.compile("gzip.ksy", overlays=[OVERLAYS / "gzip.quire.yaml"]).Gzip
    made = gzip.compress(b"hello" * 100)
    kind.from_bytes(made).validate()
    with pytest.raises(quire.ChecksumError, match="len_uncompressed"):
        kind.from_bytes(made[:-4] + b"\0\0\0\0").validate()
    record = kind.from_bytes(made)
    packed = zlib.compress(b"olleh" * 100)[2:-4]
    assert len(packed) == len(record.body)
    record.body = packed
    assert gzip.decompress(record.to_bytes()) == b"olleh" * 100


ZIP = """
meta: {id: zip, endian: le, bit-endian: le, encoding: UTF-8}
seq: [{id: sections, type: pk_section, repeat: eos}]
enums: {compression: {0: none, 8: deflated}}
types:
  pk_section:
    seq:
      - {id: magic, contents: PK}
      - {id: section_type, type: u2}
      - id: body
        type:
          switch-on: section_type
          cases: {0x0201: central_dir_entry, 0x0403: local_file, 0x0605: end_of_central_dir}
  local_file:
    seq:
      - {id: header, type: local_file_header}
      - {id: body, size: header.len_body_compressed}
  local_file_header:
    seq:
      - {id: version, type: u2}
      - {id: flags, type: flags, size: 2}
      - {id: compression_method, type: u2, enum: compression}
      - {id: time, size: 4}
      - {id: crc32, type: u4}
      - {id: len_body_compressed, type: u4}
      - {id: len_body_uncompressed, type: u4}
      - {id: len_file_name, type: u2}
      - {id: len_extra, type: u2}
      - {id: file_name, type: str, size: len_file_name}
      - {id: extra, size: len_extra}
  flags: {seq: [{id: other, type: b3}, {id: has_data_descriptor, type: b1}, {id: more, type: b12}]}
  central_dir_entry:
    seq:
      - {id: versions_and_flags, size: 6}
      - {id: compression_method, type: u2, enum: compression}
      - {id: time, size: 4}
      - {id: crc32, type: u4}
      - {id: len_body_compressed, type: u4}
      - {id: len_body_uncompressed, type: u4}
      - {id: len_file_name, type: u2}
      - {id: len_extra, type: u2}
      - {id: len_comment, type: u2}
      - {id: disk_number_start, type: u2}
      - {id: int_file_attr, type: u2}
      - {id: ext_file_attr, type: u4}
      - {id: ofs_local_header, type: s4}
      - {id: file_name, type: str, size: len_file_name}
      - {id: extra, size: len_extra}
      - {id: comment, type: str, size: len_comment}
    instances:
      local_header: {pos: ofs_local_header, type: pk_section}
  end_of_central_dir:
    seq:
      - {id: disk_of_end_of_central_dir, type: u2}
      - {id: disk_of_central_dir, type: u2}
      - {id: num_central_dir_entries_on_disk, type: u2}
      - {id: num_central_dir_entries_total, type: u2}
      - {id: len_central_dir, type: u4}
      - {id: ofs_central_dir, type: u4}
      - {id: len_comment, type: u2}
      - {id: comment, type: str, size: len_comment}
"""


def test_by_the_overlay_of_zip_others_read_what_was_edited() -> None:
    Path("zip.ksy").write_text(ZIP, encoding="utf-8")
    kind = quire.compile("zip.ksy", overlays=[OVERLAYS / "zip.quire.yaml"]).Zip
    members = {"a.txt": b"a" * 500, "b.txt": b"stored", "c.txt": b"c" * 500}
    with zipfile.ZipFile("made.zip", "w") as file:
        for name, data in members.items():
            packing = zipfile.ZIP_STORED if data == b"stored" else zipfile.ZIP_DEFLATED
            file.writestr(name, data, packing)
    record = kind.from_file("made.zip")
    record.validate()
    record.sections[0].body.body = zlib.compress(b"A" * 999)[2:-4]
    record.sections[1].body.header.file_name = "renamed.txt"
    del record.sections[5], record.sections[2]
    record.to_file("edited.zip")
    with zipfile.ZipFile("edited.zip") as file:
        assert file.testzip() is None
        found = {each.filename: file.read(each) for each in file.infolist()}
    assert found == {"a.txt": b"A" * 999, "renamed.txt": b"stored"}
