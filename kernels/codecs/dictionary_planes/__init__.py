"""`dictionary_planes`: byte planes of float32, each as codes of the bytes that occur in it."""
