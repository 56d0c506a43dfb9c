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
clicked twice: listens /stream?state=A, POST /choose token=t&option=1, shows W, focus status | said wait | lost false
told what is shown:  | said wait | lost false
told twice of one state: GET /page, shows Q, focus question | said your turn | lost false
clicked without a server: POST /choose token=t&option=2 | said your turn | lost true
connected again:  | said your turn | lost false
asked the same in another state: GET /page, shows Q2, focus option-2 | said your turn | lost false
clicked again: POST /choose token=t&option=2, shows W, focus status | said wait | lost false
closed out: GET /page, reload | said wait | lost false
"""  # noqa: E501
"""What the script does at each step: a click counts once, what is known is not fetched, and whoever was at a
button is there afterwards, or at what is asked then."""


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
def test_what_the_script_does() -> None:
    assert NODE is not None
    page = Path(__file__).with_name("fake_page.mjs")
    done = subprocess.run([NODE, page, SCRIPT], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    assert done.stdout == EXPECTED
