"""Names of a spec as names of Python, and the names that a module uses."""

from __future__ import annotations

import keyword
import re

from quire.generator.targets.construct.tables import FROM_CONSTRUCT, HELPERS, TAKEN


def type_name(path: str) -> str:
    """What the construct of a type is called, as Kaitai's compiler does: `nav__header`."""
    return _free("__".join(path.split("::")))


def enum_name(path: str) -> str:
    """What the members of an enum are called: `NAV__KIND`."""
    return _free("__".join(path.split("::")).upper())


def document_name(path: str) -> str:
    """What the keys of an object of a document are called: `CVC__HEADER_KEYS`."""
    return f"{enum_name(path)}_KEYS"


def _free(name: str) -> str:
    """A name that nothing else has; two that differ stay different."""
    name = re.sub(r"\W", "_", name)
    bare = name.rstrip("_")
    return f"{name}_" if keyword.iskeyword(bare) or bare in TAKEN else name


def routine_module(path: tuple[str, ...]) -> str:
    """The module of a routine of somebody else's: `my` for `my.custom_fx`."""
    return ".".join(path[:-1]) or path[0]


def routine_class(path: tuple[str, ...]) -> str:
    """The class of a routine of somebody else's: `CustomFx` for `my.custom_fx`."""
    return "".join(part[:1].upper() + part[1:] for part in path[-1].split("_"))


class Used:
    """The names that the templates of a module ask for, to be imported or defined."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        for other in HELPERS.get(name, ()):
            self[other]
        return name

    def constructs(self) -> list[str]:
        """What is imported from Construct."""
        return sorted(self.names & FROM_CONSTRUCT)

    def helpers(self) -> list[str]:
        """What the module defines itself."""
        return [name for name in HELPERS if name in self.names]

    def modules(self) -> list[str]:
        """What is imported whole."""
        return sorted(self.names - FROM_CONSTRUCT - HELPERS.keys())
