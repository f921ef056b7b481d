"""What small objects cost: one of a file, instances, errors, one record of millions, many records.

Beside the Python of Kaitai's own compiler, which is installed into the folder of `--files`.
"""

from __future__ import annotations

import json
import statistics
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import quire
from benchmarks.files import scratch
from benchmarks.process import run
from benchmarks.real import official
from benchmarks.real.collect import default_folder
from benchmarks.records import GEN
from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import in_turn

SPECS = {
    "small": """
meta: {id: small, endian: le}
seq:
  - {id: magic, contents: "SMLL"}
  - {id: version, type: u2}
  - {id: width, type: u4}
  - {id: height, type: u4}
  - {id: name, size: 16}
instances:
  area: {value: width * height}
  missing: {value: width, if: version == 0}
""",
    "failing": """
meta: {id: failing, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq: [{id: ofs_body, type: u4}]
    instances:
      body: {io: _root._io, pos: ofs_body, type: u4}
""",
    "points": """
meta: {id: points, endian: le}
seq: [{id: points, type: point, repeat: eos}]
types:
  point:
    seq: [{id: len_body, type: u1}, {id: body, size: len_body}]
""",
    "triangles": """
meta: {id: triangles, endian: le}
seq:
  - {id: header, size: 80}
  - {id: num_triangles, type: u4}
  - {id: triangles, type: triangle, repeat: expr, repeat-expr: num_triangles}
types:
  vec3d:
    seq: [{id: x, type: f4}, {id: y, type: f4}, {id: z, type: f4}]
  triangle:
    seq:
      - {id: normal, type: vec3d}
      - {id: vertices, type: vec3d, repeat: expr, repeat-expr: 3}
      - {id: abr, type: u2}
""",
}

SMALL = b"SMLL" + struct.pack("<HII", 1, 640, 480) + b"a small file".ljust(16)

IMPORT = """
import sys, time
import quire.runtime, kaitaistruct
sys.path.insert(0, sys.argv[1])
start = time.process_time()
import {name}
print(time.process_time() - start)
"""


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite, one by one."""
    cache = (options.files or default_folder()) / "cache"
    folder = cache / "objects"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in SPECS.items():
        path = folder / f"{name}.ksy"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    official.compile_specs([folder / f"{name}.ksy" for name in SPECS], folder, cache)
    yield _small(cache, options)
    yield _many(cache, options)


def classes(cache: Path, name: str) -> tuple[Any, Any]:
    """Of one of the specs: ours, and that of Kaitai's compiler."""
    mine = quire.compile(cache / "objects" / f"{name}.ksy")
    return getattr(mine, name.title()), getattr(official.load(name, cache), name.title())


def _small(cache: Path, options: Options) -> Table:
    kinds = classes(cache, "small")
    rows: list[list[Cell]] = []
    with scratch(needed=1 << 20) as folder:
        path = folder / "small"
        path.write_bytes(SMALL)
        objects = [kind.from_bytes(SMALL) for kind in kinds]
        tasks: dict[str, list[Callable[[], object]]] = {
            "`from_bytes`, 30 bytes": [partial(kind.from_bytes, SMALL) for kind in kinds],
            "`from_file`, 30 bytes, and closed": [partial(_opened, k, path) for k in kinds],
            "an instance that is cached": [partial(_thousand_areas, each) for each in objects],
            "one whose `if` fails, again": [partial(_thousand_missing, each) for each in objects],
        }
        for name, (mine, theirs) in tasks.items():
            seconds = in_turn(mine, theirs, options.rounds)
            times = 1000 if "`from_" not in name else 1
            rows.append([name, *(each / times * 1e9 for each in seconds)])
    rows.append(["import of the module, beyond the runtime's", *_imports(cache, options)])
    note = (
        "Nanoseconds of the processor, medians of samples in turn. An access stands in a loop "
        "whose turn is counted with it."
    )
    return Table("Small objects", ["", "ns", "Kaitai's Python, ns"], rows, note)


def _opened(kind: Any, path: Path) -> None:
    kind.from_file(str(path)).close()


def _thousand_areas(record: Any) -> None:
    for _ in range(1000):
        record.area  # noqa: B018  # this is what is timed


def _thousand_missing(record: Any) -> None:
    for _ in range(1000):
        record.missing  # noqa: B018  # this is what is timed


def _imports(cache: Path, options: Options) -> list[float]:
    """Nanoseconds; each time in a new process, the files already compiled to bytecode."""
    with tempfile.TemporaryDirectory() as folder:
        run(GEN, "gen", str(cache / "objects" / "small.ksy"), "-o", folder)
        (Path(folder) / "small.py").rename(Path(folder) / "ours_small.py")
        places = {"ours_small": folder, "small": str(cache / "official" / "small")}
        found = []
        for name, place in places.items():
            code = IMPORT.format(name=name)
            printed = [float(run(code, place).printed) for _ in range(options.rounds + 1)]
            found.append(statistics.median(printed[1:]) * 1e9)
    return found


def _many(cache: Path, options: Options) -> Table:
    rows: list[list[Cell]] = []
    for count in (4_000, 16_000):
        mine, theirs = (partial(_fail, kind, count) for kind in classes(cache, "failing"))
        seconds = in_turn(mine, theirs, options.rounds)
        rows.append([f"{count:,} instances that fail, s", *seconds])
    count = 770_000 if options.quick else 7_700_000
    found = _in_process(cache, "points", str(count), "0")
    rows.append([f"`points[5]` of {count:,} records of any size, s", found["parse"], None])
    rows.append(["the same, records made", found["made"], None])
    rows.append(["the same, memory beyond the file, MB", found["memory"], None])
    count = 100_000 if options.quick else 1_000_000
    both = [_in_process(cache, "triangles", str(count), side) for side in "01"]
    for what in ("parse", "walk", "memory"):
        title = f"{count:,} triangles (50 bytes each): {what}, {'MB' if what == 'memory' else 's'}"
        rows.append([title, *(each[what] for each in both)])
    note = "Seconds of the processor; the last rows in a process of their own each, run once."
    return Table("Many objects", ["", "quire", "Kaitai's Python"], rows, note)


def _fail(kind: Any, count: int) -> None:
    for item in kind.from_bytes(b"\xff\xff\xff\x7f" * count).items:
        try:
            item.body  # noqa: B018  # it fails
        except EOFError:
            continue
        raise AssertionError("an instance behind the end of the file was read")


def _in_process(cache: Path, *arguments: str) -> dict[str, float]:
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.real.one_large", str(cache)]
    done = subprocess.run([*command, *arguments], stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found
