"""Output that cannot be written is one clear message and status 1, whatever the command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from small_rules import GUESS, write

pytestmark = pytest.mark.slow
PRINTING = (
    ("--help",), ("check", "--help"), ("check", "{game}"), ("export", "{game}"), ("explain", "P001"),
    ("census", "{game}"), ("doctor",), ("simulate", "{game}", "-n", "2"), ("describe", "{game}", "-n", "2"),
    ("play", "{game}", "--watch", "--seed", "1"), ("doctor", "{game}", "--tree"), ("format", "{game}"),
)  # fmt: skip
SAYS = "error: what is to be printed cannot be written: "


def _run(words: tuple[str, ...], folder: Path, redirected: str) -> tuple[int, str]:
    """A command in a process of its own, with its output somewhere; the status and what stderr says."""
    game = write(
        folder, "# bad\n" + GUESS if words[0] != "check" else GUESS.replace("points = 4", "points = 9")
    )
    words = tuple(word.format(game=game) for word in words)
    shell = f'exec "$0" -m regelwerk_command "$@" {redirected}'
    main = folder / "regelwerk_command.py"
    main.write_text("import sys\nfrom regelwerk.doors.command import main\nsys.exit(main())\n")
    done = subprocess.run(
        ["sh", "-c", shell, sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(folder)}, stdin=subprocess.DEVNULL, capture_output=True,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stderr.decode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device on this system")
@pytest.mark.parametrize("words", PRINTING, ids=" ".join)
def test_a_full_device(words: tuple[str, ...], tmp_path: Path) -> None:
    status, err = _run(words, tmp_path, ">/dev/full")
    assert status == 1, err
    assert err.splitlines()[-2:] == [
        f"{SAYS}no space left on device", "  help: check the path, its permissions and the disk"
    ], err  # fmt: skip
    assert "mistake" not in err


@pytest.mark.parametrize("words", [PRINTING[0], PRINTING[2], PRINTING[3], PRINTING[9]], ids=" ".join)
def test_a_closed_output(words: tuple[str, ...], tmp_path: Path) -> None:
    status, err = _run(words, tmp_path, ">&-")
    assert status == 1, err
    assert f"{SAYS}the standard output is closed\n" in err


def test_closed_input_and_closed_errors(tmp_path: Path) -> None:
    assert _run(("play", "{game}", "--seed", "1"), tmp_path, "<&- >/dev/null")[0] == 0
    assert _run(("simulate", "{game}", "-n", "2"), tmp_path, "2>&-") == (0, "")


@pytest.mark.parametrize("size", ["²", "0", "-5", "1e9", "99999999999"])
def test_sizes_of_terminals_that_are_none(size: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as around:  # whoever runs the tests has a terminal, too
        around.setenv("COLUMNS", size)
        done = _run(("simulate", "{game}", "-n", "2"), tmp_path, ">/dev/null")
    assert done == (0, "")
