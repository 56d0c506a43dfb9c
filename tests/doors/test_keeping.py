"""Whatever ends the process of a match leaves a file to go on from, and says so."""

from __future__ import annotations

import errno
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command_line import run
from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from small_rules import RACE, write

pytestmark = pytest.mark.slow
MAIN = "import sys; from regelwerk.doors.command import main; sys.exit(main())"
BOTH = ("--seat", "1", "--seat", "2", "--seed", "1", "--language", "en")
LOOP = RACE.replace("raise q.at by 1", "repeat while q.at < 5:\n            set q.at to 1")


class Terminal:
    """A match in a process of its own at a terminal of its own."""

    def __init__(self, folder: Path, *arguments: object, code: str = MAIN) -> None:
        self.side, other = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *map(str, arguments)],
            stdin=other, stdout=other, stderr=subprocess.PIPE, cwd=folder, start_new_session=True,
            env={**os.environ, "TERM": "dumb"},
        )  # fmt: skip
        os.close(other)
        self.text = ""

    def until(self, ending: str, seconds: float = 60) -> None:
        """Read until what is shown ends so."""
        limit = time.monotonic() + seconds
        while not self.text.endswith(ending):
            assert time.monotonic() < limit, self.text
            if select.select([self.side], [], [], 0.2)[0]:
                self.text += os.read(self.side, 65536).decode(errors="replace")
        self.text = ""

    def types(self, line: bytes) -> None:
        os.write(self.side, line)

    def ends(self) -> tuple[int, str]:
        """The exit status and what was said on stderr."""
        err = self.process.communicate(timeout=60)[1].decode()
        return self.process.returncode, err


def kept_in(err: str) -> Path:
    """The file that a message names, with the command to go on."""
    found = re.search(
        r"the match is kept in `(.*)`\n  help: go on with `(regelwerk play .* --load \1)`\n", err
    )
    assert found, err
    return Path(found[1])


def at(path: Path, game: Path) -> list[int]:
    """Where the seats of a kept match stand."""
    match = Match.load(path.read_text(), load_game(str(game)).rules)
    return match.state.columns[0]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"])
def test_a_signal(name: str, tmp_path: Path) -> None:
    game = write(tmp_path, RACE)
    terminal = Terminal(tmp_path, "play", game, *BOTH)
    terminal.until("> ")
    terminal.types(b"1\n")
    terminal.until("> ")
    number = getattr(signal, name)
    terminal.process.send_signal(number)
    status, err = terminal.ends()
    os.close(terminal.side)
    assert status == 128 + number
    assert err.endswith("\nerror: stopped\n")
    assert at(kept_in(err), game) == [1, 0]
    command = re.search(r"`regelwerk (play .*)`", err)
    assert command is not None
    assert command[1].split()[2:-2] == ["--seat", "1", "--seat", "2", "--language", "en"]
    later = run(*command[1].split(), typed="1\nboard\n")
    assert later.status == 0
    assert "at      1              1" in later.out


ELSEWHERE = """
import pathlib, signal, threading, time
def end():
    while not pathlib.Path("now").exists():
        time.sleep(0.01)
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
threading.Thread(target=end, daemon=True).start()
"""
"""A signal that comes to another thread does not break off what the first one waits for, like a signal
between a prompt and the wait for a line."""


def test_a_signal_that_breaks_off_no_wait(tmp_path: Path) -> None:
    game = write(tmp_path, RACE)
    terminal = Terminal(tmp_path, "play", game, *BOTH, code=ELSEWHERE + MAIN)
    terminal.until("> ")
    terminal.types(b"1\n")
    terminal.until("> ")
    time.sleep(0.5)  # until the process waits for a line
    (tmp_path / "now").touch()
    status, err = terminal.ends()
    os.close(terminal.side)
    assert status == 128 + signal.SIGTERM
    assert at(kept_in(err), game) == [1, 0]


def test_a_terminal_that_is_closed(tmp_path: Path) -> None:
    """With the signal ignored, as under `nohup`, the end of the terminal itself is noticed."""
    game = write(tmp_path, RACE)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        terminal = Terminal(tmp_path, "play", game, *BOTH)
    finally:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    terminal.until("> ")
    terminal.types(b"1\n")
    terminal.until("> ")
    os.close(terminal.side)
    _, err = terminal.ends()
    assert at(kept_in(err), game) == [1, 0]


def test_the_end_of_the_input(tmp_path: Path) -> None:
    game = write(tmp_path, RACE)
    terminal = Terminal(tmp_path, "play", game, *BOTH)
    terminal.until("> ")
    terminal.types(b"1\n")
    terminal.until("> ")
    terminal.types(b"\x04")
    status, err = terminal.ends()
    os.close(terminal.side)
    assert (status, at(kept_in(err), game)) == (0, [1, 0])


def test_a_signal_while_a_bot_thinks(tmp_path: Path) -> None:
    """What is under way is not done by half: the match stands at its last decision."""
    game = write(tmp_path, LOOP)
    terminal = Terminal(tmp_path, "play", game, *BOTH)
    terminal.until("> ")
    terminal.types(b"1\n")
    time.sleep(0.05)
    terminal.process.send_signal(signal.SIGTERM)
    status, err = terminal.ends()
    os.close(terminal.side)
    assert status in (143, 1)
    assert at(kept_in(err), game) == [0, 0]


def test_an_output_that_breaks(tmp_path: Path) -> None:
    game = write(tmp_path, RACE)
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "play", str(game), "--watch", "--seed", "1", "--delay", "0.1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(60) == 1
    assert "error" not in err
    assert kept_in(err).is_file()


def test_an_error_of_the_rules(tmp_path: Path) -> None:
    game = write(tmp_path, LOOP)
    done = run("play", game, *BOTH, typed="1\n")
    assert done.status == 1
    assert "\nerror: the rules go wrong: " in done.err
    assert at(kept_in(done.err), game) == [0, 0]


def test_a_mistake_of_the_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Match.take

    def take(match: Match, decision: int, option: int) -> None:
        if match.state.columns[0][0]:
            raise ZeroDivisionError("division")
        honest(match, decision, option)

    monkeypatch.setattr(Match, "take", take)
    game = write(tmp_path, RACE)
    done = run("play", game, *BOTH, typed="1\n1\n")
    assert done.status == 1
    assert "\nerror: regelwerk has a mistake of its own at test_keeping.py:" in done.err
    assert at(kept_in(done.err), game) == [1, 0]


def test_quitting_keeps_what_was_decided_and_is_not_in_a_file_yet(tmp_path: Path) -> None:
    game, saved = write(tmp_path, RACE), tmp_path / "own.json"
    assert run("play", game, *BOTH, typed="quit\n").err == "seed 1\n"
    assert at(kept_in(run("play", game, *BOTH, typed="1\nquit\n").err), game) == [1, 0]
    assert kept_in(run("play", game, *BOTH, typed=f"1\nsave {saved}\nquit\n").err) == saved
    again = run("play", game, *BOTH[:4], "--load", saved, typed="quit\n")
    assert again.err == "seed 1\n"
    later = kept_in(run("play", game, *BOTH[:4], "--load", saved, typed="1\n1\nq\n").err)
    assert later != saved
    assert (at(saved, game), at(later, game)) == ([1, 0], [2, 1])


@pytest.mark.parametrize("then", ["picture {}", "save {0}2\nquit\n1"])
def test_a_file_that_holds_the_match_no_more_is_not_named(tmp_path: Path, then: str) -> None:
    """A picture of the board lies over it, or the folder lets nothing be found under that name."""
    game, saved = write(tmp_path, RACE), tmp_path / "own.json"
    typed = f"1\nsave {saved}\n{then.format(saved)}\nquit\n"
    found = kept_in(run("play", game, *BOTH, typed=typed).err)
    assert at(found, game) == [1, 0]


def test_a_file_whose_name_cannot_be_shown_is_not_named(tmp_path: Path) -> None:
    game, saved = write(tmp_path, RACE), tmp_path / "own\u202e.json"
    assert kept_in(run("play", game, *BOTH, typed=f"1\nsave {saved}\nquit\n").err) != saved


def test_a_full_disk_loses_nothing_and_another_place_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    monkeypatch.setenv("REGELWERK_MATCHES", str(first))
    monkeypatch.setenv("XDG_STATE_HOME", str(second))
    game = write(tmp_path, RACE)
    older = kept_in(run("play", game, *BOTH, typed="1\n").err)
    before = older.read_bytes()
    sync, full = os.fsync, [True]

    def fsync(number: int) -> None:
        if full.pop() if full else False:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(number)

    monkeypatch.setattr(os, "fsync", fsync)
    err = run("play", game, *BOTH, typed="1\n1\n").err
    assert f"the match could not be kept in `{first}`: " in err
    assert "no space left on device\n" in err
    assert kept_in(err).parent == second / "regelwerk" / "matches"
    assert at(kept_in(err), game) == [1, 1]
    assert [(path, path.read_bytes()) for path in first.iterdir()] == [(older, before)]


def test_where_nothing_can_be_written_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    done = run("play", write(tmp_path, RACE), *BOTH, typed="1\n")
    assert done.err.count("the match could not be kept in `") >= 3
    assert done.err.endswith(
        "the match is lost: no folder takes it\n"
        "  help: before the next one, name a folder that can be written in the variable `REGELWERK_MATCHES`\n"
    )


def test_matches_of_one_second_do_not_overwrite_each_other(tmp_path: Path) -> None:
    game = write(tmp_path, RACE)
    files = {kept_in(run("play", game, *BOTH, typed="1\n").err) for _ in range(3)}
    assert len(files) == 3
