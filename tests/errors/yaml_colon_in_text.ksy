# error[Q102] 4:16 /: the YAML is broken: mapping values are not allowed in this context
#   help: a `: ` inside of a text begins a mapping: put the text into quotes
meta: {id: yaml_colon_in_text}
doc: Two things: this, and that
seq: []
