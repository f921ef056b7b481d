"""The command on finalfusion files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from quire.cli.main import main
from tests.formats.finalfusion.layout import file, matrix, metadata, quantized, simple
from tests.formats.finalfusion.samples import FOLDER, sample


def run(*arguments: object) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("bucket", ""),
        ("header_omits_norms", "the header lists chunks [5, 1, 2], but there are [5, 1, 2, 6]"),
        ("explicit_plain", "chunks[0].len_data leaves out the indices of the n-grams"),
        ("chunk_vocab", "a single chunk, no embeddings"),
        ("pq_proj1_norms1", ""),
    ],
)
def test_verify_notes_what_is_odd(name: str, note: str) -> None:
    done = run("verify", sample(name).path)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0].endswith(": ok")
    assert lines[1:] == ([f"note: {note}"] if note else [])


def test_verify_notes_metadata_that_are_no_toml(tmp_path: Path) -> None:
    (tmp_path / "a.fifu").write_bytes(file(metadata("a ="), simple(), matrix()))
    done = run("verify", tmp_path / "a.fifu")
    assert done.exit_code == 0
    assert "note: the metadata are not TOML" in done.output


def test_verify_refuses_what_is_wrong(tmp_path: Path) -> None:
    codes = np.array([[0], [1], [0], [2]], np.uint8)  # of two centroids
    data = file(simple(), quantized(codes, np.zeros((1, 2, 3), np.float32)))
    (tmp_path / "a.fifu").write_bytes(data)
    done = run("verify", tmp_path / "a.fifu")
    assert done.exit_code == 1
    assert f"chunks[1].data.rows at byte {len(data) - 1}: expected codes below 2" in done.output
    (tmp_path / "b.fifu").write_bytes(file(simple(), simple(), matrix()))
    assert run("verify", tmp_path / "b.fifu").exit_code == 1
    assert run("verify", sample("bad_utf8").path).exit_code == 1


@pytest.mark.parametrize("name", ["bucket", "pq_proj1_norms1", "chunk_storage"])
def test_decode_gives_all_rows(name: str, tmp_path: Path) -> None:
    done = run("decode", sample(name).path, "-o", tmp_path / "rows.npy")
    assert done.exit_code == 0, done.output
    array = "expected" if name == "chunk_storage" else "storage"
    expected = np.load(FOLDER / f"{name}.{array}.npy")
    np.testing.assert_allclose(np.load(tmp_path / "rows.npy"), expected, rtol=1e-5, atol=1e-5)


def test_decode_refuses_a_file_without_rows(tmp_path: Path) -> None:
    done = run("decode", sample("chunk_vocab").path, "-o", tmp_path / "rows.npy")
    assert done.exit_code == 1
    assert "expected one with storage" in done.output
    assert not (tmp_path / "rows.npy").exists()


def test_dump_shows_tables_by_their_columns() -> None:
    done = run("dump", sample("explicit_plain").path)
    assert done.exit_code == 0
    assert "ngrams: records=6, columns=['len_text', 'text', 'index']" in done.output
    done = run("dump", FOLDER / "fasttext_cbow.bin")
    assert "loss: name=negative_sampling" in done.output
