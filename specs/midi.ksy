meta:
  id: midi
  title: MIDI file (standard MIDI file)
  application: [MuseScore, FluidSynth, mido]
  file-extension: [mid, midi, smf, kar]
  xref: {mime: audio/midi, wikidata: Q10610388, pronom: x-fmt/230}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: ISO-8859-1
  endian: be
doc: |
  Tracks of events, each so many ticks after the one before: notes, controllers, texts, tempos.

  An event that does not state its kind and channel is of those of the event before.
doc-ref: https://midi.org/standard-midi-files-specification Standard MIDI Files 1.0
seq:
  - id: magic
    contents: MThd
  - id: len_header
    type: u4
  - id: header
    type: header
    size: len_header
  - id: tracks
    type: track
    repeat: expr
    repeat-expr: header.num_tracks
types:
  header:
    seq:
      - id: format
        type: u2
        valid: {max: 2}
        -default: 1
        -usual: [1]
        doc: 0 for one track, 1 for tracks that sound together, 2 for tracks that are songs of their own.
      - id: num_tracks
        type: u2
        -usual: [1, 2]
      - id: division
        type: u2
        -default: 480
        -usual: [96, 480, 960]
        doc: Ticks of a quarter note; with the highest bit set, frames of a second and ticks of these.
      - id: rest
        size-eos: true
        -default: '[].as<bytes>'
        -usual: ['[].as<bytes>']
        doc: What a later standard adds.
  track:
    seq:
      - id: magic
        contents: MTrk
      - id: len_events
        type: u4
      - id: events
        type: events
        size: len_events
  events:
    seq:
      - id: all
        type: 'event(_index == 0 ? 0 : all[_index - 1].goes_on)'
        repeat: eos
  event:
    params:
      - id: running
        type: u1
        doc: The status of the last event of a channel; 0 if there was none.
    seq:
      - id: delta
        type: quantity
        size: 1
        -size: _io.len_varint
        process: vlq
        doc: Ticks since the event before.
      - id: is_stated
        type: b1
        valid: {expr: running != 0 or _}
        -usual: ['true']
      - id: kind
        type: b3
        enum: kind
        if: is_stated
        -usual: [kind::note_on, kind::note_off, kind::program, kind::system]
      - id: channel
        type: b4
        if: is_stated
        valid: {expr: kind != kind::system or _ == 0 or _ == 7 or _ == 15}
        -usual: ['kind == kind::system ? 15 : 0']
        doc: From 0; of what goes to the whole system, 15 for a meta event, 0 and 7 for data of some maker.
      - type: b1
        if: is_stated and kind != kind::system
        valid: false
      - id: body
        type:
          switch-on: 'status == 0xff ? 0x10 : status >> 4'
          cases:
            0x8: note
            0x9: note
            0xa: pressure
            0xb: controller
            0xc: program
            0xd: channel_pressure
            0xe: pitch_bend
            0xf: data
            0x10: meta
    instances:
      status:
        value: 'is_stated ? 0x80 | kind.to_i << 4 | channel : running'
        doc: Kind and channel as one number, stated or not.
      goes_on:
        value: 'status >= 0xf0 ? running : status'
        doc: The status of an event behind this one that states none.
  quantity:
    doc: A number in groups of seven bits, the highest first.
    seq:
      - id: value
        type: u8le
        valid: {max: 0xfffffff}
        -usual: [0, 120, 480]
  note:
    seq:
      - id: key
        type: b7
        doc: 60 is the middle C.
      - id: velocity
        type: u1
        valid: {max: 127}
        doc: A note that is switched on with velocity 0 is switched off.
  pressure:
    seq:
      - {id: key, type: b7}
      - {id: pressure, type: u1, valid: {max: 127}}
  controller:
    seq:
      - {id: number, type: b7}
      - {id: value, type: u1, valid: {max: 127}}
  program:
    seq:
      - {id: number, type: b7}
  channel_pressure:
    seq:
      - {id: pressure, type: b7}
  pitch_bend:
    seq:
      - {id: low, type: b7}
      - {id: high, type: u1, valid: {max: 127}}
    instances:
      pitch:
        value: (high << 7) + low - 8192
        doc: 0 where nothing is bent.
  data:
    doc: What a maker of instruments agreed upon with them.
    seq:
      - id: len_body
        type: quantity
        size: 1
        -size: _io.len_varint
        process: vlq
      - id: body
        size: len_body.value
  meta:
    seq:
      - id: kind
        type: u1
        enum: meta_kind
        -usual: [meta_kind::track_name, meta_kind::tempo, meta_kind::time_signature]
      - id: len_body
        type: quantity
        size: 1
        -size: _io.len_varint
        process: vlq
      - id: body
        size: len_body.value
        type:
          switch-on: kind
          cases:
            meta_kind::sequence_number: sequence_number
            meta_kind::text: text
            meta_kind::copyright: text
            meta_kind::track_name: text
            meta_kind::instrument: text
            meta_kind::lyric: text
            meta_kind::marker: text
            meta_kind::cue_point: text
            meta_kind::program_name: text
            meta_kind::device_name: text
            meta_kind::channel_prefix: number
            meta_kind::port: number
            meta_kind::tempo: tempo
            meta_kind::smpte_offset: smpte_offset
            meta_kind::time_signature: time_signature
            meta_kind::key_signature: key_signature
  sequence_number:
    seq:
      - {id: number, type: u2}
  text:
    seq:
      - {id: text, type: str, size-eos: true}
  number:
    seq:
      - {id: number, type: u1}
  tempo:
    seq:
      - id: tempo
        type: b24
        doc: Microseconds of a quarter note.
        -usual: [500000]
  smpte_offset:
    seq:
      - {type: b1, valid: false}
      - {id: rate, type: b2, doc: '24, 25, 29.97 or 30 frames of a second.'}
      - {id: hours, type: b5}
      - {id: minutes, type: u1, valid: {max: 59}}
      - {id: seconds, type: u1, valid: {max: 59}}
      - {id: frames, type: u1}
      - {id: hundredths, type: u1, valid: {max: 99}}
  time_signature:
    seq:
      - {id: numerator, type: u1, -usual: [4, 3]}
      - {id: denominator, type: u1, valid: {max: 63}, -usual: [2], doc: As a power of two.}
      - {id: clocks, type: u1, -default: 24, -usual: [24], doc: Of a tick of the metronome.}
      - {id: notes, type: u1, -default: 8, -usual: [8], doc: 32nd notes of a quarter note.}
  key_signature:
    seq:
      - {id: sharps, type: s1, valid: {min: -7, max: 7}, doc: Flats are below 0.}
      - {id: is_minor, type: u1, valid: {max: 1}}
enums:
  kind:
    0: note_off
    1: note_on
    2: pressure
    3: controller
    4: program
    5: channel_pressure
    6: pitch_bend
    7: system
  meta_kind:
    0x00: sequence_number
    0x01: text
    0x02: copyright
    0x03: track_name
    0x04: instrument
    0x05: lyric
    0x06: marker
    0x07: cue_point
    0x08: program_name
    0x09: device_name
    0x20: channel_prefix
    0x21: port
    0x2f: end_of_track
    0x51: tempo
    0x54: smpte_offset
    0x58: time_signature
    0x59: key_signature
    0x7f: of_maker
