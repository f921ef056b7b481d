"""The last steps of the plan: what is to be done becomes programs."""
