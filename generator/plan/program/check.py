"""Programs: checks."""

from __future__ import annotations

from quire.generator.plan.program.nodes import Element, Made, Slot, Statement


class Expect(Statement):
    """A rule of `valid`: `function` checks it.

    While reading, `back` is by how many bytes the field began before the position (0: it is not
    known), or that it is `marked`; otherwise it is None. `place` is where the spec has the field.
    The keys of a document check themselves (`by_keys`), since they know the path.
    """

    function: str
    field: str
    found: Made
    args: tuple[Made, ...]
    back: int | None
    marked: bool
    place: str
    by_keys: bool


class ExpectAnyOf(Expect):
    """The rule that a value is one of several."""


class ExpectThat(Expect):
    """The rule that an expression holds, which the spec has as `text`."""

    text: str


class ExpectUntil(Statement):
    """That `repeat-until` holds for the last element, and for no other.

    Those that nobody has looked at may be left out of a list that was read `once`.
    """

    field: str
    element: Element
    elements: Slot
    ends: Made
    indexed: bool
    once: bool
