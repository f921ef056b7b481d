"""A spec that was not written for parts: captures, whose packets are of other specs."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import quire
from quire.columns import NoColumnsError

HERE = Path(__file__).parent
SPECS = HERE / "foreign"
CAPTURES = sorted((HERE.parent / "formats" / "pcap" / "captures").glob("*.pcap"))


def packets_in(data: bytes) -> list[tuple[int, int, bytes]]:
    """Seconds, length on the network and bytes of each packet, taken apart by hand."""
    order = "<" if data[:4] in (b"\xd4\xc3\xb2\xa1", b"\x4d\x3c\xb2\xa1") else ">"
    found, pos = [], 24
    while pos < len(data):
        seconds, _, size, original = struct.unpack_from(f"{order}4I", data, pos)
        found.append((seconds, original, data[pos + 16 : pos + 16 + size]))
        pos += 16 + size
    return found


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.stem)
@pytest.mark.parametrize("rows", [1, 3, None])
def test_parts_of_captures_have_all_packets_in_either_byte_order(
    path: Path, rows: int | None
) -> None:
    spec = SPECS / "network" / "pcap.ksy"
    dataset = quire.parts(path, "packets", rows, spec=spec, imports=[SPECS], raw=["body"])
    found = [row for table in dataset for row in table.tolist()]
    told = [(row["ts_sec"], row["orig_len"], row["body"]) for row in found]
    assert told == packets_in(path.read_bytes())


def test_captures_are_of_both_byte_orders() -> None:
    assert {path.read_bytes()[:1] for path in CAPTURES} >= {b"\xa1", b"\xd4"}


def test_our_own_spec_has_the_same_packets() -> None:
    dataset = quire.parts(CAPTURES, "packets", raw=["frame"], format="pcap")
    told = [
        (row["seconds"], row["len_original"], row["frame"])
        for table in dataset
        for row in table.tolist()
    ]
    assert told == [each for path in CAPTURES for each in packets_in(path.read_bytes())]


def test_a_magic_number_of_no_order_is_the_error_of_the_reader(tmp_path: Path) -> None:
    path = tmp_path / "none.pcap"
    path.write_bytes(b"\x01\x02\x03\x04" + bytes(20 + 16))
    spec = SPECS / "network" / "pcap.ksy"
    with pytest.raises(quire.FormatError, match="hdr"):
        quire.parts(path, "packets", spec=spec, imports=[SPECS], raw=["body"])


def test_what_cannot_be_left_as_bytes_is_refused() -> None:
    spec = SPECS / "network" / "pcap.ksy"

    def planned(raw: list[str]) -> object:
        return quire.parts(CAPTURES[0], "packets", spec=spec, imports=[SPECS], raw=raw)

    with pytest.raises(NoColumnsError, match="another spec"):
        planned([])
    with pytest.raises(NoColumnsError, match="its rows have no field 'frame'"):
        planned(["body", "frame"])
    with pytest.raises(NoColumnsError, match="its size is known only from its own fields"):
        planned(["ts_sec"])
    with pytest.raises(TypeError, match="raw: expected a list of names"):
        planned("body")  # type: ignore[arg-type]  # wrong on purpose
