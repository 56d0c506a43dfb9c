"""Rulebooks of games written as data, and one interpreter that plays them."""

__version__ = "0.1.0"
