"""Text to tree: the grammar, the tree with its positions and comments, the formatter."""
