"""Whatever opens or loads a format by its name takes what `quire.open` takes."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import fsspec  # type: ignore[import-untyped]  # it has no types
import numpy as np
import numpy.typing as npt
import pytest

from quire import cdd, cvc, finalfusion, hpdkv, tiers

Array = npt.NDArray[Any]
Write = Callable[[Path], object]
Read = Callable[..., Array]

ROWS = 30


def _rows() -> Array:
    return np.arange(ROWS * 8, dtype=np.float32).reshape(ROWS, 8) + 1


def _words() -> finalfusion.Embeddings:
    names = [f"w{number}" for number in range(ROWS)]
    return finalfusion.Embeddings(_rows(), finalfusion.SimpleVocab(names))


def _ngrams() -> finalfusion.Embeddings:
    indexer = finalfusion.FastTextIndexer(20)
    vocab = finalfusion.FastTextVocab([f"w{number}" for number in range(ROWS)], indexer)
    return finalfusion.Embeddings(np.ones((ROWS + 20, 8), np.float32), vocab)


def _table() -> finalfusion.Embeddings:
    indexer = finalfusion.FloretIndexer(ROWS, 2, 3)
    return finalfusion.Embeddings(_rows(), finalfusion.FloretVocab(indexer))


def _groups(path: Path) -> None:
    with cdd.GroupedWriter(path, ["a"]) as writer:
        writer.append({"a": _rows()})


def _vectors(load: Callable[..., finalfusion.Embeddings]) -> Read:
    return lambda source, **options: np.asarray(load(source, **options).storage)


def _opened(open_it: Callable[..., Any], find: Callable[[Any], Array]) -> Read:
    def read(source: Any, **options: Any) -> Array:
        with closing(open_it(source, **options)) as file:
            return find(file)

    return read


Face = tuple[Write, Read]

FACES: dict[str, Face] = {
    "load_cvc": (lambda path: cvc.pack_cvc(_rows(), path), cvc.load_cvc),
    "load_cvc_range": (lambda path: cvc.pack_cvc(_rows(), path), cvc.load_cvc_range),
    "load_cvc_chunked": (
        lambda path: cvc.pack_cvc(_rows(), path),
        lambda source, **options: next(iter(cvc.load_cvc_chunked(source, **options)))[1],
    ),
    "load_cvc_columns": (
        lambda path: cvc.pack_cvc_columns({"a": _rows()}, path),
        lambda source, **options: cvc.load_cvc_columns(source, **options)["a"],
    ),
    "cdd.load_array": (lambda path: cdd.save_array(path, _rows()), cdd.load_array),
    "cdd.DataReader": (
        lambda path: cdd.save_rows(path, _rows()),
        _opened(cdd.DataReader, lambda file: file.rows[:]),
    ),
    "cdd.GroupedReader": (_groups, _opened(cdd.GroupedReader, lambda file: file["a"][:])),
    "load_residuals": (
        lambda path: hpdkv.save_residuals(path, _rows()),
        hpdkv.load_residuals,
    ),
    "Bundle": (
        lambda path: hpdkv.save_bundle(path, {"a": _rows()}),
        _opened(hpdkv.Bundle, lambda file: file["a"]),
    ),
    "load_tensor": (lambda path: tiers.save_tensor(path, _rows(), 8), tiers.load_tensor),
    "load_segment": (lambda path: tiers.save_segment(path, _rows(), 8), tiers.load_segment),
    "finalfusion.load": (lambda path: _words().write(path), _vectors(finalfusion.load)),
}

EMBEDDINGS: dict[str, Face] = {
    "load_word2vec": (
        lambda path: finalfusion.write_word2vec(path, _words()),
        _vectors(finalfusion.load_word2vec),
    ),
    "load_fasttext": (
        lambda path: finalfusion.write_fasttext(path, _ngrams()),
        _vectors(finalfusion.load_fasttext),
    ),
    "load_floret": (
        lambda path: finalfusion.write_floret(path, _table()),
        _vectors(finalfusion.load_floret),
    ),
    "load_text": (
        lambda path: finalfusion.write_text(path, _words()),
        _vectors(finalfusion.load_text),
    ),
    "load_text_dims": (
        lambda path: finalfusion.write_text_dims(path, _words()),
        _vectors(finalfusion.load_text_dims),
    ),
}
"""Formats that others compress by gzip, too."""


@pytest.fixture(params=FACES | EMBEDDINGS)
def face(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, Read]]:
    """A file, and what reads it by the name of its format."""
    write, read = (FACES | EMBEDDINGS)[request.param]
    write(tmp_path / "file")
    yield tmp_path / "file", read
    memory = fsspec.filesystem("memory")
    if memory.exists("/sources"):
        memory.rm("/sources", recursive=True)


def test_a_path_a_url_bytes_a_file_and_standard_input_are_the_same(
    face: tuple[Path, Read], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, read = face
    data, wanted = path.read_bytes(), np.array(read(path))
    assert wanted.shape[1] == 8
    fsspec.filesystem("memory").pipe_file("/sources/file", data)
    behind = io.BytesIO(b"before" + data)
    behind.seek(6)
    sources = [str(path), data, bytearray(data), memoryview(data), behind]
    for source in (*sources, "memory://sources/file"):
        assert np.array_equal(read(source), wanted), type(source)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert np.array_equal(read("-"), wanted)


def test_what_is_no_source_is_refused(face: tuple[Path, Read]) -> None:
    _, read = face
    for wrong in (3, io.StringIO("text")):
        with pytest.raises(TypeError, match=r"source: expected a path"):
            read(wrong)


@pytest.mark.parametrize("name", FACES)
def test_options_of_storage_go_with_urls(name: str, tmp_path: Path) -> None:
    write, read = FACES[name]
    write(tmp_path / "file")
    wanted = np.array(read(tmp_path / "file"))
    fsspec.filesystem("memory").pipe_file("/sources/options", (tmp_path / "file").read_bytes())
    assert np.array_equal(read("memory://sources/options", storage_options={}), wanted)
    fsspec.filesystem("memory").rm("/sources", recursive=True)
    with pytest.raises(ValueError, match="storage_options"):
        read(tmp_path / "file", storage_options={})


@pytest.mark.parametrize("name", EMBEDDINGS)
def test_what_gzip_has_compressed_is_unpacked(name: str, tmp_path: Path) -> None:
    write, read = EMBEDDINGS[name]
    write(tmp_path / "file")
    wanted, packed = read(tmp_path / "file"), gzip.compress((tmp_path / "file").read_bytes())
    (tmp_path / "file.gz").write_bytes(packed)
    assert np.array_equal(read(tmp_path / "file.gz"), wanted)
    assert np.array_equal(read(packed), wanted)


@pytest.mark.parametrize("name", ["load_word2vec", "load_fasttext", "load_text"])
def test_models_as_they_are_published_are_converted(name: str, tmp_path: Path) -> None:
    """`GoogleNews-vectors-negative300.bin.gz`, `cc.en.300.bin.gz`: nobody unpacks them first."""
    write, read = EMBEDDINGS[name]
    write(tmp_path / "file")
    (tmp_path / "file.gz").write_bytes(gzip.compress((tmp_path / "file").read_bytes()))
    made = finalfusion.convert(tmp_path / "file.gz", tmp_path / "made.fifu")
    assert np.array_equal(np.asarray(made.storage), read(tmp_path / "file"))
    assert "w3" in finalfusion.load(tmp_path / "made.fifu")


def test_a_word_alone_is_read_from_every_source(tmp_path: Path) -> None:
    """Its vector lies in one piece, in bytes that nobody may change."""
    one = finalfusion.Embeddings(np.full((1, 4), 2, np.float32), finalfusion.SimpleVocab(["w"]))
    finalfusion.write_word2vec(tmp_path / "one", one)
    for source in (tmp_path / "one", (tmp_path / "one").read_bytes()):
        found = finalfusion.load_word2vec(source)
        assert found["w"].tolist() == [0.5, 0.5, 0.5, 0.5]
        assert found.norms is not None
        assert found.norms.tolist() == [4]
