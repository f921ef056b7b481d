"""Overlaps, spellings, closed bundles, wrong tensors: the right result, or a clear error."""

from __future__ import annotations

import copy
import gc
import io
import mmap
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from quire.hpdkv import (
    Bundle,
    add_residuals,
    estimate_hpdkv_size,
    load_bundle,
    load_residuals,
    pack_residuals,
    residual,
    restore,
    save_bundle,
    save_residuals,
    sparse_residuals,
    unpack_residuals,
)
from quire.runtime import EncodingError

N = 100_000
"""Elements: more than are computed at a time."""


def numbers(n: int = N, seed: int = 1) -> np.ndarray[Any, Any]:
    """Some float16."""
    return np.random.default_rng(seed).standard_normal(n).astype(np.float16)


# -- memory that overlaps ------------------------------------------------------------------

SHIFTS = [-70_000, -1, 0, 1, 70_000]
BLOBS = {"dense": None, "sparse": 0.1}


@pytest.mark.parametrize("share", BLOBS.values(), ids=BLOBS)
@pytest.mark.parametrize("shift", SHIFTS)
def test_a_result_that_overlaps_with_the_reconstruction_is_right(
    shift: int, share: float | None
) -> None:
    memory = numbers(N + abs(shift))
    start = memory[max(-shift, 0) :][:N]
    out = memory[max(shift, 0) :][:N]
    blob = pack_residuals(numbers(seed=2), store_topk=share)
    expected = (start.astype(np.float32) + unpack_residuals(blob).astype(np.float32)).astype("f2")
    assert restore(start, blob, out=out) is out
    assert np.array_equal(out, expected)


def test_a_result_of_another_dtype_in_the_same_memory_is_right() -> None:
    start = numbers().astype(np.float32)
    blob = pack_residuals(numbers(seed=2))
    expected = (start + unpack_residuals(blob).astype(np.float32)).astype(np.float16)
    out = start.view(np.float16)[:N]
    restore(start, blob, out=out)
    assert np.array_equal(out, expected)


@pytest.mark.parametrize("share", BLOBS.values(), ids=BLOBS)
def test_a_result_in_the_memory_of_the_blob_is_refused(share: float | None) -> None:
    memory = bytearray(pack_residuals(numbers(1000), store_topk=share) + bytes(4000))
    size = len(memory) - 4000
    out = np.frombuffer(memory, np.float16)[(size // 2 - 10) :][:1000]
    before = bytes(memory)
    blob = memoryview(memory)[:size]
    fills: list[Callable[[], Any]] = [
        lambda: unpack_residuals(blob, out=out),
        lambda: restore(np.zeros(1000, np.float16), blob, out=out),
        lambda: add_residuals(out, blob),
    ]
    for fill in fills:
        with pytest.raises(ValueError, match="other memory than that of the blob"):
            fill()
    assert bytes(memory) == before


# -- spellings -----------------------------------------------------------------------------


def test_dtypes_go_by_any_name() -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    values = numbers(10).astype(np.float64)
    for name, others in {
        "float16": [np.float16, np.dtype("<f2"), "<f2", torch.float16, torch.half],
        "bfloat16": [ml_dtypes.bfloat16, np.dtype(ml_dtypes.bfloat16), torch.bfloat16],
    }.items():
        blob = pack_residuals(values, dtype=name)
        for other in others:
            assert pack_residuals(values, dtype=other) == blob
            assert restore(values, blob, dtype=other).dtype.name == name
            assert residual(values, values, dtype=other, exact=False).dtype.name == name
    assert restore(values, blob, dtype=torch.float32).dtype == np.float32


@pytest.mark.parametrize("dtype", ["float15", 5, [], "int8", np.int16, "S3"])
def test_what_is_no_dtype_of_the_format_is_refused(dtype: Any) -> None:
    blob = pack_residuals(numbers(10))
    with pytest.raises((TypeError, ValueError), match="dtype: expected"):
        pack_residuals(numbers(10), dtype=dtype)
    with pytest.raises((TypeError, ValueError), match="dtype: expected"):
        restore(numbers(10), blob, dtype=dtype)


def test_the_cpu_goes_by_any_name() -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    blob = pack_residuals(numbers(10))
    for device in (None, "cpu", torch.device("cpu")):
        assert np.array_equal(unpack_residuals(blob, device=device), numbers(10))
    with pytest.raises(TypeError, match="device: expected"):
        unpack_residuals(blob, device=1.5)


# -- numbers that 16 bits cannot hold ------------------------------------------------------


def test_a_number_becomes_infinite_only_if_the_dtype_is_given() -> None:
    values = np.array([1, -65520, np.inf, np.nan], np.float32)
    with pytest.raises(EncodingError, match=r"found -65520\.0 at flat index 1"):
        pack_residuals(values)
    with pytest.raises(EncodingError, match=r"'layer'.* at flat index 1"):
        save_bundle(io.BytesIO(), {"layer": values})
    found = unpack_residuals(pack_residuals(values, dtype="float16"))
    assert found.tolist()[:3] == [1, -np.inf, np.inf]
    assert unpack_residuals(pack_residuals(values[2:])).tolist()[0] == np.inf


# -- errors name the tensor ----------------------------------------------------------------

WRONG: dict[str, tuple[Any, type[Exception]]] = {
    "integers": (np.arange(3), TypeError),
    "text": ("abc", TypeError),
    "float64": (np.ones(3), TypeError),
    "masked": (np.ma.masked_array(np.ones(3, np.float16), [True, False, False]), TypeError),
    "no elements to keep": (np.ones(0, np.float16), ValueError),
    "ragged": ([[1, 2], [3]], ValueError),
}


@pytest.mark.parametrize("what", WRONG)
def test_the_error_of_a_tensor_names_it(what: str, tmp_path: Path) -> None:
    tensor, error = WRONG[what]
    target = tmp_path / "model.hpdb"
    target.write_bytes(b"old")
    with pytest.raises(error, match=r"layers\.1\.weight"):
        save_bundle(target, {"fine": numbers(8), "layers.1.weight": tensor}, store_topk=0.5)
    assert target.read_bytes() == b"old"


def test_errors_of_who_gives_the_tensors_pass_as_they_are() -> None:
    def tensors() -> Any:
        yield "a", numbers(3)
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        save_bundle(io.BytesIO(), tensors())
    with pytest.raises(TypeError, match="texts as names, found 3"):
        save_bundle(io.BytesIO(), [(3, numbers(3))])  # type: ignore[list-item]  # what is refused


def test_text_is_no_binary_file() -> None:
    saves: list[Callable[[Any], None]] = [
        lambda to: save_residuals(to, numbers(3)),
        lambda to: save_bundle(to, {}),
    ]
    for save in saves:
        for target in (io.StringIO(), 5):
            with pytest.raises(TypeError, match="binary mode to write to, found"):
                save(target)
    for source in (io.StringIO("HPDV"), 5):
        with pytest.raises(TypeError, match=r"source: expected a path, .* a file.* binary"):
            load_residuals(source)  # type: ignore[arg-type]  # what is refused


# -- bundles -------------------------------------------------------------------------------


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A file of three tensors, of which one is in parts and one is sparse."""
    path = tmp_path / "some.hpdb"
    save_bundle(path, {"a": numbers(10), "b": numbers(5)}, shard_elements=6)
    return path


def test_a_bundle_equals_itself(bundle: Path) -> None:
    with Bundle(bundle) as found, Bundle(bundle) as other:
        assert found == found  # noqa: PLR0124  # it is asked for
        assert found != other
        assert found != {"a": numbers(10), "b": numbers(5)}
        assert found not in (None, 5, "a", [])
        assert len({found, other, found}) == 2


def test_a_closed_bundle_gives_no_tensors(bundle: Path) -> None:
    blob = bundle.read_bytes()
    for source in (bundle, blob):
        found = Bundle(source)
        kept = found["a"]
        found.close()
        found.close()
        reads: list[Callable[[Bundle], Any]] = [
            lambda each: each["b"],
            lambda each: each["a"],
            lambda each: each.load("b", out=np.empty(5, np.float16)),
            lambda each: each.sparse("a"),
            lambda each: each.restore("b", numbers(5)),
            lambda each: each.verify(),
            dict,
        ]
        for read in reads:
            with pytest.raises(ValueError, match="closed"):
                read(found)
        assert np.array_equal(kept, numbers(10))


def test_a_map_can_be_closed_as_soon_as_all_is_read(bundle: Path, tmp_path: Path) -> None:
    save_residuals(tmp_path / "one", numbers(), store_topk=0.2, order="index")
    gc.disable()
    try:
        reads: dict[Path, Callable[[Any], Any]] = {
            tmp_path / "one": lambda view: (unpack_residuals(view), restore(numbers(), view)),
            bundle: lambda view: Bundle(view)["a"],
        }
        for path, read in reads.items():
            with path.open("rb") as file:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                assert len(read(mapped)) > 1
                mapped.close()
    finally:
        gc.enable()


def test_tensors_that_gradients_go_through_are_packed() -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    held = torch.from_numpy(numbers(10)).requires_grad_()
    assert pack_residuals(held) == pack_residuals(numbers(10))
    assert pack_residuals(held * 1) == pack_residuals(numbers(10))
    assert restore(held, pack_residuals(held)).tolist() == (numbers(10) * 2).tolist()


@pytest.mark.parametrize(
    "send",
    [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))],  # noqa: S301  # our own
)
@pytest.mark.parametrize("where", ["path", "bytes", "view"])
def test_bundles_are_sent_by_what_they_read(
    where: str, send: Callable[[Bundle], Bundle], bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bundle.parent)
    data = bundle.read_bytes()
    source: Any = {"path": bundle.name, "bytes": data, "view": memoryview(data)}[where]
    found = Bundle(source)
    sent = send(found)
    monkeypatch.chdir("/")
    found.close()
    del found
    gc.collect()
    with sent:
        assert np.array_equal(sent["a"], numbers(10))
        assert sent.shape("b") == (5,)
    with pytest.raises(ValueError, match="closed"):
        send(sent)


def test_what_cannot_be_added_to_in_place_is_refused() -> None:
    blob = pack_residuals(numbers(3))
    for target in ([0.0, 0.0, 0.0], (0.0, 0.0, 0.0), None):
        with pytest.raises((TypeError, ValueError), match="expected"):
            add_residuals(target, blob)
        with pytest.raises(TypeError, match="out: expected an array"):
            restore(numbers(3), blob, out=target or [])


def test_a_difference_becomes_infinite_only_if_the_dtype_is_given() -> None:
    weights = np.array([1, 7e4, np.inf], np.float32)
    start = np.zeros(3, np.float32)
    with pytest.raises(EncodingError, match=r"found 70000\.0 at flat index 1"):
        residual(weights, start, exact=False)
    found = residual(weights, start, dtype="float16", exact=False)
    assert found.tolist() == [1, np.inf, np.inf]


def test_names_that_utf_8_has_not_are_refused() -> None:
    with pytest.raises(ValueError, match="names that UTF-8 has"):
        save_bundle(io.BytesIO(), {"a\ud800": numbers(3)})


@pytest.mark.parametrize("shape", [(2.7, 3), "12", 2.0], ids=repr)
def test_a_shape_is_of_whole_numbers(shape: Any) -> None:
    """Of (2.7, 3) it was the size of (2, 3), without a word; "12" was taken for (1, 2)."""
    with pytest.raises(TypeError, match="shape: expected a whole number"):
        estimate_hpdkv_size(shape)


def test_the_size_of_parts_is_a_whole_number(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="shard_elements: expected a whole number"):
        save_bundle(tmp_path / "a", {"a": np.ones(5, np.float16)}, shard_elements=2.5)  # type: ignore[arg-type]  # wrong use
    assert not list(tmp_path.iterdir())


def test_a_dtype_that_is_not_that_of_out_is_refused() -> None:
    """It was passed over."""
    start, blob = np.ones(5, np.float32), pack_residuals(np.ones(5, np.float16))
    out = np.empty(5, np.float32)
    with pytest.raises(ValueError, match="dtype: expected that of `out`, float32, found 'float16'"):
        restore(start, blob, dtype="float16", out=out)
    assert restore(start, blob, dtype="float32", out=out).tolist() == [2] * 5


def test_what_is_something_else_is_told_by_name(tmp_path: Path) -> None:
    shares: list[Any] = ["x", []]
    for share in shares:
        with pytest.raises(TypeError, match="store_topk: expected a share"):
            pack_residuals(np.ones(5, np.float16), store_topk=share)
    for read in (unpack_residuals, sparse_residuals):
        with pytest.raises(TypeError, match="blob: expected bytes, found NoneType"):
            read(None)  # type: ignore[arg-type]  # wrong use, as all here
    with pytest.raises(
        TypeError, match="tensors: expected a list of pairs of a name and a tensor, found NoneType"
    ):
        save_bundle(tmp_path / "a", None)  # type: ignore[arg-type]  # wrong use
    save_bundle(tmp_path / "a", {"a": np.ones(5, np.float16)})
    with pytest.raises(TypeError, match="names: expected a list of names, found float"):
        load_bundle(tmp_path / "a", 1.5)  # type: ignore[arg-type]  # wrong use
    with pytest.raises(TypeError, match="dtype: expected one of"):
        pack_residuals(np.ones(5, np.float16), dtype="\ud800")


@pytest.mark.parametrize("framework", [[], "", ("numpy",)], ids=repr)
def test_a_framework_that_there_is_not_is_refused(framework: Any) -> None:
    blob = pack_residuals(np.ones(5, np.float16))
    with pytest.raises(ValueError, match="framework"):
        unpack_residuals(blob, framework=framework)
