"""The command line as a whole: its table, how fast it starts, and what becomes of mistakes."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from command_line import run
from regelwerk import __version__
from regelwerk.doors.command import COMMANDS, main

HELP = "import sys; from regelwerk.doors.command import main; sys.exit(main(['--help']))"


def seconds(code: str) -> float:
    """The best of several runs of a piece of Python."""
    times = []
    for _ in range(7):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begin)
    return min(times)


def test_help_is_immediate() -> None:
    assert seconds(HELP) < 6 * seconds("pass")


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_every_command_shows_an_example(command: str) -> None:
    done = run(command, "--help")
    assert done.status == 0
    assert f"Example: regelwerk {command}" in done.out
    assert command in run("--help").out


def test_version() -> None:
    assert run("--version") == (0, f"regelwerk {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "error: there is no command `chek`; did you mean `check`?\n"),
        (["aplay"], "error: there is no command `aplay`; did you mean `play`?\n"),
        (["breplay"], "error: there is no command `breplay`; did you mean `replay`?\n"),
        (["bogus"], "error: there is no command `bogus`; `regelwerk --help` lists all\n"),
        (["check"], "error: missing argument `PATH...`; see `regelwerk check --help`\n"),
        (["--bogus"], "error: no such option `--bogus`\n"),
        (["doctor", "--tree"], "error: --tree needs a file; see `regelwerk doctor --help`\n"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.status, done.out, done.err) == (2, "", message)


def test_what_nobody_foresaw_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(arguments: list[str]) -> int:
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setattr("regelwerk.doors.group.run", fail)
    assert main(["check", "x"]) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith("error: regelwerk has a mistake of its own at test_command.py:")
    assert shown.err.endswith(
        "(ZeroDivisionError: division by zero); please report it with the command you gave\n"
    )
    assert shown.err.count("\n") == 1


def test_interruption(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("regelwerk.doors.group.run", stop)
    assert main(["check", "x"]) == 130
    assert capsys.readouterr().err == "error: stopped\n"


def test_a_reader_that_goes_away_is_no_mistake() -> None:
    code = "import sys; from regelwerk.doors.command import main; sys.exit(main(['explain', 'P001']))"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait()
