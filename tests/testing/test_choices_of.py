"""Files come back of the choices that are found for them, and others like them come of others."""

from __future__ import annotations

import io
import re
import struct
import wave
import zipfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated.wav import Wav
from quire.generated.zip import Zip
from quire.hpdkv import save_bundle
from quire.testing import Choices, choices_of, generated_bytes
from quire.testing.fuzzing.mutating import Mutator
from quire.testing.stored.stream import Refused
from tests.testing.bases import kind_of

NOT_CANONICAL = {
    "explicit_plain.fifu": "chunks[0].len_data",  # whose writer tells less than there is
    "explicit_from_bucket.fifu": "chunks[0].len_data",
    "explicit_from_fasttext.fifu": "chunks[0].len_data",
    "sparse_huge_shape.hpdv": "values",  # of more elements than anybody decodes
}

FOLDERS = ("cvc", "finalfusion", "cdd", "hpdkv", "tiers")

NO_FILES = (".json", ".md", ".npy", ".py", ".pyc", ".txt")

FORMATS = (
    "bmp", "cdd", "cvc", "finalfusion", "gif", "gzip", "hpdkv", "hpdkv_bundle", "pcap", "png",
    "tiers", "wav", "zip",
)  # fmt: skip  # laid out as a table


def vectors(root: Path, folder: str) -> list[tuple[Path, Any]]:
    """The files of a format that other programs have made, and that are not damaged."""
    found = []
    for path in sorted((root / "tests" / "formats" / folder).rglob("*")):
        is_damaged = path.name.startswith("bad_") or path.parent.name == "damaged"
        if path.is_file() and path.suffix not in NO_FILES and not is_damaged:
            form = find_format(path)
            if form is not None:
                found.append((path, form.generated()))
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_vector_comes_back(root: Path, folder: str) -> None:
    files = vectors(root, folder)
    assert files
    for path, kind in files:
        data = path.read_bytes()
        try:
            kind.from_bytes(data)
        except quire.FormatError:
            continue
        if path.name in NOT_CANONICAL:
            with pytest.raises(ValueError, match=f"^`{re.escape(NOT_CANONICAL[path.name])}`"):
                choices_of(kind, data)
        else:
            assert generated_bytes(kind, choices_of(kind, data)) == data, path


@pytest.mark.parametrize("name", FORMATS)
def test_what_was_generated_comes_back(name: str) -> None:
    kind = kind_of(name)
    for seed in range(8):
        data = generated_bytes(kind, seed=seed)
        assert generated_bytes(kind, choices_of(kind, data)) == data


def test_archives_of_zipfile_come_back() -> None:
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", method) as archive:
            archive.writestr("notes/", b"")
            archive.writestr("notes/first.txt", b"once " * 40)
            archive.writestr("größe", b"")
            archive.comment = b"all of them"
        data = stream.getvalue()
        choices = choices_of(Zip, data)
        assert generated_bytes(Zip, choices) == data
        other = generated_bytes(Zip, choices.replace(b"notes/first.txt", b"notes/third.txt"))
        assert "notes/third.txt" in zipfile.ZipFile(io.BytesIO(other)).namelist()


def a_wav() -> bytes:
    stream = io.BytesIO()
    with wave.open(stream, "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(bytes(range(200)))
    return stream.getvalue()


def test_other_choices_make_valid_files_that_are_like_it() -> None:
    random = Random(1)  # noqa: S311  # no secret
    data = a_wav()
    choices = choices_of(Wav, data)
    made = set()
    for _ in range(60):
        changed = bytearray(choices)
        for _ in range(3):
            changed[random.randrange(12, len(changed))] = random.randrange(256)
        mutant = generated_bytes(Wav, bytes(changed))
        assert Wav.from_bytes(mutant).to_bytes() == mutant
        made.add(mutant)
    assert len(made) > 30
    assert sum(bytes(range(60, 90)) in each for each in made) > 20


def test_bytes_that_no_field_has_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "made.ksy"
    path.write_text(
        "meta: {id: made, endian: le}\n"
        "seq: [{id: ofs_end, type: u2}, {id: ofs_begin, type: u2}]\n"
        "instances:\n"
        "  end: {pos: ofs_end, size: 3}\n"
        "  begin: {pos: ofs_begin, type: u1}\n"
    )
    kind = quire.compile(path).Made
    data = struct.pack("<HH", 9, 5) + b"-B---ENDmore"[:1] + b"B---" + b"ENDmore"
    assert generated_bytes(kind, choices_of(kind, data)) == data


def test_what_is_not_as_it_would_be_made_is_named(tmp_path: Path) -> None:
    path = tmp_path / "made.ksy"
    path.write_text(
        "meta: {id: made, endian: le}\n"
        "seq: [{id: len_note, type: u1, -derive: note.length}, {id: note, size: 3}]\n"
    )
    kind = quire.compile(path).Made
    with pytest.raises(ValueError, match="`len_note`, at byte 0, is not as it would be made"):
        choices_of(kind, b"\x07abc")


def test_a_file_that_is_not_valid_is_refused() -> None:
    with pytest.raises(ValueError, match="not valid: ValidationNotEqualError at `magic`"):
        choices_of(Wav, b"RIFX" + a_wav()[4:])


def test_values_that_break_a_rule_are_chosen_anew(tmp_path: Path) -> None:
    path = tmp_path / "made.ksy"
    path.write_text("meta: {id: made}\nseq: [{id: a, type: u1, valid: {max: 9}}]\n")
    kind = quire.compile(path).Made
    choices = choices_of(kind, b"\x07")
    for value in range(256):
        assert generated_bytes(kind, choices.replace(b"\x80\x07", bytes([0x80, value])))[0] <= 9


def test_long_files_have_long_choices() -> None:
    data = a_wav()[:-200] + bytes(300_000)
    data = (
        b"RIFF"
        + struct.pack("<I", len(data) - 8)
        + data[8:40]
        + struct.pack("<I", 300_000)
        + data[44:]
    )
    assert generated_bytes(Wav, choices_of(Wav, data)) == data


def test_choices_that_were_changed_ask_for_no_more_than_a_file_may_have() -> None:
    kind = kind_of("hpdkv_bundle")
    rows = np.zeros((6, 4), np.float16)
    file = io.BytesIO()
    save_bundle(file, {"a": rows, "b": rows[0]})
    choices = choices_of(kind, file.getvalue())
    random = Random(5)  # noqa: S311  # no secret
    mutator, most = Mutator(random, [b"\0", b"\xff" * 4]), 0
    for _ in range(150):
        draw = Choices(mutator.changed(choices), random)
        with suppress(Refused):
            generated_bytes(kind, draw)
        most = max(most, draw.count_made)
    assert most < 1 << 24  # of 200 files that are begun
