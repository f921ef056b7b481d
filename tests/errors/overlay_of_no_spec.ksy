# error[Q305] 3:18 /meta/-overlay: import of `parts/nowhere` is not found
#   help: there is no `parts/nowhere.ksy`
meta: {-overlay: parts/nowhere}
seq: []
