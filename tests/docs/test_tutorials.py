"""Whoever follows a tutorial sees what it shows."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import yaml

from regelwerk.doors.command import main
from regelwerk.resources import data_path
from tutorial_pages import Command, follow, prints
from watching import MAIN

TUTORIALS = data_path("grammar").parent / "docs" / "tutorials"


def _follow(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> int:
    commands = 0

    def run(command: Command) -> None:
        nonlocal commands
        commands += 1
        status = main(command.arguments)
        captured = capsys.readouterr()
        output = captured.out + captured.err
        where = f"{name}.md:{command.line}: {command.arguments}"
        if command.output is None:
            assert status == 0, f"{where}\n{output}"
        else:
            assert prints(command.output, output), f"{where}\n{output}"

    follow(TUTORIALS / f"{name}.md", folder, run)
    return commands


@pytest.fixture(autouse=True)
def _a_folder_of_one_s_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.about("docs/tutorials/first_game.md")
def test_first_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _follow("first_game", tmp_path, capsys) > 10


@pytest.mark.about("docs/tutorials/first_card.md", "games/knizia")
def test_first_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(data_path("games") / "knizia", tmp_path / "knizia")
    assert _follow("first_card", tmp_path, capsys) == 4


@pytest.mark.about("docs/tutorials/own_card.md", "games/mele")
def test_own_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the game's own scenarios only the files that get new ones are copied, and no house rules."""
    source, copy = data_path("games") / "mele", tmp_path / "mele"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("houses", "scenarios"))
    manifest = yaml.safe_load((copy / "game.yaml").read_text("utf-8"))
    kept = ("positions", "creatures/creatures", "sites/deeds")
    manifest["scenarios"] = [f"scenarios/{name}.rules" for name in kept]
    (copy / "game.yaml").write_text(yaml.safe_dump(manifest, allow_unicode=True), "utf-8")
    for name in manifest["scenarios"]:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, copy / name)
    _leave_out_unused(*(copy / name for name in manifest["scenarios"]))
    assert _follow("own_card", tmp_path, capsys) == 7


_POSITION = re.compile(r"position (\w+)")


def _leave_out_unused(positions: Path, *others: Path) -> None:
    """Take out the positions that neither the other files nor positions among those kept begin with."""
    parts = re.split(r"(?=^position )", positions.read_text("utf-8"), flags=re.MULTILINE)
    while True:
        texts = [*parts, *(path.read_text("utf-8") for path in others)]
        used = set(re.findall(r"^ +position (\w+)", "\n".join(texts), flags=re.MULTILINE))
        kept = [part for part in parts if not (name := _POSITION.match(part)) or name[1] in used]
        if len(kept) == len(parts):
            positions.write_text("".join(parts), "utf-8")
            return
        parts = kept


@pytest.mark.slow
@pytest.mark.about("docs/tutorials/play_with_friends.md", "interpreter/regelwerk/web")
def test_play_with_friends(tmp_path: Path) -> None:
    """The server is started as the page says, on another port; then a table is opened by its address."""
    pages = []

    def run(command: Command) -> None:
        port = ["--port", "0", "--database", f"sqlite:///{tmp_path}/tables.db"]
        words = [sys.executable, "-c", MAIN, *command.arguments, *port]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            said = server.stdout.readline()
            try:
                pages.extend(_open_a_table(said.split()[-1]))
            finally:
                server.send_signal(signal.SIGINT)
                said += server.communicate(timeout=60)[1].removesuffix("error: stopped\n")
        assert command.output is not None
        assert prints(_ADDRESS.sub("...\n", command.output), _ADDRESS.sub("...\n", said))

    follow(TUTORIALS / "play_with_friends.md", tmp_path, run)
    assert len(pages) == 2 and all("It is your turn." in page or "waits for" in page for page in pages)


_ADDRESS = re.compile(r"tables at http://\d+\.\d+\.\d+\.\d+:\d+/\n")


def _open_a_table(address: str) -> list[str]:
    """The pages of two seats of a small game, as those see them who have followed their links."""
    with httpx.Client(base_url=address, timeout=60, follow_redirects=True) as client:
        home = client.get("/").text
        assert "/new?game=knizia" in home, "what the page names is served"
        form = {"game": "tic_tac_toe", "seat 01": "person", "seat 02": "person"}
        links = re.findall(r'href="([^"]+/join/[^"]+)"', client.post("/open", data=form).text)
        assert all(link.startswith(address) for link in links)
        paths = [re.findall(r'href="(/table/[^"]+)"', client.get(link).text)[0] for link in links[:2]]
        return [client.get(path).text for path in paths]
