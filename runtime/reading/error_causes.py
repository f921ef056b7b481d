"""Where an error comes from: the values of a file, or somebody's code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from traceback import walk_tb

from quire.runtime.errors import FAILURES


def is_of_data(error: Exception, module: Callable[[], str]) -> bool:
    """Whether an error comes from the values of a file, and not from a mistake in code.

    That is: one of `FAILURES`; a field of a record that is not there; or whatever an expression of
    the generated `module` itself raises, say because of a cast that does not hold for this file.
    Which module that is, is asked for the last alone.
    """
    if isinstance(error, FAILURES):
        return True
    if isinstance(error, AttributeError) and hasattr(type(error.obj), "_fields"):
        return True
    innermost = error.__traceback__
    while innermost is not None and innermost.tb_next is not None:
        innermost = innermost.tb_next
    return innermost is not None and innermost.tb_frame.f_globals.get("__name__") == module()


_OURS = sys.stdlib_module_names | {"numpy", "quire"}


def is_of_caller(error: Exception) -> bool:
    """Whether an error comes out of what a user has given to a writer: say, an iterator.

    That is: out of code that is neither quire's nor that of a generated class.
    """
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    generated = {
        frame.f_globals.get("__name__")
        for frame in frames
        if hasattr(frame.f_locals.get("self"), "_fields")
    }
    modules = [str(frame.f_globals.get("__name__")) for frame in frames]
    return any(
        name == "quire.runtime.reading.elements"
        or (name not in generated and name.partition(".")[0] not in _OURS)
        for name in modules
    )
