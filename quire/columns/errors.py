"""What is not the file's fault: lists that have no columns."""

from __future__ import annotations


class NoColumnsError(TypeError):
    """A list that cannot be read column by column; read it as objects.

    Attributes:
        place: The field of the spec that is in the way (`png::chunk.body`).
        reason: Why.
    """

    def __init__(self, place: str, reason: str) -> None:
        self.place, self.reason = place, reason
        super().__init__(f"{place} has no columns: {reason}; read objects (`from_file`) instead")
