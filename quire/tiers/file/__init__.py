"""Files with one tensor of any tier (`specs/tiers.ksy`)."""
