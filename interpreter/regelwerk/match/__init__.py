"""A running game as plain data: state, choices, events, chance, views and log."""
