"""What generated modules and quire have agreed on, as a number that is compared on import."""

from __future__ import annotations

import sys

CURRENT = 25
"""What `quire gen` makes. It is raised when modules come to use what was not there before."""

OLDEST = 4
"""The oldest that is kept. It is raised to CURRENT when something that modules use goes, or means
something else."""

LOOKS_UP = 19
"""Since when classes say what their records look up outside themselves (`_looks_up`)."""

BY_PLACE = 22
"""Since when they say whether these may be other bytes in another place (`_goes_by_place`)."""

FIELDS_LOOK_UP = 24
"""Since when they say what their fields alone look up (`_fields_look_up`)."""


def require(contract: int, module: str) -> int:
    """Refuse a generated module that this quire cannot run.

    Args:
        contract: The CURRENT of the quire that made it.
        module: Its name.

    Returns:
        The contract.

    Raises:
        ImportError: the contract is not kept here; what to do is said.
    """
    if OLDEST <= contract <= CURRENT:
        return contract
    version = sys.modules["quire"].__version__  # an import would go up the layers
    age, others = ("newer", "that or a later one") if contract > CURRENT else ("older", "that one")
    message = (
        f"`{module}` was made by a quire that is {age} than this one, {version}, and does not "
        f"fit it: make it again with `quire gen`, or install {others} (its first line says which)"
    )
    raise ImportError(message, name=module)
