"""ELF files by their spec, against pyelftools and the system that runs them."""

from __future__ import annotations

import io
import platform
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import elf as of_elf

WANTED = "pip install pyelftools"
elffile: Any = pytest.importorskip("elftools.elf.elffile", reason=WANTED)
ELFError: Any = pytest.importorskip("elftools.common.exceptions", reason=WANTED).ELFError

Elf: Any = of_elf.Elf
Section: Any = Elf.Header.Section
Strings: Any = Elf.Header.Strings

CODE = """
@numbers = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
declare void @other(ptr)
define i32 @given(i32 %a) {
  call void @other(ptr @numbers)
  %sum = add i32 %a, 3
  ret i32 %sum
}
"""
MACHINES = (
    "x86_64", "i386", "aarch64", "aarch64_be", "arm", "armeb", "powerpc", "powerpc64",
    "powerpc64le", "mips", "mipsel", "mips64", "s390x", "sparc", "sparcv9", "riscv32",
    "riscv64", "bpfel", "bpfeb", "loongarch64",
)  # fmt: skip  # laid out as a table
MODELS = dict.fromkeys(("sparc", "sparcv9", "riscv32", "riscv64"), "small")
KINDS = [(width, order) for width in ("bits_32", "bits_64") for order in ("little", "big")]
LS = Path(found) if (found := shutil.which("ls")) else None
SYSTEM = sorted(
    path
    for path in Path("/usr/lib").glob("*-linux-gnu/*.so.*")
    if not path.is_symlink() and path.stat().st_size < 500_000
)[:25]


@cache
def compiled(machine: str) -> bytes:
    """An object that LLVM makes for a machine."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    made = llvm.parse_assembly(CODE)
    made.triple = f"{machine}-linux-gnu"
    target = llvm.Target.from_triple(made.triple)
    model = MODELS.get(machine, "default")
    built: bytes = target.create_target_machine(codemodel=model, reloc="static").emit_object(made)
    return built


def opened(data: bytes) -> Any:
    return elffile.ELFFile(io.BytesIO(data))


def bodies(data: bytes) -> dict[str, bytes]:
    """What pyelftools finds in sections."""
    return {each.name: each.data() for each in opened(data).iter_sections()}


def named(made: Any, name: str) -> Any:
    return next(each for each in made.header.sections if each.name == name)


def expect_same(data: bytes) -> None:
    """Expect that what is found is what pyelftools finds, and written back as it was."""
    made, found = Elf.from_bytes(data), opened(data)
    made.validate()
    header = found.header
    assert made.width.name == f"bits_{found.elfclass}"
    assert (made.byte_order.name == "little") == found.little_endian
    assert (made.header.entry, made.header.flags) == (header.e_entry, header.e_flags)
    segments = [each.header for each in found.iter_segments()]
    assert [(each.ofs_body, each.len_body, each.address) for each in made.header.segments] == [
        (each.p_offset, each.p_filesz, each.p_vaddr) for each in segments
    ]
    sections = [*found.iter_sections()]
    assert [each.name for each in made.header.sections] == [each.name for each in sections]
    for mine, theirs in zip(made.header.sections, sections, strict=True):
        assert (mine.ofs_body, mine.len_body) == (theirs["sh_offset"], theirs["sh_size"])
        if type(mine.body) is bytes:
            assert mine.body == theirs.data()
        elif isinstance(mine.body, Elf.Header.Symbols):
            offsets = [each.entry.st_name for each in theirs.iter_symbols()]
            assert [each.ofs_name for each in mine.body.all] == offsets
    assert made.to_bytes() == data


@pytest.mark.parametrize("machine", MACHINES)
def test_what_llvm_writes_for_machines_is_read_and_written_back(machine: str) -> None:
    expect_same(compiled(machine))


@pytest.mark.skipif(not SYSTEM, reason="this system has no libraries there")
@pytest.mark.parametrize("path", [Path(sys.executable), *SYSTEM], ids=lambda path: path.name)
def test_programs_and_libraries_are_read_and_written_back(path: Path) -> None:
    data = path.read_bytes()
    if data[:4] != b"\x7fELF":
        pytest.skip("it is no ELF file")
    expect_same(data)


@pytest.mark.parametrize("machine", MACHINES)
def test_a_section_is_replaced_by_one_of_its_size(machine: str) -> None:
    made = Elf.from_bytes(stored := compiled(machine))
    new = bytes(range(16))
    named(made, ".data").body = new
    data = made.to_bytes()
    assert bodies(data) == {**bodies(stored), ".data": new}
    at = opened(stored).get_section_by_name(".data")["sh_offset"]
    assert data == stored[:at] + new + stored[at + 16 :]


@pytest.mark.parametrize("machine", MACHINES)
def test_sections_of_an_object_grow_and_are_added(machine: str) -> None:
    made = Elf.from_bytes(stored := compiled(machine))
    named(made, ".data").body = b"long" * 100
    made.header.sections.append({"kind": "program", "body": b"new", "align": 8})
    data = made.to_bytes()
    assert bodies(data) == {**bodies(stored), ".data": b"long" * 100, "": b"new"}
    for each in opened(data).iter_sections():
        assert each["sh_offset"] % max(each["sh_addralign"], 1) == 0 or not each["sh_size"]


def test_a_symbol_is_changed() -> None:
    made = Elf.from_bytes(compiled("s390x"))
    symbols = named(made, ".symtab").body.all
    (index,) = (i for i, each in enumerate(symbols) if each.binding == 1 and each.kind == 2)
    symbols[index].binding = 2
    table = opened(made.to_bytes()).get_section_by_name(".symtab")
    assert table.get_symbol(index).name == "given"
    assert table.get_symbol(index).entry.st_info.bind == "STB_WEAK"


@pytest.mark.skipif(LS is None or LS.read_bytes()[:4] != b"\x7fELF", reason="there is no ls")
def test_a_program_whose_text_is_changed_says_that(tmp_path: Path) -> None:
    assert LS is not None
    made = Elf.from_bytes(LS.read_bytes())
    texts = named(made, ".rodata")
    assert b"Usage: %s" in texts.body
    texts.body = texts.body.replace(b"Usage: %s", b"To use %s")
    made.to_file(tmp_path / "ls")
    (tmp_path / "ls").chmod(0o755)
    run = subprocess.run([tmp_path / "ls", "--help"], capture_output=True, check=True)
    assert run.stdout.startswith(b"To use ")


@pytest.mark.skipif(LS is None or LS.read_bytes()[:4] != b"\x7fELF", reason="there is no ls")
def test_a_section_that_is_loaded_does_not_grow_into_the_next_one() -> None:
    assert LS is not None
    made = Elf.from_bytes(LS.read_bytes())
    named(made, ".rodata").body += b"more" * 1000
    with pytest.raises(quire.FormatError, match="as both are part of something else"):
        made.to_bytes()


def numbered_in_the_first(stored: bytes) -> bytes:
    """The same object, whose first section has the numbers that its header has no room for."""
    header, data = opened(stored).header, bytearray(stored)
    width = 8 if stored[4] == 2 else 4
    order: Any = "little" if stored[5] == 1 else "big"
    first, counted = header.e_shoff, 60 if width == 8 else 48
    data[counted : counted + 4] = bytes(2) + b"\xff\xff"
    at = first + 8 + 3 * width
    data[at : at + width] = header.e_shnum.to_bytes(width, order)
    data[at + width : at + width + 4] = header.e_shstrndx.to_bytes(4, order)
    return bytes(data)


@pytest.mark.parametrize("machine", ["x86_64", "sparc"])
def test_numbers_that_the_header_has_no_room_for_stand_in_the_first_section(machine: str) -> None:
    data = numbered_in_the_first(compiled(machine))
    expect_same(data)
    made = Elf.from_bytes(data)
    assert (made.header.num_sections, made.header.names) == (0, 0xFFFF)
    named(made, ".data").body = b"long" * 100
    expected = {**bodies(data), ".data": b"long" * 100}
    assert bodies(made.to_bytes()) == expected
    made.header.sections.append({"kind": "program", "body": b"new", "align": 8})
    with pytest.raises(quire.FormatError, match="a value that can be read back"):
        made.to_bytes()
    made.header.sections[0].len_body += 1
    assert bodies(made.to_bytes()) == {**expected, "": b"new"}


@pytest.mark.parametrize("machine", ["x86_64", "sparc"])
def test_a_section_gets_a_longer_name(machine: str) -> None:
    made = Elf.from_bytes(stored := compiled(machine))
    section, texts = named(made, ".data"), made.header.sections[made.header.names_section].body
    section.name, section.ofs_name = ".numbers", len(texts.all)
    texts.all += b".numbers\0"
    expected, found = bodies(stored), bodies(made.to_bytes())
    expected[".numbers"] = expected.pop(".data")
    shared = ".strtab" if ".shstrtab" not in expected else ".shstrtab"
    expected[shared] += b".numbers\0"
    assert found == expected


@pytest.mark.parametrize(("width", "order"), KINDS)
def test_what_is_built_is_read_by_pyelftools(width: str, order: str) -> None:
    names = b"\0.text\0.data\0.shstrtab\0"
    sections = [
        {"kind": "none"},
        {"kind": "program", "flags": 6, "align": 16, "ofs_name": 1, "body": b"\xc3" * 5},
        {"kind": "program", "flags": 3, "align": 4, "ofs_name": 7, "body": b"data"},
        {"kind": "strings", "ofs_name": 13, "body": Strings.build(all=names)},
    ]
    header = {"kind": "object", "names": 3, "sections": sections}
    data = Elf.build(width=width, byte_order=order, header=header).to_bytes()
    expect_same(data)
    expected = {"": b"", ".text": b"\xc3" * 5, ".data": b"data", ".shstrtab": names}
    assert bodies(data) == expected


@pytest.mark.skipif(
    (platform.system(), platform.machine()) != ("Linux", "x86_64"),
    reason="the program is one of Linux for x86_64",
)
def test_a_program_that_is_built_runs(tmp_path: Path) -> None:
    code = bytes.fromhex("b83c000000bf2a0000000f05")
    load = {"kind": "load", "ofs_body": 120, "address": 0x400078, "align": 4096, "body": code}
    program = Elf.build(header={"kind": "program", "entry": 0x400078, "segments": [load]})
    program.to_file(tmp_path / "exit")
    (tmp_path / "exit").chmod(0o755)
    assert subprocess.run([tmp_path / "exit"], check=False).returncode == 42


@pytest.mark.parametrize(
    ("at", "byte", "path"),
    [
        (0, 0x01, "magic"),
        (4, 0x03, "width"),
        (5, 0x00, "byte_order"),
        (6, 0x02, "version"),
        (20, 0x02, "header.version"),
        (46, 0xFF, "header.sections"),
        (59, 0x7F, "header.sections"),
        (60, 0xFF, "header.sections"),
    ],
)
def test_an_error_names_the_field(at: int, byte: int, path: str) -> None:
    data = bytearray(compiled("x86_64"))
    data[at] = byte
    with pytest.raises(quire.FormatError) as caught:
        Elf.from_bytes(bytes(data)).validate()
    assert caught.value.path == path


@pytest.mark.parametrize("machine", ["x86_64", "i386", "s390x", "sparc"])
@pytest.mark.parametrize("name", [".symtab", ".text"])
def test_entries_of_another_size_are_refused(machine: str, name: str) -> None:
    made = Elf.from_bytes(compiled(machine))
    if name == ".text":  # its relocations
        name = next(each.name for each in made.header.sections if each.name.startswith(".rel"))
    number = [each.name for each in made.header.sections].index(name)
    at = made.offset_of(f"header.sections[{number}].len_entry")
    data, size = bytearray(made.to_bytes()), made.header.sections[number].len_entry
    order = "little" if made.byte_order.name == "little" else "big"
    width = 4 if made.width.name == "bits_32" else 8
    data[at : at + width] = (size + 1).to_bytes(width, order)
    with pytest.raises(ELFError):
        bodies(bytes(data))
    with pytest.raises(quire.FormatError) as caught:
        Elf.from_bytes(bytes(data)).validate()
    assert caught.value.path == f"header.sections[{number}].len_entry"


@pytest.mark.parametrize("link", [0, 1000, 0xFFFF_FFFF])
def test_symbols_without_texts_are_refused(link: int) -> None:
    made = Elf.from_bytes(compiled("x86_64"))
    number = [each.name for each in made.header.sections].index(".symtab")
    at = made.offset_of(f"header.sections[{number}].link")
    data = bytearray(made.to_bytes())
    data[at : at + 4] = link.to_bytes(4, "little")
    with pytest.raises(ELFError):
        bodies(bytes(data))
    with pytest.raises(quire.FormatError) as caught:
        Elf.from_bytes(bytes(data)).validate()
    assert caught.value.path == f"header.sections[{number}].is_linked"


@pytest.mark.parametrize(("width", "order"), KINDS)
def test_symbols_that_are_built_have_their_size(width: str, order: str) -> None:
    symbol = {"ofs_name": 1, "binding": 1, "kind": 2, "section": 1}
    symbol |= {f"{name}_{width[-2:]}": 7 for name in ("value", "size")}
    body = Elf.Header.Symbols.build(all=[symbol] * 3)
    texts = Strings.build(all=b"\0some\0.symtab\0")
    sections = [
        {"kind": "none"},
        {"kind": "symbols", "ofs_name": 6, "link": 2, "body": body},
        {"kind": "strings", "body": texts},
    ]
    header = {"kind": "object", "names": 2, "sections": sections}
    data = Elf.build(width=width, byte_order=order, header=header).to_bytes()
    found = opened(data).get_section_by_name(".symtab")
    assert [(each.name, each["st_size"]) for each in found.iter_symbols()] == [("some", 7)] * 3


@pytest.mark.parametrize("machine", ["x86_64", "powerpc"])
def test_damaged_files_are_refused_or_told(machine: str) -> None:
    stored, chance, refused = compiled(machine), np.random.default_rng(7), 0
    tables = opened(stored).header.e_shoff
    for _ in range(300):
        data = bytearray(stored)
        for _ in range(4):
            at = chance.choice(np.array([chance.integers(60), chance.integers(tables, len(data))]))
            data[at] = chance.integers(256)
        cut = chance.choice(np.array([len(data), chance.integers(len(data))]))
        try:
            Elf.from_bytes(bytes(data[:cut])).validate()
        except quire.FormatError:
            refused += 1
    assert refused > 150


def test_the_format_is_recognised_by_what_it_begins_with(tmp_path: Path) -> None:
    (tmp_path / "some").write_bytes(compiled("mips"))
    found = find_format(tmp_path / "some")
    assert found is not None
    assert found.name == "elf"


@pytest.mark.parametrize("path", [each for each in SYSTEM if each.name.startswith("ld-")])
def test_names_that_were_read_in_another_section_since_a_write_are_no_edit(path: Path) -> None:
    data = path.read_bytes()
    sections = Elf.from_bytes(data).header.sections
    record = Elf.from_bytes(data)
    record.header.names = next(
        i for i, each in enumerate(sections) if isinstance(each.body, Strings)
    )
    written = record.to_bytes()
    assert [i for i, (now, was) in enumerate(zip(written, data, strict=True)) if now != was] == [62]
    names = [each.name for each in record.header.sections]
    assert record.to_bytes() == written
    assert [each.name for each in Elf.from_bytes(written).header.sections] == names
