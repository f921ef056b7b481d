"""What type checkers know of each result: mypy looks at this in `make check`, pyright in a test."""

from __future__ import annotations

import importlib.util
import inspect
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire import cdd, cvc, finalfusion, hpdkv, tiers
from quire.arrays import ArrayFile
from quire.cdd.file import StoreFile
from quire.cdd.rows import Rows
from quire.cdd.storage import StorageBackend
from quire.cvc import ColumnsReader, CvcReader
from quire.cvc.columns import ColumnFile
from quire.finalfusion import Embeddings
from quire.finalfusion.file import EmbeddingsFile
from quire.hpdkv import Bundle
from quire.hpdkv.file import ResidualFile
from quire.runtime import Struct
from quire.tiers import SegmentFile, TensorFile

FACES = (cvc, finalfusion, cdd, hpdkv, tiers)


def uses(path: str) -> None:
    """Never run: what is said of types is checked, not done."""
    assert_type(quire.open(path, "cvc"), CvcReader | ColumnsReader)
    assert_type(quire.open(path, "finalfusion"), EmbeddingsFile)
    assert_type(quire.open(path, "cdd"), StoreFile)
    assert_type(quire.open(path, "cryptodd"), StoreFile)
    assert_type(quire.open(path, "hpdkv"), ResidualFile)
    assert_type(quire.open(path, "hpdkv_bundle"), Bundle)
    assert_type(quire.open(path, "tiers"), TensorFile)
    assert_type(quire.open(path, "tqtc"), SegmentFile)
    assert_type(quire.open(path), ArrayFile | ColumnsReader | Bundle | Struct)
    assert_type(quire.cvc.open_cvc(path), CvcReader)
    assert_type(cvc.open_cvc(path), CvcReader)
    assert_type(cvc.open_cvc_columns(path), ColumnsReader)
    assert_type(cvc.open_file(path), CvcReader | ColumnsReader)
    assert_type(cdd.open_cdd(path), StoreFile)
    assert_type(cdd.load_cdd(path), Any)
    assert_type(cdd.open(path), cdd.DataReader)
    assert_type(cdd.open(path, "a"), cdd.DataWriter)
    assert_type(cdd.open_backend(path), StorageBackend)
    assert_type(cdd.load_array(path), npt.NDArray[Any])
    assert_type(hpdkv.open_residuals(path), ResidualFile)
    assert_type(hpdkv.open_bundle(path), Bundle)
    assert_type(hpdkv.load_bundle(path), dict[str, Any])
    assert_type(hpdkv.view_residuals(path), npt.NDArray[Any])
    assert_type(tiers.open_tensor(path), TensorFile)
    assert_type(tiers.open_segment(path), SegmentFile)
    # Arrays are those of numpy, torch or cupy, as `framework` says.
    assert_type(quire.load(path), Any)
    assert_type(cvc.load_cvc(path), Any)
    assert_type(cvc.load_cvc_range(path, [0]), Any)
    assert_type(cvc.load_cvc_chunked(path), Iterator[tuple[int, Any]])
    assert_type(cvc.load_cvc_columns(path), dict[str, Any])
    assert_type(hpdkv.load_residuals(path), Any)
    assert_type(tiers.load_tensor(path), Any)
    assert_type(tiers.load_segment(path), Any)


def uses_of_words(path: str) -> None:
    """The same."""
    assert_type(finalfusion.open_finalfusion(path), EmbeddingsFile)
    assert_type(finalfusion.load(path), Embeddings)
    assert_type(finalfusion.load_finalfusion(path), Embeddings)
    assert_type(finalfusion.load_word2vec(path), Embeddings)
    assert_type(finalfusion.load_fasttext(path), Embeddings)
    assert_type(finalfusion.load_floret(path), Embeddings)
    assert_type(finalfusion.load_text(path), Embeddings)
    assert_type(finalfusion.load_text_dims(path), Embeddings)
    assert_type(finalfusion.load_vocab(path), finalfusion.Vocab)
    assert_type(finalfusion.load_simple_vocab(path), finalfusion.SimpleVocab)
    assert_type(finalfusion.load_explicit_vocab(path), finalfusion.ExplicitVocab)
    assert_type(finalfusion.load_fasttext_vocab(path), finalfusion.FastTextVocab)
    assert_type(finalfusion.load_finalfusion_bucket_vocab(path), finalfusion.FinalfusionBucketVocab)
    assert_type(finalfusion.load_storage(path), finalfusion.Storage)
    assert_type(finalfusion.load_ndarray(path), finalfusion.NdArray)
    assert_type(finalfusion.load_quantized_array(path), finalfusion.QuantizedArray)
    assert_type(finalfusion.load_norms(path), finalfusion.Norms)
    assert_type(finalfusion.load_metadata(path), finalfusion.Metadata)


def uses_of_what_is_open(path: str) -> None:
    """The same."""
    with tiers.open_tensor(path) as file:
        assert_type(file, TensorFile)
        assert_type(file.shape, tuple[int, ...])
        assert_type(file.dtype, np.dtype[np.float32])
        assert_type(len(file), int)
        assert_type(file.verify(), list[str])
    with cvc.open_cvc_columns(path) as columns:
        assert_type(columns["vec"], ColumnFile)
    with cvc.open_cvc(path) as vectors:
        assert_type(vectors.shape, tuple[int, int])
    with cdd.DataReader(path) as store:
        assert_type(store.rows, Rows)
        assert_type(store[3], npt.NDArray[Any])
    with cdd.GroupedReader(path) as groups:
        assert_type(groups["a"], Rows)
    with hpdkv.Bundle(path) as bundle:
        assert_type(list(bundle), list[str])
        assert_type(bundle["a"], Any)
    with tiers.TieredStore(path) as kept:
        assert_type(list(kept), list[str | tiers.BlockKey])
        assert_type(kept.get("a"), Any)


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_everything_that_opens_or_loads_is_among_the_uses(face: Any) -> None:
    name = face.__name__.partition(".")[2]
    text = inspect.getsource(uses) + inspect.getsource(uses_of_words)
    public = [each for each in face.__all__ if each.startswith(("open", "load", "view"))]
    assert public
    assert [each for each in public if f"{name}.{each}(" not in text] == []


WRITES = ("save_", "write_", "pack_cvc")
"""How the names begin of what writes a file, and gives nothing back."""


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_everything_that_is_called_tells_its_types(face: Any) -> None:
    for name in face.__all__:
        word = getattr(face, name)
        if not inspect.isfunction(word):
            continue
        told = inspect.signature(word)
        assert told.return_annotation is not told.empty, name
        for each in told.parameters.values():
            assert each.annotation is not each.empty, (name, each.name)
            loose = each.kind in (each.VAR_KEYWORD, each.VAR_POSITIONAL)
            assert not (loose and each.annotation in (Any, "Any")), (name, each.name)
        if name.startswith(WRITES):
            assert told.return_annotation in (None, "None"), name


def test_pyright_knows_what_mypy_knows(tmp_path: Path) -> None:
    """basedpyright is pyright with its own node, so that nothing is fetched when it runs."""
    tree = tmp_path / "tree"
    _lay_out(tree)
    shutil.copy(__file__, tmp_path / "uses.py")
    settings = {"include": ["uses.py"], "extraPaths": [str(tree)], "typeCheckingMode": "standard"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable]
    done = subprocess.run(
        [*command, "-p", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "0 errors, 0 warnings" in done.stdout


def _lay_out(tree: Path) -> None:
    """The package as a wheel has it: pyright does not see through the mapping of folders."""
    place = Path(__file__).parents[3] / ".ci" / "link_tree.py"
    spec = importlib.util.spec_from_file_location("link_tree", place)
    assert spec is not None
    assert spec.loader is not None
    link_tree: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(link_tree)
    link_tree.TREE = tree
    link_tree.main()
