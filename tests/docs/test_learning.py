"""The examples of the page on learning run, and print what stands there."""

from __future__ import annotations

import re

import pytest

from regelwerk.resources import data_path

pytest.importorskip("pettingzoo")

PAGE = (data_path("grammar").parent / "docs" / "learning.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", PAGE, re.DOTALL)


@pytest.mark.about("docs/learning.md")
@pytest.mark.parametrize(("example", "printed"), EXAMPLES)
def test_an_example_runs(example: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec("from regelwerk.doors.environment import make\n" + example, {})
    out = capsys.readouterr().out
    assert out
    assert not printed or out == printed


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 2
    assert sum(bool(printed) for _, printed in EXAMPLES) == 1
