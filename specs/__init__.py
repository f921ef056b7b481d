"""The specs of the formats that quire ships, as package data (`*.ksy`)."""
