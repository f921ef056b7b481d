"""Instances that cannot be read, since what they stand in was built and has no bytes yet."""

from __future__ import annotations

from typing import Any


def streamless(error: Exception, record: Any, name: str) -> AttributeError | None:
    """What an error means for whoever asks for an instance; None if it means something else.

    Args:
        error: What came up while it was read.
        record: Whose instance it is.
        name: What it is called.
    """
    if not isinstance(error, AttributeError):
        return None
    of_dict = isinstance(error.obj, dict | list) and str(error.name).startswith("_")
    if not of_dict and not (error.obj is None and _is_ours(error)):
        return None
    text = (
        f"`{name}` is read from the bytes of a file, but its record was built and has none yet: "
        f"set `{name}`, or write the record and read it again"
    )
    return AttributeError(text, name=name, obj=record)


def _is_ours(error: Exception) -> bool:
    """Whether an error came up in the runtime: there alone streams are asked for something."""
    innermost = error.__traceback__
    while innermost is not None and innermost.tb_next is not None:
        innermost = innermost.tb_next
    if innermost is None:
        return False
    return str(innermost.tb_frame.f_globals.get("__name__")).startswith("quire.runtime.")
