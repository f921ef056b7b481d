"""The codecs, a folder each, named as specs name them."""
