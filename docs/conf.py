"""How Sphinx builds the documentation: `make docs`."""

from pygments.lexers.special import TextLexer

from regelwerk import __version__
from regelwerk.doors.highlight import RulesLexer

project = "regelwerk"
author = "the regelwerk authors"
version = release = __version__
extensions = ["myst_parser"]
exclude_patterns = ["_build", "language/corpus"]
html_theme = "furo"
html_title = f"regelwerk {__version__}"
myst_heading_anchors = 2
pygments_style = "friendly"
# Broken examples are broken on purpose, those of JSON included.
suppress_warnings = ["misc.highlighting_failure"]


def setup(app):
    """Colour rules; show messages and bytes as they are."""
    app.add_lexer("rules", RulesLexer)
    for plain in ("message", "hex"):
        app.add_lexer(plain, TextLexer)
