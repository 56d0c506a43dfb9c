"""Whatever is typed at the prompt of a match, the match goes on, and changes by valid answers only.

In `make test` this is a share; `TYPED=1000000 pytest tests/laws/test_typing.py` types so many lines.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from amounts import amount
from regelwerk.doors.games import load_game
from regelwerk.doors.labels import Labels
from regelwerk.doors.offers import option_label
from regelwerk.doors.screen import Screen
from regelwerk.doors.session import Session
from regelwerk.match.match import Match
from regelwerk.players.random_player import RandomPlayer
from tools.typist import Typist

LINES = amount("TYPED", test=3000, nightly=100_000)
SHARES = {
    "kinds": 40,
    "counterspells": 20,
    "kuhn_poker": 10,
    "goofspiel": 10,
    "battleship_small": 10,
    "knizia": 10,
}
"""Of a hundred lines so many are typed in each game."""
UNCLEAN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff\ufffe\uffff]"
)
SGR = re.compile(r"\x1b\[[0-9;]*m")

KINDS = """\
# Every kind of question there is.
game kinds for 2 players

enum colour: red, blue

type bead:
    colour: colour
    starts in box

table bead:
    ruby: colour = red, copies = 4
    sapphire: colour = blue, copies = 4
    garnet: colour = red, copies = 3

zone box: bead, pile, seen by nobody
zone hand of seat: bead, seen by owner
zone table: bead, seen by all
zone spent: bead, seen by all
state bids: 0..99 = 0
state called: 0..9 = 0
option rounds: 1..5 = 2

type seat:
    coins: 0..9 = 3

payment toll of colour c by payer:
    with bead b in payer.hand where (b.colour = c):
        gives 1
        move b to spent
    with up to payer.coins as n:
        gives 1
        lower payer.coins by n

event main():
    repeat rounds times:
        for each seat p:
            turn(p)
        each seat p secretly chooses number n in 0..2:
            raise bids by n
    end game as over:
        score p.coins for each seat p

event turn(seat p):
    draw 2 from box to p.hand
    choose up to 2 bead bs in p.hand by p
    move bs to table
    may choose bead c in table by p
    if c is not none:
        move c to p.hand
    choose number n in 0..3 by p
    set called to n
    ask p:
        be_rich when p.coins < 9:
            raise p.coins by 1
        be_poor:
            nothing
    pay toll by p: 1 of red
    then:
        raise p.coins by 1
    open calls(p)

window calls(seat p):
    asks all seat from p
    closes when each has passed
    answers last first

action call:
    at calls
    by q
    uses number k in 1..3
    uses colour c
    uses seat r
    once per turn
    do:
        set called to k + size(all bead b in table where (b.colour = c))
        if r != q:
            raise r.coins by 1
"""


class Typing:
    """Plays matches of a game with random lines for what its people type, and looks what comes of each."""

    def __init__(self, rules_of: str, seed: int, lines: int) -> None:
        self.game = load_game(rules_of)
        self.draw = Random(seed)
        self.typist = Typist(self.draw)
        self.left = lines
        self.taken = self.matches = 0
        self.screen = io.StringIO()
        self.before: tuple[str, str, bool] | None = None

    def play(self) -> None:
        """Play until all lines are typed; a match that is over is followed by another."""
        while self.left > 0:
            players = self.draw.randint(*self.game.rules.players)
            match = Match.start(self.game.rules, players, {}, self.draw.randrange(10**6))
            people = set(self.draw.sample(range(players), self.draw.randint(1, players)))
            self.session = Session(
                match, people, {seat: RandomPlayer(self.draw) for seat in range(players)},
                Screen(file=self.screen, width=100, force_terminal=self.draw.random() < 0.5),
                Labels(self.game.rules, self.draw.choice(("en", "de"))), "match", self._type,
            )  # fmt: skip
            self.before = None
            ended = self.session.play()
            self.matches += 1
            assert ended == self.session.match.over
            assert ended or self.left <= 0, "a match has ended before it was over"
            self._look()

    def _type(self, prompt: str) -> str:
        self._look()
        if self.left <= 0:
            raise EOFError
        self.left -= 1
        line = self.typist.line(self.session)
        self.before = (line, self.session.match.hash(), is_answer(line, self.session))
        return line

    def _look(self) -> None:
        """What has become of the last line."""
        shown = SGR.sub("", self.screen.getvalue())
        self.screen.seek(0)
        self.screen.truncate()
        assert not UNCLEAN.search(shown), (self.before, shown)
        assert "mistake of its own" not in shown, (self.before, shown)
        assert "Traceback" not in shown
        if self.before is not None:
            line, was, may = self.before
            changed = was != self.session.match.hash()
            self.taken += changed
            assert may or not changed, line


def is_answer(line: str, session: Session) -> bool:
    """Whether a line may change the match: it is an option's number or name, passes, or takes back."""
    words = line.split()
    said = " ".join(words).casefold()
    if said in ("p", "pp", "pass", "pass on") or (words and words[0].lower() == "undo"):
        return True
    for number, decision in enumerate(session.match.decisions):
        if re.fullmatch("[0-9]+", said) and 1 <= int(said[-30:]) <= len(decision.options):
            return True
        for option in decision.options:
            texts = (
                session.match.text(option, number),
                option_label(session.match, number, option, session.labels),
            )
            if said in map(str.casefold, texts):
                return True
    return False


@pytest.mark.parametrize("name", SHARES)
def test_nothing_that_is_typed_ends_or_changes_a_match(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = name
    if name == "kinds":
        game = str(tmp_path / "kinds.rules")
        Path(game).write_text(KINDS, "utf-8")
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    lines = LINES * SHARES[name] // 100
    typing = Typing(game, len(name), lines)
    typing.play()
    assert typing.taken > lines // 50


def test_bytes_typed_at_a_process(tmp_path: Path) -> None:
    """The same from outside, with bytes that are no text; the process ends with its input."""
    rules = tmp_path / "kinds.rules"
    rules.write_text(KINDS, "utf-8")
    draw = Random(7)
    typist = Typist(draw)
    match = Match.start(load_game(str(rules)).rules, 2, {}, 1)
    labels = Labels(match.rules, "en")
    session = Session(match, {0, 1}, {}, Screen(file=io.StringIO()), labels, "match", input)
    lines = []
    for _ in range(LINES // 25):
        data = typist.line(session).encode("utf-8", "surrogatepass")
        lines.append(
            data if draw.random() < 0.5 else data + bytes(draw.choices(range(256), k=5)).replace(b"\n", b"")
        )
    kept = [line for line in lines if line.lower().split()[:1] not in ([b"q"], [b"quit"], [b"exit"])]
    code = (
        "import sys; from regelwerk.doors.command import main; sys.stdin.isatty = lambda: True; "
        f"sys.exit(main(['play', {str(rules)!r}, '--seat', '1', '--seat', '2', '--seed', '1']))"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code], input=b"\n".join(kept) + b"\nlog\n", capture_output=True,
        cwd=tmp_path, check=False,
    )  # fmt: skip
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == 0, err
    assert "mistake" not in out + err
    assert not UNCLEAN.search(out + err)
    assert "the match is kept in" in err or "won" in out
