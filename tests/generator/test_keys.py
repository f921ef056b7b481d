"""Every key that is declared is parsed: one that is not would be taken, and mean nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.generator.syntax import keys

FOLDER = Path(keys.__file__).parent
PARSERS = "".join(
    path.read_text(encoding="utf-8")
    for path in FOLDER.glob("*.py")
    if path.name not in ("keys.py", "json_schema.py")
)
FOR_PEOPLE = {"application", "file-extension", "xref", "license", "tags"}
"""Keys of `meta` that say something about a format, and nothing to a compiler."""
DECLARED = {
    (place, key)
    for place, declared in vars(keys).items()
    if place.isupper() and isinstance(declared, dict)
    for key, known in declared.items()
    if isinstance(known, keys.Key) and not (place == "META" and key in FOR_PEOPLE)
}


@pytest.mark.parametrize(("place", "key"), sorted(DECLARED))
def test_a_key_that_is_declared_is_parsed(place: str, key: str) -> None:
    assert f'"{key}"' in PARSERS, f"{place}: nothing in {FOLDER.name}/ parses `{key}`"
