"""Files read by their plan, with nothing of the readers that quire makes."""
