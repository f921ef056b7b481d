"""What was compiled before, templates and modules, kept in a folder of the user's own."""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from functools import cache
from importlib.util import MAGIC_NUMBER
from types import CodeType

import jinja2
from jinja2.bccache import Bucket


class Kept(jinja2.FileSystemBytecodeCache):
    """Code by names, each with a digest of what it was made of: what is not there is made anew."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load some code; what was damaged is none."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # noqa: BLE001  # unpickling may raise anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep some code, if there is room, and if it is not nested too deep for that."""
        with suppress(OSError, ValueError):
            super().dump_bytecode(bucket)


@cache
def kept() -> Kept | None:
    """Where code is kept; None if there is no folder that can be trusted."""
    try:
        return Kept(pattern="quire_%s.cache")
    except (OSError, RuntimeError):
        return None


@cache
def _environment() -> jinja2.Environment:
    """What Jinja wants to know of all that it keeps, and does not look at."""
    return jinja2.Environment(autoescape=False)  # noqa: S701  # it renders nothing


def code_of(text: str, filename: str, name: str) -> CodeType:
    """The code of a module's text.

    What is kept has the name of the module, so there is one for all of that name; it is taken if
    it was made of this very text, by this very Python.

    Raises:
        SyntaxError: the text is no Python.
        RecursionError, MemoryError: it is nested too deep.
    """
    store = kept()
    if store is None:
        return compile(text, filename, "exec")
    made_of = f"{MAGIC_NUMBER.hex()} {sys.flags.optimize} {filename}\n{text}"
    digest = hashlib.sha256(made_of.encode()).hexdigest()
    bucket = store.get_bucket(_environment(), f"module {name}", None, digest)
    if not isinstance(bucket.code, CodeType):
        bucket.code = compile(text, filename, "exec")
        store.set_bucket(bucket)
    return bucket.code
