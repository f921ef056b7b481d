"""`xor_delta`: each row as its difference to the row before it, cut into byte planes."""
