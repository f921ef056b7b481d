meta:
  id: wav
  title: RIFF/WAVE sound
  application: [Audacity, SoX, libsndfile]
  file-extension: [wav, wave, bwf]
  xref: {mime: [audio/vnd.wave, audio/x-wav], wikidata: Q217570, pronom: [fmt/6, fmt/141, fmt/142, fmt/143]}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: ASCII
  endian: le
doc: |
  Sound as samples, in chunks of RIFF. `format` says what a sample is, `data` has them; other chunks have names, marks, loops,
  or what only one program knows.
doc-ref:
  - IBM and Microsoft, Multimedia Programming Interface and Data Specifications 1.0, August 1991
  - https://learn.microsoft.com/windows/win32/api/mmreg/ns-mmreg-waveformatextensible WAVEFORMATEXTENSIBLE
  - https://tech.ebu.ch/docs/tech/tech3285.pdf EBU Tech 3285, Broadcast Wave
seq:
  - id: magic
    contents: RIFF
  - id: len_form
    type: u4
  - id: form
    size: len_form
    type: form
instances:
  format:
    value: form.chunks[0].body.as<format>
    -value: form.chunks.where(_.id == "fmt ").first.body.as<format>
    doc: What a sample is.
  data:
    value: form.chunks[1].body.as<data>
    -value: form.chunks.where(_.id == "data").first.body.as<data>
    doc: The samples.
types:
  form:
    seq:
      - id: kind
        contents: WAVE
      - id: chunks
        type: chunk
        repeat: eos
  chunk:
    seq:
      - id: id
        type: str
        size: 4
        encoding: ISO-8859-1
      - id: len_body
        type: u4
      - id: body
        size: len_body
        type:
          switch-on: id
          cases:
            '"fmt "': format
            '"data"': data
            '"fact"': fact
            '"cue "': cue
            '"plst"': playlist
            '"LIST"': list
            '"inst"': instrument
            '"smpl"': sampler
            '"bext"': broadcast
            '"iXML"': xml
            '"axml"': xml
            '"_PMX"': xml
      - id: padding
        size: '_io.eof ? 0 : len_body % 2'
        -fill: 0
        doc: Chunks begin at even offsets. Some programs leave it out at the end of the file.
  format:
    seq:
      - id: tag
        type: u2
        enum: tag
        -usual: [tag::pcm]
      - id: num_channels
        type: u2
        valid: {min: 1}
        -usual: [1, 2]
      - id: sample_rate
        type: u4
        -usual: [44100, 48000, 8000]
        doc: Frames a second; a frame is a sample of each channel.
      - id: bytes_per_second
        type: u4
        -default: sample_rate * num_channels * ((bits + 7) / 8)
      - id: len_frame
        type: u2
        valid: {min: 1}
        -default: num_channels * ((bits + 7) / 8)
        doc: Bytes of a frame; of packed sound, of a block.
      - id: bits
        type: u2
        -usual: [8, 16, 24, 32]
        doc: Bits of a sample. It takes whole bytes.
      - id: extension
        type: extension
        if: tag == tag::extensible
      - id: rest
        size-eos: true
        -default: '[].as<bytes>'
        doc: What a coding of its own has to tell, with its length in two bytes before.
    instances:
      coding:
        value: 'tag == tag::extensible ? extension.tag : tag'
        doc: How samples are stored.
      rate:
        value: sample_rate
        -valid: {min: 1, max: 0x7fffffff}
        doc: The same, of sound that can be heard.
      is_consistent:
        value: 'coding == tag::pcm ? bits >= 1 and bits <= 64 and is_whole
          : coding == tag::ieee_float ? (bits == 32 or bits == 64) and is_whole
          : coding == tag::a_law or coding == tag::mu_law ? bits == 8 and is_whole
          : true'
        -valid: true
        doc: Whether the numbers go together.
      is_whole:
        value: len_frame == num_channels * ((bits + 7) / 8)
        doc: Whether a frame is its samples, in whole bytes.
      len_sample:
        value: len_frame / num_channels
      sample:
        value: (coding.to_i << 8) | len_sample
        enum: sample
        doc: The coding and the bytes of a sample.
      is_plain:
        value: (coding == tag::pcm and (len_sample <= 4 or len_sample == 8)
          or coding == tag::ieee_float and (len_sample == 4 or len_sample == 8)) and len_frame % num_channels == 0
        doc: Whether samples are stored as they are.
  extension:
    seq:
      - id: len_extension
        type: u2
        valid: {min: 22}
        -default: 22
      - id: valid_bits
        type: u2
        -default: _parent.as<format>.bits
      - id: channel_mask
        type: u4
        -default: 0
        doc: Which loudspeaker each channel is for, from the lowest bit on; 0 if nothing is said.
      - id: tag
        type: u2
        enum: tag
      - id: guid
        size: 14
        -default: '[0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113]'
        doc: The rest of the GUID that begins with the tag.
  data:
    seq:
      - id: samples
        size-eos: true
        if: format.is_plain
        -array:
          dtype:
            switch-on: format.sample
            cases:
              sample::uint8: u1
              sample::int16: s2
              sample::int24: s4
              sample::int32: s4
              sample::int64: s8
              sample::float32: f4
              sample::float64: f8
          shape: [-1, format.num_channels]
        -codec:
          switch-on: format.len_sample
          cases:
            3: [short_int: {width: 3}]
            _: []
        doc: A row for each frame, a column for each channel. Of 8 bits they are unsigned, 128 in the middle.
      - id: packed
        size-eos: true
        if: not format.is_plain
        doc: What another coding makes of them.
    instances:
      format:
        value: _root.form.chunks[0].body.as<format>
        -value: _root.form.chunks.where(_.id == "fmt ").first.body.as<format>
  fact:
    seq:
      - id: num_frames
        type: u4
        doc: How many frames `data` has, for codings that do not tell it. It does not follow an edit.
      - id: rest
        size-eos: true
        -default: '[].as<bytes>'
  cue:
    seq:
      - id: num_points
        type: u4
      - id: points
        type: cue_point
        repeat: expr
        repeat-expr: num_points
  cue_point:
    seq:
      - id: id
        type: u4
      - id: position
        type: u4
        doc: Among the frames, in the order of play.
      - id: chunk
        type: str
        size: 4
        -default: '"data"'
      - id: ofs_chunk
        type: u4
        -default: 0
      - id: ofs_block
        type: u4
        -default: 0
      - id: frame
        type: u4
        -default: position
  playlist:
    seq:
      - id: num_segments
        type: u4
      - id: segments
        type: segment
        repeat: expr
        repeat-expr: num_segments
  segment:
    seq:
      - id: cue_point
        type: u4
      - id: num_frames
        type: u4
      - id: num_loops
        type: u4
  list:
    seq:
      - id: kind
        type: str
        size: 4
        encoding: ISO-8859-1
      - id: items
        size-eos: true
        type:
          switch-on: kind
          cases:
            '"INFO"': info
            '"adtl"': labels
  info:
    seq:
      - id: texts
        type: info_text
        repeat: eos
  info_text:
    seq:
      - id: id
        type: str
        size: 4
        doc: What it is, `INAM` (title), `IART` (artist), `ICMT` (comment), `ISFT` (software), …
      - id: len_text
        type: u4
      - id: text
        type: strz
        size: len_text
        encoding: ISO-8859-1
      - id: padding
        size: '_io.eof ? 0 : len_text % 2'
        -fill: 0
  labels:
    seq:
      - id: items
        type: label
        repeat: eos
  label:
    seq:
      - id: id
        type: str
        size: 4
      - id: len_body
        type: u4
      - id: body
        size: len_body
        type:
          switch-on: id
          cases:
            '"labl"': text_of_cue
            '"note"': text_of_cue
            '"ltxt"': text_of_segment
      - id: padding
        size: '_io.eof ? 0 : len_body % 2'
        -fill: 0
  text_of_cue:
    seq:
      - id: cue_point
        type: u4
      - id: text
        type: strz
        size-eos: true
        encoding: ISO-8859-1
  text_of_segment:
    seq:
      - id: cue_point
        type: u4
      - id: num_frames
        type: u4
      - id: purpose
        type: str
        size: 4
        encoding: ISO-8859-1
      - id: country
        type: u2
      - id: language
        type: u2
      - id: dialect
        type: u2
      - id: code_page
        type: u2
      - id: text
        type: strz
        size-eos: true
        encoding: ISO-8859-1
  instrument:
    seq:
      - id: unshifted_note
        type: u1
      - id: fine_tune
        type: s1
      - id: gain
        type: s1
      - id: low_note
        type: u1
      - id: high_note
        type: u1
      - id: low_velocity
        type: u1
      - id: high_velocity
        type: u1
  sampler:
    seq:
      - id: manufacturer
        type: u4
      - id: product
        type: u4
      - id: sample_period
        type: u4
        doc: In nanoseconds.
      - id: unity_note
        type: u4
      - id: pitch_fraction
        type: u4
      - id: smpte_format
        type: u4
      - id: smpte_offset
        type: u4
      - id: num_loops
        type: u4
      - id: len_specific
        type: u4
      - id: loops
        type: sample_loop
        repeat: expr
        repeat-expr: num_loops
      - id: specific
        size: len_specific
  sample_loop:
    seq:
      - id: cue_point
        type: u4
      - id: kind
        type: u4
      - id: start
        type: u4
      - id: end
        type: u4
      - id: fraction
        type: u4
      - id: num_plays
        type: u4
  broadcast:
    seq:
      - id: description
        type: strz
        size: 256
        encoding: ISO-8859-1
      - id: originator
        type: strz
        size: 32
        encoding: ISO-8859-1
      - id: originator_reference
        type: strz
        size: 32
        encoding: ISO-8859-1
      - id: date
        type: str
        size: 10
        encoding: ISO-8859-1
      - id: time
        type: str
        size: 8
        encoding: ISO-8859-1
      - id: time_reference
        type: u8
        doc: The first frame, counted since midnight.
      - id: version
        type: u2
      - id: umid
        size: 64
      - id: loudness
        type: s2
        repeat: expr
        repeat-expr: 5
      - id: reserved
        size: 180
        -fill: 0
      - id: coding_history
        type: str
        size-eos: true
        encoding: ISO-8859-1
  xml:
    seq:
      - id: text
        type: str
        size-eos: true
        encoding: UTF-8
enums:
  tag:
    0x0001: pcm
    0x0002: ms_adpcm
    0x0003: ieee_float
    0x0006: a_law
    0x0007: mu_law
    0x0011: ima_adpcm
    0x0031: gsm_610
    0x0040: g721_adpcm
    0x0050: mpeg
    0x0055: mp3
    0xfffe: extensible
  sample:
    0x0101: uint8
    0x0102: int16
    0x0103: int24
    0x0104: int32
    0x0108: int64
    0x0304: float32
    0x0308: float64
