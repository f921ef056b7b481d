"""Every writer of every format: what it does, and how what it has done is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from quire import FormatError, cdd, cvc, finalfusion, hpdkv, tiers
from quire.cli.main import main as command
from quire.finalfusion import Embeddings, NdArray, SimpleVocab
from quire.generated.tier_catalogue import TierCatalogue
from tests.formats.cdd import stores
from tests.formats.finalfusion.foreign import FOLDER
from tests.formats.tiers import directories, store_steps
from tests.formats.tiers.stores import Kind, key_of, opened, tensor_of

Told = Callable[[], Any]


@dataclass(frozen=True)
class Writer:
    """A writer.

    Attributes:
        name: For messages.
        begin: Makes what is there before, in a folder.
        run: Makes changes, each of which counts as a whole, and tells of each that returned.
        state: What a reader finds.
        locks: Whether another writer is refused meanwhile.
        again: One more change, after whatever happened.
    """

    name: str
    begin: Callable[[Path], object]
    run: Callable[[Path, Told], None]
    state: Callable[[Path], Any]
    again: Callable[[Path], object]
    locks: bool = False

    def __str__(self) -> str:
        return self.name


# -- files that are replaced ---------------------------------------------------------------

Save = Callable[[Path, int], object]
"""Writes a file of what a number makes."""


def _replaced(name: str, file: str, save: Save) -> Writer:
    def run(folder: Path, told: Told) -> None:
        for number in (1, 2):
            save(folder / file, number)
            told()

    return Writer(
        name,
        begin=lambda folder: save(folder / file, 0),
        run=run,
        state=lambda folder: (folder / file).read_bytes(),
        again=lambda folder: save(folder / file, 2),
    )


def _rows(number: int) -> Any:
    return np.random.default_rng(number).standard_normal((6, 4)).astype(np.float32)


def _embeddings(number: int) -> Embeddings:
    return Embeddings(NdArray(_rows(number)), SimpleVocab([f"word{i}" for i in range(6)]))


def _save_words(write: Callable[[Path, Embeddings], object], path: Path, number: int) -> None:
    write(path, _embeddings(number))


def _save_model(
    names: tuple[str, str],
    load: Callable[[Path], Embeddings],
    write: Callable[[Path, Embeddings], object],
    path: Path,
    number: int,
) -> None:
    write(path, load(FOLDER / names[number % 2]))


def _update_column(path: Path, number: int) -> None:
    if number == 0:
        cvc.pack_cvc_columns({"first": _rows(0)}, path)
    else:
        cvc.update_column(path, "first", _rows(number))


def _upgrade(path: Path, number: int) -> None:
    source = path.with_name("source.cvc")
    if number == 0:
        cvc.pack_cvc(_rows(0), source, format_version=0)
        path.write_bytes(b"")
        return
    target = path.with_name(f"new{number}.cvc")
    target.unlink(missing_ok=True)
    cvc.upgrade_cvc(source, target)
    target.replace(path)


def _convert(path: Path, number: int) -> None:
    source = path.with_name(f"source{number}.txt")
    if not source.exists():
        for each in range(3):
            finalfusion.write_text(path.with_name(f"source{each}.txt"), _embeddings(each))
    finalfusion.convert(source, path)


def _command(name: str, source: Path, target: Path) -> None:
    try:
        command.main([name, str(source), "-o", str(target)], standalone_mode=False)
    except SystemExit as ended:  # the message is printed; the cause is the first error
        raise ended.__context__ or ended from None


def _decode(path: Path, number: int) -> None:
    source = path.with_name(f"source{number}.cvc")
    if not source.exists():
        for each in range(3):
            cvc.pack_cvc(_rows(each), path.with_name(f"source{each}.cvc"))
    _command("decode", source, path)


def _encode(path: Path, number: int) -> None:
    source = path.with_name(f"source{number}.npy")
    if not source.exists():
        for each in range(3):
            np.save(path.with_name(f"source{each}.npy"), _rows(each))
    _command("encode", source, path)


REPLACED: dict[str, tuple[str, Save]] = {
    "cvc.pack_cvc": ("x.cvc", lambda path, n: cvc.pack_cvc(_rows(n), path)),
    "cvc.pack_cvc of pieces": (
        "x.cvc",
        lambda path, n: cvc.pack_cvc(iter([_rows(n), _rows(n + 9)]), path),
    ),
    "cvc.update_column": ("x.cvc", _update_column),
    "cvc.upgrade_cvc": ("x.cvc", _upgrade),
    "finalfusion, Embeddings.write": ("x.fifu", lambda path, n: _embeddings(n).write(path)),
    "finalfusion.write_text": ("x.txt", partial(_save_words, finalfusion.write_text)),
    "finalfusion.write_text_dims": ("x.txt", partial(_save_words, finalfusion.write_text_dims)),
    "finalfusion.write_word2vec": ("x.w2v", partial(_save_words, finalfusion.write_word2vec)),
    "finalfusion.write_fasttext": (
        "x.bin",
        partial(
            _save_model,
            ("fasttext_min1.bin", "fasttext_skipgram.bin"),
            finalfusion.load_fasttext,
            finalfusion.write_fasttext,
        ),
    ),
    "finalfusion.write_floret": (
        "x.floret",
        partial(
            _save_model,
            ("floret_2hash.floret", "floret_4hash.floret"),
            finalfusion.load_floret,
            finalfusion.write_floret,
        ),
    ),
    "finalfusion.convert": ("x.fifu", _convert),
    "cdd.save_array": ("x.cdd", lambda path, n: cdd.save_array(path, _rows(n))),
    "hpdkv.save_residuals": ("x.hpdv", lambda path, n: hpdkv.save_residuals(path, _rows(n))),
    "hpdkv.save_bundle": (
        "x.hpdb",
        lambda path, n: hpdkv.save_bundle(path, {"a": _rows(n), "b": _rows(n + 9)}),
    ),
    "tiers.save_tensor": ("x.qtr", lambda path, n: tiers.save_tensor(path, _rows(n))),
    "tiers.save_segment": ("x.tqtc", lambda path, n: tiers.save_segment(path, _rows(n), 5)),
    "quire decode": ("x.npy", _decode),
    "quire encode": ("x.cvc", _encode),
}


# -- stores --------------------------------------------------------------------------------


def _chunks(folder: Path) -> Any:
    """The chunks of a store of cdd."""
    with cdd.DataReader(folder / "x.cdd") as reader:
        return [(str(array.dtype), array.shape, array.tobytes()) for array in reader]


def _run_chunks(
    layout: stores.Name, run: Callable[..., None], folder: Path, told: Told = lambda: None
) -> None:
    path = folder / "x.cdd"
    with cdd.FileBackend(path, "r+" if path.exists() else "x") as backend:
        run(backend, layout, lambda _: told())


def _appends(
    backend: cdd.FileBackend, layout: stores.Name, told: Callable[[int], None], times: int = 6
) -> None:
    """More chunks than an index block has room for."""
    options: Any = {"layout": layout, "capacity": 4}
    with cdd.DataWriter(backend, **options) as writer:
        for _ in range(times):
            told(writer.append_chunk(stores.series(writer.num_chunks)))


def _groups(
    backend: cdd.FileBackend, layout: stores.Name, told: Callable[[int], None], times: int = 3
) -> None:
    options: Any = {"layout": layout, "capacity": 8}
    with cdd.GroupedWriter(backend, stores.NAMES, **options) as writer:
        for _ in range(times):
            told(writer.append(stores.group(writer.num_groups))[0])


def _cdd(layout: stores.Name) -> list[Writer]:
    return [
        Writer(
            f"cdd.{kind}, {layout}",
            begin=partial(_run_chunks, layout, partial(run, times=0)),
            run=partial(_run_chunks, layout, run),
            state=_chunks,
            again=partial(_run_chunks, layout, again),
            locks=True,
        )
        for kind, run, again in (
            ("DataWriter", _appends, partial(_appends, times=1)),
            ("GroupedWriter", _groups, partial(_groups, times=1)),
        )
    ]


def _store_state(kind: Kind, folder: Path) -> Any:
    """What is in a store of tiers; nothing if there is none yet."""
    if not (folder / ("catalogue" if kind == "quire" else "meta.log")).exists():
        return {}
    with opened(kind, folder, mode="r") as reader:
        reader.verify()
        return store_steps.state_of(reader)


def _put_more(kind: Kind, folder: Path) -> None:
    with opened(kind, folder) as store:
        before = store_steps.state_of(store)
        store.put(key := key_of(kind, "z"), tensor_of(7))
        after = store_steps.state_of(store)
        assert after.pop(key)[0] == tiers.Tier.HOT
        assert after == before


def _write_more(folder: Path) -> None:
    block = directories.block_of(99, 1)
    with tiers.BlockDirectory(folder, "a", durability="none") as directory:
        directory.write(tiers.BlockRecord.of(directories.A, block, 1, 99), block)
        assert directory.read(directories.A).data.tobytes() == block.data.tobytes()


def _blocks_state(folder: Path) -> Any:
    if not (folder / "meta.log").exists():
        return {}
    return directories.state_of(tiers.BlockDirectory(folder))


def _store(kind: Kind) -> Writer:
    return Writer(
        f"tiers.TieredStore, {kind}",
        begin=lambda _: None,
        run=partial(store_steps.run, kind),
        state=partial(_store_state, kind),
        again=partial(_put_more, kind),
        locks=True,
    )


def _damage(folder: Path) -> None:
    """A store with a byte of its catalogue changed, and a file that is of no tensor."""
    with opened("quire", folder) as store:
        for number, key in enumerate("abc"):
            store.put(key, tensor_of(number), tiers.Tier(1 + number))
    catalogue = folder / "catalogue"
    stored = bytearray(catalogue.read_bytes())
    stored[len(stored) // 2] ^= 1
    catalogue.write_bytes(stored)
    (folder / "data" / f"{99:016x}.qtr").write_bytes(b"of nobody")


def _repaired_state(folder: Path) -> Any:
    """What is in a store that is repaired; the frames of the catalogue of one that is not."""
    try:
        return _store_state("quire", folder)
    except FormatError:
        return (folder / "catalogue").read_bytes()[TierCatalogue.offset_of("frames") :]


def _repair(folder: Path, told: Told = lambda: None) -> None:
    tiers.repair(folder)
    told()


def _repair_again(folder: Path) -> None:
    tiers.repair(folder)
    assert sorted(_store_state("quire", folder)) == ["a", "b", "c"]
    assert (folder / "damaged" / f"{99:016x}.qtr").read_bytes() == b"of nobody"


WRITERS = [
    *(_replaced(name, file, save) for name, (file, save) in REPLACED.items()),
    *_cdd("cdd"),
    *_cdd("cryptodd"),
    _store("quire"),
    _store("ruvector"),
    Writer(
        "tiers.BlockDirectory",
        begin=lambda _: None,
        run=directories.run_steps,
        state=_blocks_state,
        again=_write_more,
        locks=True,
    ),
    Writer(
        "tiers.repair",
        begin=_damage,
        run=_repair,
        state=_repaired_state,
        again=_repair_again,
        locks=True,
    ),
]
