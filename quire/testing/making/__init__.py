"""Files made out of choices: a function for each field of a plan."""
