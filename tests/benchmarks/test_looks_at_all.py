"""How the benchmarks of editing look at all that a file has."""

from pathlib import Path

import quire
from benchmarks.editing import walked

SPEC = """
meta: {id: pair}
seq: [{id: has_more, type: u1}, {id: more, type: u1, if: has_more == 1}]
instances: {last: {pos: 1, type: u1, if: has_more == 1}}
"""


def test_all_is_looked_at_but_what_an_if_leaves_out(tmp_path: Path) -> None:
    spec = tmp_path / "pair.ksy"
    spec.write_text(SPEC, encoding="utf-8")
    kind = quire.compile(spec).Pair
    for data, last in ((b"\0", None), (b"\1\7", 7)):
        walked(record := kind.from_bytes(data))
        assert record._kept("last") == last
