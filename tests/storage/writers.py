"""Every writer of every format: what it does, and how what it has done is seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from quire import FormatError, cdd, cvc, finalfusion, hpdkv, tiers
from quire.finalfusion import Embeddings, NdArray, SimpleVocab
from quire.generated.cdd import Cdd
from quire.generated.cryptodd import Cryptodd
from quire.generated.hpdkv import Hpdkv
from quire.generated.tier_catalogue import TierCatalogue
from tests.formats.cdd import stores
from tests.formats.finalfusion.foreign import FOLDER
from tests.formats.tiers import directories, store_steps
from tests.formats.tiers.stores import Kind, key_of, opened, tensor_of
from tests.storage.by_command import BY_COMMAND
from tests.storage.by_parts import BY_PARTS
from tests.storage.writer import Save, Told, Writer, replaced, rows

# -- files that are replaced ---------------------------------------------------------------


def _embeddings(number: int) -> Embeddings:
    return Embeddings(NdArray(rows(number)), SimpleVocab([f"word{i}" for i in range(6)]))


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
        cvc.pack_cvc_columns({"first": rows(0)}, path)
    else:
        cvc.update_column(path, "first", rows(number))


def _add_column(path: Path, number: int) -> None:
    if number == 0:
        cvc.pack_cvc_columns({"first": rows(0)}, path)
    else:
        cvc.add_column(path, f"more{number}{len(cvc.list_columns(path))}", rows(number))


def _name_column(path: Path, number: int) -> None:
    if number == 0:
        cvc.pack_cvc_columns({"first": rows(0), "second": rows(1)}, path)
    elif number == 1:
        cvc.rename_column(path, "first", "other")
    elif len(cvc.list_columns(path)) > 1:
        cvc.delete_column(path, "second")


def _upgrade(path: Path, number: int) -> None:
    source = path.with_name("source.cvc")
    if number == 0:
        cvc.pack_cvc(rows(0), source, format_version=0)
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


REPLACED: dict[str, tuple[str, Save]] = {
    "cvc.pack_cvc, cvc.save_cvc": ("x.cvc", lambda path, n: cvc.save_cvc(path, rows(n))),
    "cvc.pack_cvc of pieces": (
        "x.cvc",
        lambda path, n: cvc.pack_cvc(iter([rows(n), rows(n + 9)]), path),
    ),
    "cvc.pack_cvc_columns, cvc.save_cvc_columns": (
        "x.cvc",
        lambda path, n: cvc.save_cvc_columns(path, {"a": rows(n)}),
    ),
    "cvc.pack_cvc_sections": (
        "x.cvc",
        lambda path, n: cvc.pack_cvc_sections([(rows(n), "a"), (rows(n + 9), "b")], path),
    ),
    "cvc.pack_cvc_sections_columnar": (
        "x.cvc",
        lambda path, n: cvc.pack_cvc_sections_columnar([({"a": rows(n)}, n)], path),
    ),
    "cvc.update_column": ("x.cvc", _update_column),
    "cvc.add_column": ("x.cvc", _add_column),
    "cvc.rename_column, cvc.delete_column": ("x.cvc", _name_column),
    "Struct.to_file": (
        "x.hpdv",
        lambda path, n: Hpdkv.from_bytes(hpdkv.pack_residuals(rows(n))).to_file(path),
    ),
    "cvc.upgrade_cvc": ("x.cvc", _upgrade),
    "finalfusion.save_finalfusion, Embeddings.write": (
        "x.fifu",
        lambda path, n: finalfusion.save_finalfusion(path, _embeddings(n)),
    ),
    "finalfusion.save_matrix": ("x.fifu", lambda path, n: finalfusion.save_matrix(path, rows(n))),
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
    "cdd.save_array": ("x.cdd", lambda path, n: cdd.save_array(path, rows(n))),
    "cdd.save_rows, cdd.save_cdd": ("x.cdd", lambda path, n: cdd.save_rows(path, rows(n))),
    "hpdkv.save_residuals": ("x.hpdv", lambda path, n: hpdkv.save_residuals(path, rows(n))),
    "hpdkv.save_bundle": (
        "x.hpdb",
        lambda path, n: hpdkv.save_bundle(path, {"a": rows(n), "b": rows(n + 9)}),
    ),
    "tiers.save_tensor": ("x.qtr", lambda path, n: tiers.save_tensor(path, rows(n))),
    "tiers.save_segment": ("x.tqtc", lambda path, n: tiers.save_segment(path, rows(n), 5)),
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


def _damage_digest(layout: stores.Name, folder: Path) -> None:
    """A store whose index block has a digest of which the second half is another."""
    _run_chunks(layout, _appends, folder)
    record = Cdd if layout == "cdd" else Cryptodd
    path = folder / "x.cdd"
    stored = bytearray(path.read_bytes())
    block = record.from_bytes(stored).offset_of("first_block")
    start, stop = record.IndexBlock.span_of("hash")
    stored[block + (start + stop) // 2 : block + stop] = bytes((stop - start) // 2)
    path.write_bytes(stored)


def _chunks_or_none(folder: Path) -> Any:
    try:
        return _chunks(folder)
    except FormatError:
        return None


def _repair_chunks(folder: Path, told: Told = lambda: None) -> None:
    cdd.repair(folder / "x.cdd")
    told()


def _repair_chunks_again(folder: Path) -> None:
    cdd.repair(folder / "x.cdd")
    assert len(_chunks(folder)) == 6


METADATA = (b"first", b"second" * 500, b"third")


def _make_described(layout: stores.Name, folder: Path) -> None:
    with cdd.FileBackend(folder / "x.cdd", "x") as backend:
        cdd.DataWriter(backend, layout=layout, user_metadata=METADATA[0]).close()


def _describe(layout: stores.Name, folder: Path, told: Told, data: tuple[bytes, ...]) -> None:
    with (
        cdd.FileBackend(folder / "x.cdd", "r+") as backend,
        cdd.DataWriter(backend, layout=layout) as writer,
    ):
        for each in data:
            writer.set_user_metadata(each)
            told()


def _described(folder: Path) -> bytes:
    """What the next writer finds, who finishes what was interrupted."""
    copy = cdd.MemoryBackend((folder / "x.cdd").read_bytes())
    with cdd.DataWriter(copy) as writer:
        return writer.user_metadata


def _cdd_changes(layout: stores.Name) -> list[Writer]:
    return [
        Writer(
            f"cdd.repair, {layout}",
            begin=partial(_damage_digest, layout),
            run=_repair_chunks,
            state=_chunks_or_none,
            again=_repair_chunks_again,
            locks=True,
        ),
        Writer(
            f"cdd.DataWriter.set_user_metadata, {layout}",
            begin=partial(_make_described, layout),
            run=partial(_describe, layout, data=METADATA[1:]),
            state=_described,
            again=partial(_describe, layout, told=lambda: None, data=METADATA[:1]),
            locks=True,
        ),
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
    *(replaced(name, file, save) for name, (file, save) in REPLACED.items()),
    *BY_COMMAND,
    *BY_PARTS,
    *_cdd("cdd"),
    *_cdd("cryptodd"),
    *_cdd_changes("cdd"),
    *_cdd_changes("cryptodd"),
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
