meta:
  id: png
  title: PNG image
  application: [libpng, Pillow, browsers]
  file-extension: [png, apng]
  xref: {mime: image/png, wikidata: Q178051, pronom: [fmt/11, fmt/12, fmt/13], rfc: 2083}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: ISO-8859-1
  endian: be
doc: |
  An image without loss, in chunks. `header` says what a pixel is, `image` has the pixels; other chunks have colours, texts,
  times, and what only one program knows.
doc-ref:
  - https://www.w3.org/TR/png-3/ Portable Network Graphics (PNG) Specification, Third Edition; ISO/IEC 15948
seq:
  - id: magic
    contents: [0x89, PNG, 0x0d, 0x0a, 0x1a, 0x0a]
  - id: chunks
    type: chunk
    repeat: until
    repeat-until: _.kind == "IEND"
instances:
  is_begun:
    value: chunks[0].kind == "IHDR"
    -valid: true
    doc: Whether the header is there, where it has to be.
  num_pieces:
    value: chunks.size
    -value: chunks.where(_.kind == "IDAT").size
    -valid: {min: 1}
    doc: Chunks with pixels.
  header:
    value: chunks[0].body.as<header>
    doc: What a pixel is.
  image:
    value: chunks[1].body.as<bytes>
    -value: chunks.where(_.kind == "IDAT").map(_.body.as<bytes>).joined
    -array:
      dtype: {switch-on: header.bits, cases: {16: u2le, _: u1}}
      shape: [header.height, header.width, header.num_channels]
    -codec:
      - zlib
      - png_rows: {bits: header.bits, interlaced: header.interlace == interlace::adam7}
    doc: |
      The pixels: rows, columns, channels. With a palette they are indices into it. They stand in the chunks `IDAT`, to which
      an array goes that is set.
types:
  chunk:
    seq:
      - id: len_body
        type: u4
      - id: kind
        type: str
        size: 4
        encoding: ASCII
        -usual: |
          _root.chunks.size == 0 ? ["IHDR"]
          : _root.chunks.where(_.kind == "IDAT").size != 0
          ? (_root.chunks.last.kind == "IDAT" ? ["IEND", "tIME", "iTXt"] : ["IEND", "tEXt", "zTXt"])
          : _root.header.color == color::palette and _root.chunks.where(_.kind == "PLTE").size == 0 ? ["PLTE"]
          : _root.chunks.last.kind == "IHDR" ? ["IDAT", "gAMA", "sRGB", "pHYs"]
          : ["IDAT", "IDAT", "tEXt", "zTXt", "iTXt"]
      - id: body
        size: len_body
        -limit: 0x7fffffff
        -usual: ['[].as<bytes>']
        type:
          switch-on: kind
          cases:
            '"IHDR"': header
            '"PLTE"': palette
            '"tRNS"': transparency
            '"cHRM"': chromaticities
            '"gAMA"': gamma
            '"iCCP"': profile
            '"sBIT"': significant_bits
            '"sRGB"': srgb
            '"cICP"': coding_points
            '"mDCV"': mastering_display
            '"cLLI"': light_level
            '"tEXt"': text
            '"zTXt"': compressed_text
            '"iTXt"': international_text
            '"bKGD"': background
            '"hIST"': histogram
            '"pHYs"': pixel_size
            '"sPLT"': suggested_palette
            '"tIME"': time
            '"acTL"': animation
            '"fcTL"': frame
            '"fdAT"': frame_data
      - id: crc
        type: u4
        -checksum: {algorithm: crc32, over: {from: kind, to: body}}
  header:
    seq:
      - id: width
        type: u4
        valid: {min: 1, max: 0x7fffffff}
        -usual: [1, 4, 7, 8]
      - id: height
        type: u4
        valid: {min: 1, max: 0x7fffffff}
        -usual: [1, 3, 5, 8]
      - id: bits
        type: u1
        valid: {any-of: [1, 2, 4, 8, 16]}
        -default: 8
        -usual: [8, 8, 8, 1, 2, 4, 16]
        doc: Of a sample, or of an index.
      - id: color
        type: u1
        enum: color
        valid: {in-enum: true}
        -usual:
          - color::grey
          - 'bits < 8 ? color::grey : color::rgb'
          - 'bits == 4 or bits == 8 ? color::palette : color::grey'
          - 'bits < 8 ? color::grey : color::grey_alpha'
          - 'bits < 8 ? color::grey : color::rgb_alpha'
      - id: compression
        type: u1
        valid: 0
      - id: filter
        type: u1
        valid: 0
      - id: interlace
        type: u1
        enum: interlace
        valid: {in-enum: true}
        -default: interlace::none
        -usual: [interlace::none, interlace::none, interlace::adam7]
    instances:
      num_channels:
        value: 'color == color::rgb ? 3 : color == color::rgb_alpha ? 4 : color == color::grey_alpha ? 2 : 1'
  palette:
    seq:
      - id: colors
        size-eos: true
        -array: {dtype: u1, shape: [-1, 3]}
        doc: Red, green and blue of each index.
  transparency:
    seq:
      - id: alphas
        size-eos: true
        if: _root.header.color == color::palette
        doc: Of the first indices; others are opaque.
      - id: samples
        type: u2
        repeat: eos
        if: _root.header.color != color::palette
        doc: The one colour that is transparent.
  chromaticities:
    seq:
      - id: white
        type: point
      - id: red
        type: point
      - id: green
        type: point
      - id: blue
        type: point
  point:
    doc: In units of 1/100000.
    seq:
      - id: x
        type: u4
      - id: y
        type: u4
  gamma:
    seq:
      - id: gamma
        type: u4
        -usual: [45455, 100000]
        doc: In units of 1/100000.
  profile:
    seq:
      - id: name
        type: strz
      - id: compression
        type: u1
        valid: 0
      - id: profile
        size-eos: true
        process: zlib
        doc: Of ICC.
  significant_bits:
    seq:
      - id: bits
        type: u1
        repeat: eos
        doc: Of each channel.
  srgb:
    seq:
      - id: intent
        type: u1
        enum: intent
        -usual: [intent::perceptual, intent::relative]
  coding_points:
    seq:
      - id: primaries
        type: u1
      - id: transfer
        type: u1
      - id: matrix
        type: u1
      - id: full_range
        type: u1
  mastering_display:
    seq:
      - id: red
        type: short_point
      - id: green
        type: short_point
      - id: blue
        type: short_point
      - id: white
        type: short_point
      - id: max_luminance
        type: u4
      - id: min_luminance
        type: u4
  short_point:
    doc: In units of 0.00002.
    seq:
      - id: x
        type: u2
      - id: y
        type: u2
  light_level:
    seq:
      - id: max_content
        type: u4
      - id: max_frame_average
        type: u4
  text:
    seq:
      - id: keyword
        type: strz
        -usual: &keywords ['"Title"', '"Author"', '"Comment"']
      - id: text
        type: str
        size-eos: true
  compressed_text:
    seq:
      - id: keyword
        type: strz
        -usual: *keywords
      - id: compression
        type: u1
        valid: 0
      - id: content
        size-eos: true
        process: zlib
        type: latin_text
  latin_text:
    seq:
      - id: text
        type: str
        size-eos: true
  international_text:
    seq:
      - id: keyword
        type: strz
        -usual: *keywords
      - id: is_compressed
        type: u1
        valid: {max: 1}
        -default: 0
      - id: compression
        type: u1
        -default: 0
      - id: language
        type: strz
        encoding: ASCII
        -default: '""'
      - id: translated_keyword
        type: strz
        encoding: UTF-8
        -default: '""'
      - id: text
        type: str
        size-eos: true
        encoding: UTF-8
        if: is_compressed == 0
      - id: content
        size-eos: true
        process: zlib
        type: unicode_text
        if: is_compressed == 1
  unicode_text:
    seq:
      - id: text
        type: str
        size-eos: true
        encoding: UTF-8
  background:
    seq:
      - id: index
        type: u1
        if: _root.header.color == color::palette
      - id: samples
        type: u2
        repeat: eos
        if: _root.header.color != color::palette
  histogram:
    seq:
      - id: frequencies
        type: u2
        repeat: eos
  pixel_size:
    seq:
      - id: x
        type: u4
        doc: Pixels in a unit.
      - id: y
        type: u4
      - id: unit
        type: u1
        enum: unit
        -usual: [unit::meter, unit::unknown]
  suggested_palette:
    seq:
      - id: name
        type: strz
      - id: bits
        type: u1
        valid: {any-of: [8, 16]}
      - id: entries
        size-eos: true
        doc: Red, green, blue, alpha (of so many bits each), and a frequency of 16 bits.
  time:
    doc: The last change, in UTC.
    seq:
      - id: year
        type: u2
        -usual: [1996, 2026]
      - id: month
        type: u1
        -usual: [1, 12]
      - id: day
        type: u1
        -usual: [1, 28]
      - id: hour
        type: u1
        -usual: [0, 23]
      - id: minute
        type: u1
        -usual: [0, 59]
      - id: second
        type: u1
        -usual: [0, 59]
  animation:
    seq:
      - id: num_frames
        type: u4
      - id: num_plays
        type: u4
  frame:
    seq:
      - id: number
        type: u4
      - id: width
        type: u4
      - id: height
        type: u4
      - id: left
        type: u4
      - id: top
        type: u4
      - id: delay
        type: u2
      - id: delay_unit
        type: u2
        doc: 1/x seconds; 0 is 100.
      - id: dispose
        type: u1
        enum: dispose
      - id: blend
        type: u1
        enum: blend
  frame_data:
    seq:
      - id: number
        type: u4
      - id: data
        size-eos: true
enums:
  color:
    0: grey
    2: rgb
    3: palette
    4: grey_alpha
    6: rgb_alpha
  interlace:
    0: none
    1: adam7
  intent:
    0: perceptual
    1: relative
    2: saturation
    3: absolute
  unit:
    0: unknown
    1: meter
  dispose:
    0: none
    1: background
    2: previous
  blend:
    0: source
    1: over
