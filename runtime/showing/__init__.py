"""Records as others see them: as plain data, as text, by paths, and where their fields stand."""
