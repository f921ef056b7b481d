"""Real files of public specs, read by our modules and by those of Kaitai's own compiler.

The specs are in a folder that `--specs` names; the files are those that
`python -m benchmarks.real.collect` has collected.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.real import official
from benchmarks.real.collect import default_folder
from benchmarks.real.figures import Figure, mean_over_specs, mean_ratio
from benchmarks.suite import Cell, Options, Table, shown

MEASURES = {
    "parse": "`from_bytes`",
    "walk": "`from_bytes`, and every member looked at",
    "file": "`from_file`, and closed",
}


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite, one by one."""
    if options.specs is None:
        print("real_files: needs --specs DIR, a folder of public specs", file=sys.stderr)
        return
    folder = options.files or default_folder()
    found = _measure(options, options.specs, folder)
    yield _summary(found)
    yield _each(found)
    yield _troubles(found)


def _measure(options: Options, root: Path, folder: Path) -> dict[str, list[Figure]]:
    """What the files of each spec cost."""
    of_name = {path.stem: path for path in root.rglob("*.ksy")}
    names = sorted(path.name for path in (folder / "files").iterdir() if path.name in of_name)
    names = [name for name in names if not options.of or name in options.of]
    official.compile_specs([of_name[name] for name in names], root, folder / "cache")
    found: dict[str, list[Figure]] = {}
    for name in names:
        found[name] = _of_spec(of_name[name], options, folder)
        ratios = (mean_ratio(found[name], what) for what in MEASURES)
        print(name, len(found[name]), *map(shown, ratios), file=sys.stderr, flush=True)
    return found


def _of_spec(spec: Path, options: Options, folder: Path) -> list[Figure]:
    seconds = 600 if options.full else 5 if options.quick else 30
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.real.one_spec", str(spec)]
    command += ["--specs", str(options.specs), "--files", str(folder / "files" / spec.stem)]
    command += ["--cache", str(folder / "cache"), "--seconds", str(seconds)]
    done = subprocess.run(
        [*command, "--rounds", str(options.rounds)], stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        return [Figure("", 0, trouble="one of the compilers refuses the spec")]
    return [Figure.of(tree) for tree in json.loads(done.stdout)]


def _summary(found: dict[str, list[Figure]]) -> Table:
    rows: list[list[Cell]] = []
    for what, title in MEASURES.items():
        for large in (True, False):
            count, mean = mean_over_specs(list(found.values()), what, large=large)
            kind = "300 nodes and more" if large else "fewer nodes"
            rows.append([f"{title}; {kind}", str(count), mean])
    files = [figure for figures in found.values() for figure in figures]
    timed = [figure for figure in files if not figure.trouble]
    note = (
        f"{len(timed)} files of {sum(any(not f.trouble for f in of) for of in found.values())} "
        f"specs, {sum(f.size for f in timed) / 1e6:,.0f} MB, {sum(f.nodes for f in timed):,} "
        "nodes; every value of the two trees is the same. How many times as fast as the Python "
        "of Kaitai's compiler: the geometric mean over specs of the geometric means over their "
        "files; seconds of the processor, medians of samples in turn. Nodes are members and "
        "elements of lists."
    )
    return Table("Real files: how many times as fast", ["", "specs", "times"], rows, note)


def _each(found: dict[str, list[Figure]]) -> Table:
    rows: list[list[Cell]] = []
    for name, figures in found.items():
        timed = [figure for figure in figures if not figure.trouble]
        kinds = [[f for f in timed if f.is_large], [f for f in timed if not f.is_large]]
        row: list[Cell] = [name]
        for files in kinds:
            row += [str(len(files) or ""), *(mean_ratio(files, what) for what in MEASURES)]
        if timed:
            rows.append([*row, _seconds(timed)])
    columns = ["spec", "large", "parse", "walk", "file", "small", "parse ", "walk ", "file "]
    note = (
        "Large files have 300 nodes and more. The last column: milliseconds in which ours parses "
        "the files and looks at every member."
    )
    return Table("Real files: each spec", [*columns, "ours, ms"], rows, note)


def _seconds(figures: list[Figure]) -> float:
    return sum(1e3 * figure.walk.mine for figure in figures if figure.walk is not None)


def _troubles(found: dict[str, list[Figure]]) -> Table:
    rows: list[list[Cell]] = [
        [f"{name}/{figure.name}", figure.trouble.replace("|", "\\|")]
        for name, figures in found.items()
        for figure in figures
        if figure.trouble
    ]
    return Table("Real files that were not timed", ["file", "why"], rows)
