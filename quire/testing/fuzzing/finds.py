"""What fuzzing has found: by the stack, the smallest of each, kept in a folder."""

from __future__ import annotations

import hashlib
import traceback
from dataclasses import dataclass
from pathlib import Path

from quire.storage.atomic import atomic_file

_BETWEEN = " > "

_INNERMOST = 3
"""Frames that tell one find from another."""


@dataclass(frozen=True)
class Find:
    """Bytes that something went wrong with.

    Attributes:
        data: The bytes.
        what: What went wrong, in a line.
        stack: Where: what finds of one cause have in common.
        text: The whole story.
    """

    data: bytes
    what: str
    stack: tuple[str, ...]
    text: str

    @property
    def name(self) -> str:
        """A name for files: the same for finds of one cause."""
        return hashlib.sha256("\n".join(self.stack).encode()).hexdigest()[:12]

    @classmethod
    def of_error(cls, data: bytes, error: BaseException) -> Find:
        """An exception that nobody should see."""
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if "quire" in frame.filename] or list(frames)
        # Of a recursion without end, the innermost frames are as good as any.
        inner = [f"{Path(each.filename).name}:{each.name}" for each in ours[-_INNERMOST:]]
        what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        text = "".join(traceback.format_exception(error, limit=-20))
        return cls(data, what, (type(error).__name__, *inner), text)

    @classmethod
    def of_cost(cls, data: bytes, what: str, amount: str) -> Find:
        """Too much time, or too much memory."""
        return cls(data, f"{what}: {amount} for {len(data)} bytes", (what,), what)


class Finds:
    """The finds of a target: one for each stack, the smallest.

    Args:
        folder: Where they are kept; None for nowhere.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.by_stack: dict[tuple[str, ...], Find] = {}
        """By where they come from."""

    def load(self) -> None:
        """Take in those of the folder."""
        paths = [] if self._folder is None else sorted(self._folder.glob("*.txt"))
        for path in paths:
            what, where, _, *text = path.read_text(encoding="utf-8").split("\n")
            data = path.with_suffix(".bin").read_bytes()
            find = Find(data, what, tuple(where.split(_BETWEEN)), "\n".join(text))
            self.by_stack.setdefault(find.stack, find)

    def is_new(self, find: Find) -> bool:
        """Whether there is none of its stack."""
        return find.stack not in self.by_stack

    def keep(self, find: Find) -> None:
        """Take a find in, if it is new or smaller."""
        known = self.by_stack.get(find.stack)
        if known is not None and len(known.data) <= len(find.data):
            return
        self.by_stack[find.stack] = find
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        told = f"{find.what}\n{_BETWEEN.join(find.stack)}\n\n{find.text}".encode()
        for suffix, content in (("bin", find.data), ("txt", told)):
            with atomic_file(self._folder / f"{find.name}.{suffix}") as file:
                file.write(content)
