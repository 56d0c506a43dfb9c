"""Every problem of reading the text of rules: one constructor for each code.

Terminals of the grammar are given by their names, and said in the author's words when the words are made.
"""

from regelwerk.syntax.problems.openings import *  # noqa: F403
from regelwerk.syntax.problems.parts import *  # noqa: F403
from regelwerk.syntax.problems.text import *  # noqa: F403
