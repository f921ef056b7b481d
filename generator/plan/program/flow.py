"""Programs: what methods of all kinds consist of."""

from __future__ import annotations

from quire.generator.plan.program.nodes import Body, Made, Node, Statement


class If(Statement):
    """The first arm whose condition holds, else `orelse`."""

    arms: tuple[Arm, ...]
    orelse: Body = ()


class Arm(Node):
    """A condition, and what is done where it holds."""

    condition: Made
    body: Body


class Assign(Statement):
    """Give a variable or an attribute a value."""

    to: Made
    value: Made


class Append(Statement):
    """Put a value after the others of a list."""

    to: Made
    value: Made


class NewList(Statement):
    """Begin an empty list."""

    to: Made


class Return(Statement):
    """Give back a value."""

    value: Made
