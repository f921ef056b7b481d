"""Words in a line of a spec."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from quire.generator.source import Source, Span


@given(
    text=st.text("ab_. ", max_size=12), word=st.sampled_from(["a", "ab", "b_a"]), last=st.booleans()
)
def test_a_word_is_found_where_a_pattern_finds_it(*, text: str, word: str, last: bool) -> None:
    places = [found.start() for found in re.finditer(rf"\b{word}\b", text)]
    found = Span(Source("a", f"..{text}"), 1, 3, len(text)).find(word, last=last)
    if found is None:
        assert places == []
    else:
        assert found.column - 3 == places[-1 if last else 0]
        assert found.text == word
