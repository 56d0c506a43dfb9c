"""A table in the browser: pages for any game, drawn from its data; what `regelwerk serve` runs."""
