"""What is done with a file of each format by its face, when that is fuzzed.

Whatever the file is, nothing but a `FormatError` may come of it: all that is asked for is there.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

import numpy as np

from quire.arrays import ArrayFile
from quire.opening import open_file
from quire.runtime.errors import FormatError
from quire.testing.fuzzing.targets import Unlike

Use = Callable[[Path, Random], None]
"""Does something with the file at a path; the choices among what it could do are random."""

_FEW, _MANY = 40, 1 << 20
"""Rows that are asked for at a time, and values that an array may have to be read whole."""


def _refused(act: Callable[..., Any], *given: Any, **options: Any) -> Any:
    """What something gives; None if it says that the file is wrong."""
    with suppress(FormatError):
        return act(*given, **options)
    return None


# -- reading -----------------------------------------------------------------------------------


def read(name: str, path: Path, random: Random) -> None:
    """Open a file from where it is, in memory, or as a stream; look at all that it has."""
    data = path.read_bytes()
    source = random.choice((path, data, io.BytesIO(data)))
    opened: Any  # which it is depends on the file
    with open_file(source, name, verify=random.random() < 0.5) as opened:
        repr(opened)
        if isinstance(opened, ArrayFile):
            _read_array(opened, random)
        elif isinstance(opened, Mapping):
            _read_tensors(opened)
        else:
            _read_columns(opened, random)
        _refused(opened.verify)


def _read_array(file: Any, random: Random) -> None:
    """Rows of an array, and all of it: they have to be the same."""
    with suppress(FormatError):
        if not _is_one(file):
            return
    size, rows = file.size, file.shape[0] if file.shape else 0
    whole = _refused(file.read) if size <= _MANY else None
    for index in _indices(rows, random):
        some = _refused(file.__getitem__, index)
        if some is None or whole is None:
            continue
        if _is_exact(file) and not np.array_equal(_bits(some), _bits(whole[index])):
            message = f"rows {index} are not those of the whole"
            raise Unlike(message)
    for number, _ in zip(range(3), _blocks(file), strict=False):
        del number
    if whole is not None and file.shape:
        _refused(file.read, slice(None, None, -1), np.empty_like(whole))


def _is_one(file: Any) -> bool:
    """Whether a file holds one array: stores may be empty, or have chunks that do not fit."""
    try:
        _ = file.shape
    except ValueError as error:
        if isinstance(error, FormatError):
            raise
        return False
    return True


def _is_exact(file: Any) -> bool:
    """Whether rows do not depend on how many are decoded at a time: projected ones do.

    In which order a projection adds up is the business of BLAS; where it overflows, the same row
    is infinite here, and no number there.
    """
    payload = vars(file).get("_payload")  # of finalfusion, whose rows may be projected
    return payload is None or getattr(payload.parameters, "projection", None) is None


def _indices(rows: int, random: Random) -> list[Any]:
    """Rows that there are."""
    if not rows:
        return []
    first = random.randrange(rows)
    behind = min(first + random.randrange(1, _FEW), rows)
    return [first, -1, slice(first, behind), [rows - 1, first], slice(behind, first, -3)]


def _bits(values: Any) -> Any:
    """An array as bytes, since what is no number is not equal to itself."""
    return np.frombuffer(np.ascontiguousarray(values).tobytes(), np.uint8)


def _blocks(file: Any) -> Any:
    with suppress(FormatError):
        yield from file.blocks()


def _read_tensors(bundle: Any) -> None:
    """Tensors by their names, dense, sparse and added to others."""
    for name in list(bundle)[:_FEW]:
        shape, dtype = bundle.shape(name), bundle.dtype(name)
        _refused(bundle.load, name)
        with suppress(ValueError):  # it is dense
            _refused(bundle.sparse, name)
        if np.prod(shape, dtype=object) <= _MANY:
            _refused(bundle.restore, name, np.zeros(shape, dtype))


def _read_columns(reader: Any, random: Random) -> None:
    """Columns by their names: those of some rows, and whole sections."""
    reader.info()
    rows, names = reader.num_vectors, list(reader.columns)
    if rows and names:
        first = random.randrange(rows)
        behind = min(first + _FEW, rows)
        _refused(reader.read, [random.choice(names)], [(first, behind)])
        _refused(reader.read, None, [(first, behind), (0, 1)])


# -- files that are replaced -------------------------------------------------------------------


def _as_it_was(path: Path, act: Callable[..., Any], *given: Any) -> bool:
    """Change a file; one that was refused has to be as it was."""
    before = path.read_bytes()
    try:
        act(path, *given)
    except FormatError:
        if path.read_bytes() != before:
            message = f"{act.__name__} refused a file, and changed it"
            raise Unlike(message) from None
        return False
    return True


def edit_columns(path: Path, random: Random) -> None:
    """Add, change, rename and delete columns of a CVC file."""
    from quire import cvc

    with cvc.open_cvc_columns(path) as reader:
        rows, names = reader.num_vectors, list(reader.columns)
    if not 0 < rows <= _MANY // 8 or not names:
        return
    new, old = "fuzzed" + "x" * 9, random.choice(names)
    given = np.zeros((rows, 2), np.float32)
    if _as_it_was(path, cvc.add_column, new, given):
        _as_it_was(path, cvc.update_column, new, given + 1)
        _as_it_was(path, cvc.rename_column, new, new + "y")
        if _as_it_was(path, cvc.delete_column, old) and old in cvc.open_cvc_columns(path).columns:
            message = "a column that was deleted is there"
            raise Unlike(message)


def upgrade(path: Path, _: Random) -> None:
    """Write a CVC file in the newest version; its values stay."""
    from quire import cvc

    target = path.with_name("upgraded.cvc")
    target.unlink(missing_ok=True)
    before = _refused(cvc.load_cvc, path)
    with suppress(FormatError):
        cvc.upgrade_cvc(path, target)
        if before is not None and not np.array_equal(_bits(before), _bits(cvc.load_cvc(target))):
            message = "an upgraded file has other values"
            raise Unlike(message)


# -- words -------------------------------------------------------------------------------------


def words(load: str, path: Path, random: Random) -> None:
    """Load embeddings, look words up, write them and read them again."""
    from quire import finalfusion

    found = getattr(finalfusion, load)(path)
    if found.n_words * found.dims > _MANY or not found.n_words:
        return
    word = random.choice(found.vocab.words)
    acts = [found.embedding, found.word_similarity]
    for act in acts if found.norms is None else [*acts, found.embedding_with_norm]:
        _refused(act, word)
    _refused(found.embedding, "not among them")
    target = path.with_name("written.fifu")
    if _refused(found.write, target) is None and not target.exists():
        return
    again = finalfusion.load(target)
    if list(again.vocab.words) != list(found.vocab.words):
        message = "words that were written are others when they are read"
        raise Unlike(message)
    target.unlink()


def parts_of_words(path: Path, random: Random) -> None:
    """Load one part of a finalfusion file."""
    from quire import finalfusion

    parts = ("load_metadata", "load_vocab", "load_storage", "load_norms")
    getattr(finalfusion, random.choice(parts))(path)


# -- stores of chunks --------------------------------------------------------------------------


def chunks(path: Path, random: Random) -> None:
    """Read the chunks of a store, append one, and read them again."""
    from quire import cdd

    with cdd.DataReader(path, verify_hashes=random.random() < 0.5) as reader:
        before = [_refused(reader.get_chunk, i) for i in range(min(reader.num_chunks, 4))]
        _refused(reader.verify)
        shape = reader.chunk_info(0).shape if reader.num_chunks else (2,)
        dtype = reader.chunk_info(0).dtype if reader.num_chunks else np.dtype(np.float32)
        _ = reader.user_metadata
    if np.prod(shape, dtype=object) > _MANY:
        return
    with suppress(FormatError), cdd.DataWriter(path) as writer:
        writer.append_chunk(np.zeros(shape, dtype))
    with cdd.DataReader(path, verify_hashes=False) as reader:
        for i, chunk in enumerate(before):
            if chunk is not None and not np.array_equal(_bits(chunk), _bits(reader.get_chunk(i))):
                message = f"chunk {i} is another one since one was appended"
                raise Unlike(message)


def groups(path: Path, _: Random) -> None:
    """Read the groups of chunks of a store."""
    from quire import cdd

    with cdd.GroupedReader(path) as reader:
        for number in range(min(reader.num_groups, 4)):
            _refused(reader.get_group, number)
        _refused(reader.verify)


def repair_chunks(path: Path, _: Random) -> None:
    """Repair a store, and read it."""
    from quire import cdd

    if _as_it_was(path, cdd.repair):
        cdd.DataReader(path).close()


# -- segments ----------------------------------------------------------------------------------


def frames(path: Path, random: Random) -> None:
    """Decode a segment of frames: all that it says, and one of them."""
    from quire import tiers

    info = tiers.segment_info(path.read_bytes())
    _refused(tiers.load_segment, path, strict=random.random() < 0.5)
    if info.num_frames:
        _refused(tiers.load_segment, path, random.randrange(info.num_frames))


# -- tiered stores -----------------------------------------------------------------------------


def tiered_store(layout: Any, path: Path, random: Random) -> None:
    """Take a file for one of a tiered store: read that, write to it, repair it, read it again."""
    from quire import tiers

    folder = path.with_suffix(".store")
    rmtree(folder, ignore_errors=True)
    keys: list[Any] = ["a", "b"] if layout == "quire" else [tiers.BlockKey(i, 0) for i in (1, 2)]
    with tiers.TieredStore(folder, layout=layout, clock=lambda: 1000, durable=False) as store:
        for key in keys:
            store.put(key, np.arange(12, dtype=np.float32).reshape(3, 4))
    files = sorted(each for each in folder.rglob("*") if each.is_file())
    random.choice(files).write_bytes(path.read_bytes())
    if random.random() < 0.3:
        _refused(tiers.repair, folder)
    mode: Any = random.choice(("r", "a"))
    with tiers.TieredStore(folder, layout=layout, mode=mode, clock=lambda: 2000) as store:
        _use_store(store, is_written=mode == "a")


def _use_store(store: Any, *, is_written: bool) -> None:
    for key in list(store)[:_FEW]:
        _refused(store.get, key)
        _refused(store.meta, key)
        _refused(store.recipe, key)
        if is_written:
            _refused(store.touch, key)
            _refused(store.put, key, np.zeros((3, 4), np.float32))
    _refused(store.verify)
    if is_written:
        _refused(store.tick)


def _reads(name: str) -> Use:
    return partial(read, name)


USES: dict[str, tuple[Use, ...]] = {
    "cvc": (_reads("cvc"), edit_columns, upgrade),
    "finalfusion": (_reads("finalfusion"), partial(words, "load"), parts_of_words),
    "fasttext": (partial(words, "load_fasttext"),),
    "word2vec": (partial(words, "load_word2vec"),),
    "cdd": (_reads("cdd"), chunks, groups, repair_chunks),
    "cryptodd": (_reads("cryptodd"), chunks, groups, repair_chunks),
    "hpdkv": (_reads("hpdkv"),),
    "hpdkv_bundle": (_reads("hpdkv_bundle"),),
    "tiers": (_reads("tiers"),),
    "tqtc": (_reads("tqtc"), frames),
    "tier_catalogue": (partial(tiered_store, "quire"), partial(tiered_store, "ruvector")),
}
"""By the format: what can be done with its files."""
