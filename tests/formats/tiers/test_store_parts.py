"""Some rows of a stored tensor, as an array of any library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.tiers import DeltaPolicy, Tier, TieredStore

VALUES = np.random.default_rng(5).normal(size=(40, 3, 5)).astype(np.float32)


def store(path: Path | None = None, tier: Tier = Tier.HOT) -> TieredStore:
    """A store with one tensor."""
    made = TieredStore(path, durable=False)
    made.put("a", VALUES, tier)
    return made


@pytest.mark.parametrize("tier", [Tier.HOT, Tier.COLD])
@pytest.mark.parametrize("rows", [0, -1, slice(3, 9), slice(30, 2, -4), slice(7, 7)], ids=repr)
def test_rows_are_those_of_the_whole(rows: Any, tier: Tier, tmp_path: Path) -> None:
    for path in (None, tmp_path / "s"):
        with store(path, tier) as kept:
            whole = kept["a"]
            assert np.array_equal(kept.get("a", rows=rows), whole[rows])
            out = np.empty_like(whole[rows])
            assert kept.get("a", out, rows=rows) is out
            assert np.array_equal(out, whole[rows])


def test_rows_of_what_is_made_anew_are_those_of_the_whole() -> None:
    with store() as kept:
        changed = VALUES.copy()
        changed[::7] += 1
        kept.put("b", changed, recipe=DeltaPolicy.between("a", kept["a"], changed))
        kept.evict("b")
        kept.put("z", VALUES)
        kept.evict("z")
        whole = kept["b"]
        out = np.empty_like(whole[5:9])
        assert kept.get("b", out, rows=slice(5, 9)) is out
        assert np.array_equal(out, whole[5:9])
        assert np.array_equal(kept.get("b", rows=7), whole[7])
        assert not kept.get("z", rows=slice(2, 4)).any()
        with pytest.raises(ValueError, match="device"):
            kept.get("b", device="cuda")


def test_torch_gets_tensors() -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    with store() as kept:
        found = kept.get("a", rows=slice(1, 3), framework="torch")
        assert isinstance(found, torch.Tensor)
        assert np.array_equal(found.numpy(), kept["a"][1:3])


def test_rows_that_are_not_there_or_do_not_fit_are_refused() -> None:
    with store() as kept:
        with pytest.raises(IndexError, match="rows"):
            kept.get("a", rows=40)
        with pytest.raises(ValueError, match="out"):
            kept.get("a", np.empty((3, 3, 5), np.float32), rows=slice(0, 4))
        with pytest.raises(KeyError):
            kept.get("none", rows=0)
        with pytest.raises(ValueError, match="framework"):
            kept.get("a", framework="nimpy")


@pytest.mark.parametrize("rows", [np.array([0, 1]), [0, 1], 1.5, "a"], ids=repr)
def test_what_names_no_rows_is_refused_by_name(rows: Any) -> None:
    with store() as kept, pytest.raises(TypeError, match="rows: expected"):
        kept.get("a", rows=rows)
