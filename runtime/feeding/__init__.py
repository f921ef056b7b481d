"""Files that come in pieces, that are fetched in ranges, or that are read part by part."""
