"""Ways in: the command line and everything else a person or a program uses."""
