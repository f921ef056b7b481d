"""MIDI files by their spec, against mido."""

from __future__ import annotations

import io
import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import midi as of_midi

mido: Any = pytest.importorskip("mido", reason="pip install mido")

Midi: Any = of_midi.Midi
SYSTEM = {"delta": {"value": 0}, "kind": "system"}


def written(*times: int, tracks: int = 1, division: int = 480) -> bytes:
    """A file by mido: notes of one channel with running status, and other events."""
    file = mido.MidiFile(ticks_per_beat=division)
    for number in range(tracks):
        track = mido.MidiTrack()
        track.append(mido.MetaMessage("track_name", name=f"Fl\u00f6te {number}"))
        track.append(mido.MetaMessage("set_tempo", tempo=600_000))
        track.append(mido.MetaMessage("time_signature", numerator=3, denominator=8))
        track.append(mido.MetaMessage("key_signature", key="Ebm"))
        track.append(mido.MetaMessage("smpte_offset", frame_rate=29.97, hours=3, frames=7))
        track.append(mido.Message("program_change", program=12, channel=number))
        for time in times:
            track.append(mido.Message("note_on", note=60, velocity=64, channel=number, time=time))
        track.append(mido.Message("control_change", control=7, value=100))
        track.append(mido.Message("pitchwheel", pitch=-100, channel=15))
        track.append(mido.Message("aftertouch", value=7))
        track.append(mido.Message("polytouch", note=3, value=9))
        track.append(mido.Message("sysex", data=[1, 2, 3]))
        track.append(mido.MetaMessage("end_of_track", time=5))
        file.tracks.append(track)
    return saved(file)


def saved(file: Any) -> bytes:
    sink = io.BytesIO()
    file.save(file=sink)
    return sink.getvalue()


def messages(data: bytes) -> list[Any]:
    """What mido finds in the first track."""
    return [*mido.MidiFile(file=io.BytesIO(data)).tracks[0]]


def meta(body: Any, delta: int = 0) -> dict[str, Any]:
    return {**SYSTEM, "delta": {"value": delta}, "channel": 15, "body": body}


END = meta(Midi.Meta.build(kind="end_of_track", body=b""))
TIMES = ((), (0, 1), (127, 128), (16_383, 16_384), (2_097_151, 2_097_152), (0xFFF_FFFF, 0xFFF_FFFE))


@pytest.mark.parametrize(
    ("times", "tracks", "division"), [*itertools.product(TIMES, (1, 3), (96, 960))]
)
def test_what_mido_writes_is_read_and_written_back(
    times: tuple[int, ...], tracks: int, division: int
) -> None:
    data = written(*times, tracks=tracks, division=division)
    made = Midi.from_bytes(data)
    made.validate()
    assert (made.header.num_tracks, made.header.division) == (tracks, division)
    for number, track in enumerate(made.tracks):
        name, tempo, signature, key, offset, program, *events = track.events.all
        assert name.body.body.text == f"Fl\u00f6te {number}"
        assert tempo.body.body.tempo == 600_000
        assert (signature.body.body.numerator, signature.body.body.denominator) == (3, 3)
        assert (key.body.body.sharps, key.body.body.is_minor) == (-6, 1)
        assert (offset.body.body.rate, offset.body.body.hours, offset.body.body.frames) == (2, 3, 7)
        assert (program.body.number, program.channel) == (12, number)
        notes, others = events[: len(times)], events[len(times) :]
        assert [each.delta.value for each in notes] == list(times)
        assert [each.is_stated for each in notes] == [True, False][: len(times)]
        assert {(each.status, each.body.key) for each in notes} <= {(0x90 + number, 60)}
        control, bend, pressure, of_key, data_of_maker, end = others
        assert (control.body.number, control.body.value) == (7, 100)
        assert (bend.body.pitch, bend.channel) == (-100, 15)
        assert (pressure.body.pressure, of_key.body.pressure, of_key.body.key) == (7, 9, 3)
        assert data_of_maker.body.body == b"\1\2\3\xf7"
        assert (end.delta.value, end.body.kind) == (5, Midi.MetaKind.end_of_track)
    assert made.to_bytes() == data


def test_events_are_added_removed_and_changed() -> None:
    made = Midi.from_bytes(stored := written(10, 20, 30))
    events = made.tracks[0].events.all
    new = Midi.Note.build(key=72, velocity=1)
    events.insert(7, {"delta": {"value": 300}, "body": new})
    events[8].body.key = 61
    events[1].body.body.tempo = 500_000
    events[0].body.body.text = "name " * 40
    del events[2]
    expected = messages(stored)
    expected.insert(7, expected[6].copy(note=72, velocity=1, time=300))
    expected[8] = expected[8].copy(note=61)
    expected[1] = expected[1].copy(tempo=500_000)
    expected[0] = expected[0].copy(name="name " * 40)
    del expected[2]
    assert messages(made.to_bytes()) == expected


def test_a_track_is_added() -> None:
    made = Midi.from_bytes(written(10))
    note = {"delta": {"value": 1}, "kind": "note_off", "channel": 3}
    events = [{**note, "body": Midi.Note.build(key=1, velocity=2)}, END]
    made.tracks.append({"events": {"all": events}})
    (_, track) = mido.MidiFile(file=io.BytesIO(made.to_bytes())).tracks
    assert track[0] == mido.Message("note_off", channel=3, note=1, velocity=2, time=1)


def test_what_is_built_is_read_by_mido() -> None:
    name = Midi.Meta.build(kind="track_name", body={"text": "x" * 200})
    note = {"delta": {"value": 0}, "kind": "note_on", "channel": 9}
    events = [
        meta(name),
        {**note, "body": Midi.Note.build(key=1, velocity=2)},
        {"delta": {"value": 5000}, "body": Midi.Note.build(key=3, velocity=4)},
        {**SYSTEM, "channel": 0, "body": Midi.Data.build(body=b"\5\xf7")},
        END,
    ]
    data = Midi.build(tracks=[{"events": {"all": events}}]).to_bytes()
    assert messages(data) == [
        mido.MetaMessage("track_name", name="x" * 200),
        mido.Message("note_on", channel=9, note=1, velocity=2),
        mido.Message("note_on", channel=9, note=3, velocity=4, time=5000),
        mido.Message("sysex", data=[5]),
        mido.MetaMessage("end_of_track"),
    ]


def test_a_quantity_of_more_bytes_than_it_takes_stays_until_it_changes() -> None:
    stored = written()
    at = stored.index(b"\xff\x03\x07") + 2
    wide = stored[:18] + (int.from_bytes(stored[18:22], "big") + 1).to_bytes(4, "big")
    data = wide + stored[22:at] + b"\x80\x07" + stored[at + 1 :]
    made = Midi.from_bytes(data)
    assert made.to_bytes() == data
    made.tracks[0].events.all[0].body.body.text = "Fl\u00f6te 1"
    assert made.to_bytes() == data.replace(b"te 0", b"te 1")
    made.tracks[0].events.all[0].body.body.text = "drum"
    assert messages(made.to_bytes())[0].name == "drum"
    assert len(made.to_bytes()) == len(stored) - 3


@pytest.mark.parametrize(
    ("at", "byte", "path"),
    [
        (0, 0x4E, "magic"),
        (9, 0x03, "header.format"),
        (11, 0x02, "tracks[1].magic"),
        (14, 0x4E, "tracks[0].magic"),
        (21, 0xFF, "tracks[0].events"),
        (23, 0x7F, "tracks[0].events.all[0].is_stated"),
        (23, 0xF8, "tracks[0].events.all[0].channel"),
        (25, 0x7F, "tracks[0].events.all[0].body.body"),
    ],
)
def test_an_error_names_the_field(at: int, byte: int, path: str) -> None:
    data = bytearray(written(10))
    data[at] = byte
    with pytest.raises(quire.FormatError) as caught:
        Midi.from_bytes(bytes(data)).validate()
    assert caught.value.path == path


@pytest.mark.parametrize(("place", "most"), [(1, 59), (2, 59), (4, 99)])
def test_times_of_films_stay_in_their_bounds(place: int, most: int) -> None:
    data = bytearray(stored := written())
    at = stored.index(b"\xff\x54\x05") + 3 + place
    data[at] = most
    assert len(messages(bytes(data))) == len(messages(stored))
    Midi.from_bytes(bytes(data)).validate()
    data[at] = most + 1
    with pytest.raises(ValueError, match="must be in range"):
        messages(bytes(data))
    with pytest.raises(quire.FormatError, match=f"expected at most {most}"):
        Midi.from_bytes(bytes(data)).validate()


def test_damaged_files_are_refused_or_told() -> None:
    stored, chance, refused = written(10, 200), np.random.default_rng(7), 0
    for _ in range(500):
        data = bytearray(stored)
        for _ in range(chance.integers(1, 5)):
            data[chance.integers(len(data))] = chance.integers(256)
        cut = chance.choice(np.array([len(data), chance.integers(len(data))]))
        try:
            Midi.from_bytes(bytes(data[:cut])).validate()
        except quire.FormatError:
            refused += 1
    assert refused > 300


def test_the_format_is_recognised_by_what_it_begins_with(tmp_path: Path) -> None:
    (tmp_path / "some").write_bytes(written(1))
    found = find_format(tmp_path / "some")
    assert found is not None
    assert found.name == "midi"
