"""The script of a page: what it sends, shows and says, on a page that is made up; needs Node."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import regelwerk.web

SCRIPT = Path(regelwerk.web.__file__).parent / "static" / "table.js"
NODE = shutil.which("node")
EXPECTED = """\
clicked twice: listens /stream?state=A, POST /choose token=t&option=1, shows W, focus status | said wait
told what is shown:  | said wait
told twice of one state: GET /page, shows Q, focus question | said your turn
told of three at once: GET /page | said your turn
clicked without a server: POST /choose token=t&option=2, waits 2000 | said your turn | note lost
still without a server: GET /page, waits 4000 | said your turn | note lost
the stream is there again:  | said your turn | note lost
the page is, as it was: GET /page | said your turn
asked the same in another state: GET /page, shows Q2, focus option-2 | said your turn
clicked too often: POST /choose token=t&option=2, waits 7000 | said your turn | note wait for 7 s
in time again: GET /page | said your turn
the server makes a mistake: GET /page, waits 2000 | said your turn | note a mistake
news meanwhile: GET /page, shows Q, focus option-2 | said your turn
no time is waited for any more:  | said your turn
the database is away: GET /page, waits 2000 | said your turn | note lost
the stream is lost as well: waits 5000 | said your turn | note lost
the page comes first: listens /stream?state=Q, GET /page, shows Q2, focus option-2 | said your turn | note lost
then the stream:  | said your turn
a form is refused: POST /choose token=t&option=2 | said your turn | note not from here
clicked again: POST /choose token=t&option=2, shows W, focus status | said wait
closed out: GET /page, reload | said wait
"""  # noqa: E501
"""What the script does at each step: a click counts once, what is known is not fetched, and whoever was at a
button is there afterwards, or at what is asked then. Whatever comes instead of a page, it asks again."""


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
def test_what_the_script_does() -> None:
    assert NODE is not None
    page = Path(__file__).with_name("fake_page.mjs")
    done = subprocess.run([NODE, page, SCRIPT], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    assert done.stdout == EXPECTED
