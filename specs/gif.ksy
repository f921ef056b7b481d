meta:
  id: gif
  title: GIF image
  application: [browsers, Pillow, giflib]
  file-extension: gif
  xref: {mime: image/gif, wikidata: Q2192, pronom: [fmt/3, fmt/4], forensicswiki: gif, justsolve: GIF, loc: [fdd000133, fdd000135]}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: ASCII
  endian: le
doc: |
  Images of indices into tables of colours, one after another. Several are an animation. What stands before an image tells
  how long it is shown.
doc-ref:
  - https://www.w3.org/Graphics/GIF/spec-gif89a.txt Graphics Interchange Format, version 89a
  - https://www.w3.org/Graphics/GIF/spec-gif87.txt Graphics Interchange Format, version 87a
seq:
  - id: magic
    contents: GIF
  - id: version
    type: str
    size: 3
    valid: {any-of: ['"87a"', '"89a"']}
    -default: '"89a"'
  - id: screen
    type: screen
  - id: colors
    size: num_colors * 3
    if: screen.has_colors
    -array: {dtype: u1, shape: [num_colors, 3]}
    doc: Red, green and blue of each index, for images that have no colours of their own.
  - id: blocks
    type: block
    repeat: until
    repeat-until: _.kind == kind::trailer or _io.eof
    doc: The last is the trailer, but in files of some programs.
  - id: rest
    size-eos: true
    -default: '[].as<bytes>'
    doc: What other programs put after the end.
instances:
  is_ended:
    value: blocks.last.kind == kind::trailer
    -valid: true
    doc: Whether the trailer is there.
  num_colors:
    value: 2 << screen.color_bits
  images:
    value: blocks                         # other tools: all of them
    -value: blocks.where(_.kind == kind::image).map(_.body.as<image>)
    doc: Of the blocks, those that are images.
  controls:
    value: blocks
    -value: |
      blocks.where(_.kind == kind::extension).map(_.body.as<extension>)
      .where(_.label == label::graphic_control).map(_.body.as<graphic_control>)
    doc: How long each of them is shown, if that is told.
types:
  screen:
    seq:
      - id: width
        type: u2
        -usual: [8, 9, 16]
      - id: height
        type: u2
        -usual: [4, 5, 8]
      - id: has_colors
        type: b1
        -usual: [true]
      - id: color_resolution
        type: b3
        -default: 7
        doc: Bits of each primary colour, less 1, that there were once.
      - id: is_sorted
        type: b1
        -default: false
      - id: color_bits
        type: b3
        -default: 0
        -usual: [1, 2, 3]
        doc: Of an index into the table, less 1.
      - id: background
        type: u1
        -default: 0
        doc: An index.
      - id: aspect
        type: u1
        -default: 0
        doc: A pixel is (aspect + 15) / 64 times as wide as high; 0 if nobody knows.
    instances:
      area:
        value: width * height
        -valid: {min: 1}
  block:
    seq:
      - id: kind
        type: u1
        enum: kind
        valid: {in-enum: true}
      - id: body
        type:
          switch-on: kind
          cases:
            'kind::image': image
            'kind::extension': extension
            'kind::trailer': trailer
  trailer: {}
  image:
    seq:
      - id: left
        type: u2
        -default: 0
      - id: top
        type: u2
        -default: 0
      - id: width
        type: u2
        -usual: [_root.screen.width]
      - id: height
        type: u2
        -usual: [_root.screen.height]
      - id: has_colors
        type: b1
        -usual: [false, false, true]
      - id: is_interlaced
        type: b1
        -default: false
      - id: is_sorted
        type: b1
        -default: false
      - id: reserved
        type: b2
        -default: 0
      - id: color_bits
        type: b3
        -default: 0
        -usual: [1, 2, 3]
        doc: Of an index into the table, less 1.
      - id: colors
        size: num_colors * 3
        if: has_colors
        -array: {dtype: u1, shape: [num_colors, 3]}
        doc: Red, green and blue of each index.
      - id: bits
        type: u1
        valid: {min: 1, max: 8}
        -default: 'table_bits == 1 ? 2 : table_bits'
        doc: Of an index; 2 where there are two colours.
      - id: sub_blocks
        type: sub_blocks
        if: 'true'                        # other tools: the blocks
        -if: 'false'                      # quire: what they hold
      - id: pixels
        size: 0
        -size: _io.len_sub_blocks
        -array: {dtype: u1, shape: [height, width]}
        -codec:
          switch-on: is_interlaced
          cases:
            false: [gif_lzw: {bits: bits}]
            true: [gif_lzw: {bits: bits}, gif_rows: {}]
        doc: Rows and columns of indices.
    instances:
      is_begun:
        value: left < _root.screen.width and top < _root.screen.height
        -valid: true
        doc: Whether the image begins on the screen.
      right:
        value: left + width
        -valid: {min: left + 1, max: _root.screen.width}
        doc: The first column after the image, which is on the screen and not empty.
      bottom:
        value: top + height
        -valid: {min: top + 1, max: _root.screen.height}
      num_colors:
        value: 2 << color_bits
      table_bits:
        value: '(has_colors ? color_bits : _root.screen.has_colors ? _root.screen.color_bits : 7) + 1'
        doc: Of an index into the table that holds for this image; 8 if there is none.
  extension:
    seq:
      - id: label
        type: u1
        enum: label
        -usual: [label::graphic_control, label::comment, label::application]
      - id: body
        type:
          switch-on: label
          cases:
            'label::plain_text': plain_text
            'label::graphic_control': graphic_control
            'label::comment': comment
            'label::application': application
            _: unknown
  graphic_control:
    doc: How the image, or the text, after it is shown.
    seq:
      - id: size
        contents: [4]
      - id: reserved
        type: b3
        -default: 0
      - id: disposal
        type: b3
        enum: disposal
        -default: disposal::none
      - id: waits_for_user
        type: b1
        -default: false
      - id: has_transparent
        type: b1
        -default: false
      - id: delay
        type: u2
        -default: 0
        doc: In hundredths of a second.
      - id: transparent
        type: u1
        -default: 0
        doc: An index that is not shown, if `has_transparent`.
      - id: end
        contents: [0]
  comment:
    seq:
      - id: sub_blocks
        type: sub_blocks
        if: 'true'
        -if: 'false'
      - id: text
        size: 0
        -size: _io.len_sub_blocks
        -array: {dtype: u1, shape: [-1]}
        -codec: [sub_blocks]
        doc: In ASCII, most often.
  plain_text:
    seq:
      - id: size
        contents: [12]
      - id: left
        type: u2
      - id: top
        type: u2
      - id: width
        type: u2
      - id: height
        type: u2
      - id: cell_width
        type: u1
      - id: cell_height
        type: u1
      - id: color
        type: u1
      - id: background
        type: u1
      - id: sub_blocks
        type: sub_blocks
        if: 'true'
        -if: 'false'
      - id: text
        size: 0
        -size: _io.len_sub_blocks
        -array: {dtype: u1, shape: [-1]}
        -codec: [sub_blocks]
  application:
    seq:
      - id: size
        contents: [11]
      - id: name
        type: str
        size: 8
      - id: code
        type: str
        size: 3
      - id: body
        type:
          switch-on: name + code
          cases:
            '"NETSCAPE2.0"': looping
            '"ANIMEXTS1.0"': looping
            _: unknown
  looping:
    seq:
      - id: size
        contents: [3, 1]
      - id: loops
        type: u2
        -default: 0
        doc: How many times more an animation is shown; 0 is without end.
      - id: end
        contents: [0]
  unknown:
    seq:
      - id: sub_blocks
        type: sub_blocks
        if: 'true'
        -if: 'false'
      - id: data
        size: 0
        -size: _io.len_sub_blocks
        -array: {dtype: u1, shape: [-1]}
        -codec: [sub_blocks]
  sub_blocks:
    doc: As other tools see them.
    seq:
      - id: blocks
        type: sub_block
        repeat: until
        repeat-until: _.len_data == 0
  sub_block:
    seq:
      - id: len_data
        type: u1
      - id: data
        size: len_data
enums:
  kind:
    0x21: extension
    0x2c: image
    0x3b: trailer
  label:
    0x01: plain_text
    0xf9: graphic_control
    0xfe: comment
    0xff: application
  disposal:
    0: none
    1: keep
    2: background
    3: previous
