"""Docstrings: the first sentence of a `doc` is the summary, and it is a whole one."""

from __future__ import annotations

import pytest

from quire.generator.targets.python.docstrings import summary_lines


@pytest.mark.parametrize(
    ("doc", "summary"),
    [
        ("One thing. Another one.", "One thing."),
        (
            "Files of programs (e.g. Finder) hold it. More.",
            "Files of programs (e.g. Finder) hold it.",
        ),
        ("Should be unset, i.e. 0. Readers look at it.", "Should be unset, i.e. 0."),
        ("Of tools, e.g. Finder. More.", "Of tools, e.g. Finder."),
        ('Either "a. B" or nothing. More.', 'Either "a. B" or nothing.'),
        ("Either `a. B` or 'c. D'. More.", "Either `a. B` or 'c. D'."),
        ("It (as such. And so) is. More.", "It (as such. And so) is."),
        ("Since version 1.2. More at https://a.org/b.", "Since version 1.2."),
        ("After J. Smith. More.", "After J. Smith."),
        ("It isn't one. That's all.", "It isn't one."),
        ("Is it there? Yes.", "Is it there? Yes."),
        ("Is it there?", "Is it there?"),
        ("One of:", "One of."),
        ("No full stop", "No full stop."),
    ],
)
def test_the_summary_is_a_sentence(doc: str, summary: str) -> None:
    found = summary_lines(doc, "", 1)
    assert found[0] == summary
    rest = doc.removeprefix(summary).strip()
    assert found[2:] == ([rest] if len(doc) > len(summary) else [])
