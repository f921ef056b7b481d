"""The tables of keys in the reference of the language, made of the rows in `keys.py`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from quire.generator.syntax import keys
from quire.generator.syntax.keys import Place

_TABLE = re.compile(
    r"(<!-- keys of ([A-Z_]+): begin, made by `make gen` -->\n).*?(<!-- keys: end -->)", re.DOTALL
)


def renew(page: str) -> str:
    """A page with its tables made anew."""
    return _TABLE.sub(lambda found: f"{found[1]}{_table(getattr(keys, found[2]))}{found[3]}", page)


def _table(place: Place) -> str:
    """The keys of a place, with the fields that may have them if not all may have all."""
    rows = [("key", "on", "means"), ("---", "---", "---")]
    rows += [(f"`{name}`", key.on, key.means) for name, key in place.items()]
    same = all(key.on == "all" for key in place.values())
    return "".join(f"| {' | '.join(row[::2] if same else row)} |\n" for row in rows)


def main() -> None:
    """Renew the tables of the page that is named on the command line."""
    path = Path(sys.argv[1])
    path.write_text(renew(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
