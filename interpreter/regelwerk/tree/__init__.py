"""What was written, as typed data: one frozen node for each form of the grammar, with its place."""
