"""What kind everything in the rules form is of, and what its parts must be: one rule for each node."""
