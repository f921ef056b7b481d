"""A plan that breaks an invariant does not pass: the compiler would rather stop than emit it."""

from collections.abc import Callable

import pytest

from quire.generator.plan import operations as p
from quire.generator.plan.verify import verify
from quire.runtime.frozen import replace
from tests.cases import plan_of, spec_of

Break = Callable[[p.Record], p.Record]


def broken(case: str, change: Break) -> p.Module:
    """The plan of a case, its root changed."""
    module = plan_of(spec_of(case))
    return replace(module, root=change(module.root))


def test_the_plan_of_a_case_passes() -> None:
    verify(broken("fused_block", lambda root: root))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda r: replace(r, read=r.read[1:]), "reads"),
        (lambda r: replace(r, write=r.write[:-1]), "writes"),
        (lambda r: replace(r, read=r.read[::-1]), "reads"),
        (lambda r: replace(r, write=r.write[::-1]), "writes"),
        (lambda r: replace(r, attributes=r.attributes[1:]), "declares"),
        (lambda r: replace(r, attributes=r.attributes + r.attributes[:1]), "declared twice"),
        (lambda r: replace(r, derive=(p.Count("nothing", "name"),)), "derives nothing"),
    ],
    ids=["unread", "unwritten", "order", "written order", "undeclared", "twice", "no field"],
)
def test_reads_writes_and_attributes_must_agree(change: Break, what: str) -> None:
    with pytest.raises(AssertionError, match=what):
        verify(broken("fused_block", change))


def test_a_block_has_more_than_one_field() -> None:
    def shorten(root: p.Record) -> p.Record:
        (block, *_) = [op for op in root.read if isinstance(op, p.Block)]
        names = {field.name for field in block.fields[1:]}
        one = replace(block, fields=block.fields[:1])

        def without(ops: tuple[p.Op, ...]) -> tuple[p.Op, ...]:
            return tuple(
                one if isinstance(op, p.Block) and op.name == one.name else op for op in ops
            )

        return replace(
            root,
            read=without(root.read),
            write=without(root.write),
            attributes=tuple(a for a in root.attributes if a.name not in names),
        )

    with pytest.raises(AssertionError, match="no run"):
        verify(broken("fused_block", shorten))


def test_a_payload_has_a_pipeline() -> None:
    with pytest.raises(AssertionError, match="pipeline"):
        verify(broken("codec", lambda root: replace(root, pipelines=())))


def test_records_further_down_are_looked_at_too() -> None:
    def inside(root: p.Record) -> p.Record:
        first = replace(root.records[0], read=())
        return replace(root, records=(first, *root.records[1:]))

    with pytest.raises(AssertionError, match="nested_types::point"):
        verify(broken("nested_types", inside))
