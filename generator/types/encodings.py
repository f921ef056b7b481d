"""Encodings of text: the names that Kaitai has for them, and those that Python knows."""

from __future__ import annotations

import codecs
import re
from functools import cache

from quire.runtime.frozen import Frozen

_CANONICAL = (
    "ASCII",
    "UTF-8",
    "UTF-16LE",
    "UTF-16BE",
    "UTF-32LE",
    "UTF-32BE",
    *(f"ISO-8859-{part}" for part in range(1, 17) if part != 12),
    *(f"windows-{page}" for page in range(1250, 1259)),
    "IBM437",
    "IBM866",
    "Shift_JIS",
    "Big5",
    "EUC-KR",
)
_UNITS = {"UTF-16LE": 2, "UTF-16BE": 2, "UTF-32LE": 4, "UTF-32BE": 4}
_PYTHON = {"ASCII": "ascii", "UTF-8": "utf-8", "IBM437": "cp437", "IBM866": "cp866"}


class Encoding(Frozen):
    """An encoding.

    Attributes:
        python: The name for Python's codecs; one that they do not know fails when it is used.
        unit: Bytes of its smallest character.
        advice: What is wrong with the name, or "".
    """

    python: str
    unit: int
    advice: str


@cache
def find_encoding(name: str) -> Encoding:
    """The encoding that a spec names."""
    canonical = _by_key().get(_key(name))
    if canonical is None and (python := _python(name)) is not None:
        canonical = _by_codec().get(python)
    if canonical is None:
        advice = f"`{name}` is an encoding that not every target knows"
        return Encoding(_python(name) or name, 1, advice)
    advice = "" if name == canonical else f"write `{canonical}` for `{name}`"
    python = _python(_PYTHON.get(canonical, canonical)) or canonical
    return Encoding(python, _UNITS.get(canonical, 1), advice)


def _key(name: str) -> str:
    """A name without what people write differently."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _python(name: str) -> str | None:
    try:
        return codecs.lookup(name).name
    except (LookupError, ValueError):  # a name with a NUL is a ValueError
        return None


@cache
def _by_key() -> dict[str, str]:
    return {_key(name): name for name in _CANONICAL}


@cache
def _by_codec() -> dict[str, str]:
    return {python: name for name in _CANONICAL if (python := _python(name)) is not None}
