"""What a type checker says of a user's program: slips are found, what is right passes."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from collections.abc import Iterator

import numpy as np

from quire.generated.cvc import Cvc
from quire.generated.finalfusion import Finalfusion

with Finalfusion.from_file("a.fifu") as read:
    version: int = read.version
    read.versio  # error: "Finalfusion" has no attribute "versio"
    read.num_pts = 1  # error: "Finalfusion" has no attribute "num_pts"
    read.chunks[0].knd  # error: "Chunk" has no attribute "knd"
    read.to_bytes().hexx  # error: "bytes" has no attribute "hexx"
    data = read.chunks[0].data
    data.num_columns  # error: UnknownChunk" has no attribute "num_columns"
    if isinstance(data, Finalfusion.Matrix):
        columns: int = data.num_columns
        data.num_centroids  # error: "Matrix" has no attribute "num_centroids"

chunks_of_columns = Cvc.from_file("a.cvc")
chunks_of_columns.word = 3
chunks_of_columns.word = "3"  # error: has type "str", variable has type "int"
versioned: bool = chunks_of_columns.is_versioned
chunks_of_columns.is_versioned = True  # error: has type "bool", variable has type "Never"

matrix = Finalfusion.Matrix.build(num_rows=1, num_columns=2, rows=np.zeros((1, 2)))
Finalfusion.Matrix.build(num_rows=1, num_columns=2, rows=[[1.0, 2.0]])
Finalfusion.Matrix.build(num_rows="1", num_columns=2, rows=[])  # error: incompatible type "str"
Finalfusion.Matrix.build(num_rows=1, num_columns=2)  # error: Missing named argument "rows"
Finalfusion.build(chunkz=[])  # error: Unexpected keyword argument "chunkz"
Finalfusion.build(chunks=5)  # error: incompatible type "int"
Finalfusion.build(chunks=[{"data": matrix}])
Finalfusion.build(chunks=[Finalfusion.Chunk.build(data=matrix)])
Finalfusion.build(chunks=({"data": matrix} for _ in range(3)))
Finalfusion.build(chunks=[{"data": matrix, "knd": 3}])  # error: has incompatible type
Cvc.build(header={"dimension": 2}, chunks=[{"payload": np.zeros((1, 2))}])


def chunks() -> Iterator[Finalfusion.Chunk._Fields]:
    yield {"data": matrix}


Finalfusion.build(chunks=chunks())
"""


@pytest.mark.slow  # mypy reads all that the program imports
def test_mypy_finds_slips_in_names_and_in_types(root: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, ".ci/link_tree.py"], cwd=root, check=True)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(program)]
    done = subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)
    found = [line for line in done.stdout.splitlines() if "program.py:" in line]
    errors = {int(line.split(":")[1]): line for line in found if " error: " in line}
    wanted = {
        number: line.partition("# error: ")[2]
        for number, line in enumerate(PROGRAM.splitlines(), 1)
        if "# error: " in line
    }
    assert errors.keys() == wanted.keys(), done.stdout + done.stderr
    for number, text in wanted.items():
        assert text in errors[number]
