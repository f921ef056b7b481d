"""Ways to look at a list, of which a lazy one must give what a plain one does."""

import copy
import json
from collections.abc import Callable
from itertools import islice
from typing import Any

LOOKS: list[Callable[[Any, list[Any]], Any]] = [
    lambda items, _: items[3],
    lambda items, _: items[-1],
    lambda items, _: items[5:149:30],
    lambda items, _: items[::-1],
    lambda items, _: items[40:20],
    lambda items, _: items[-9:99999],
    lambda items, _: list(items),
    lambda items, _: tuple(items),
    lambda items, _: [*items],
    lambda items, _: list(reversed(items)),
    lambda items, _: sorted(items, key=repr)[:9],
    lambda items, _: items.copy(),
    lambda items, _: items + [1],  # noqa: RUF005  # what is tested
    lambda items, _: [1] + items,  # noqa: RUF005  # the same
    lambda items, _: 2 * items,
    lambda items, other: items.index(other[9]),
    lambda items, other: items.count(other[9]),
    lambda items, other: other[9] in items,
    lambda items, other: (items == other, items != other, other == items),
    lambda items, _: items.pop(),
    lambda items, other: (items.append(1), items[len(other)], len(items)),
    lambda items, _: (items.insert(4, 1), items[3:6]),
    lambda items, _: (items.reverse(), items[0]),
    lambda items, _: (items.__delitem__(slice(1, None)), items),
    lambda items, _: (items.clear(), len(items), bool(items)),
    lambda items, _: [items.pop(0) for _ in islice(items, 50)],
    lambda items, _: next(iter(items)),
    lambda items, _: max(enumerate(items))[0],
    lambda items, _: list(zip(items, range(2), strict=False)),
    lambda items, _: isinstance(items, list),
    lambda items, _: copy.copy(items),
    lambda items, _: json.dumps(items, default=repr),
    lambda items, _: repr(items)[:50],
]
"""Each takes the list, and a plain one that is equal to it as it is before."""
