"""What type checkers know of each result: mypy looks at this in `make check`, pyright in a test."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, assert_type

import numpy as np

import quire
from quire.arrays import ArrayFile
from quire.cdd.file import StoreFile
from quire.cvc import ColumnsReader, CvcReader, open_cvc, open_cvc_columns
from quire.cvc.column_file import ColumnFile
from quire.finalfusion import Embeddings, load
from quire.finalfusion.file import EmbeddingsFile
from quire.hpdkv import Bundle
from quire.hpdkv.file import ResidualFile
from quire.runtime import Struct
from quire.tiers import SegmentFile, TensorFile, open_segment, open_tensor


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
    assert_type(open_cvc(path), CvcReader)
    assert_type(open_cvc_columns(path), ColumnsReader)
    assert_type(open_tensor(path), TensorFile)
    assert_type(open_segment(path), SegmentFile)
    assert_type(load(path), Embeddings)
    with quire.open(path, "tiers") as file:
        assert_type(file, TensorFile)
        assert_type(file.shape, tuple[int, ...])
        assert_type(file.dtype, np.dtype[np.float32])
        assert_type(len(file), int)
        assert_type(file.verify(), list[str])
    with open_cvc_columns(path) as columns:
        assert_type(columns["vec"], ColumnFile)
    with open_cvc(path) as vectors:
        assert_type(vectors.shape, tuple[int, int])
    # Arrays are those of numpy, torch or cupy, as `framework` says.
    assert_type(quire.load(path), Any)


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
