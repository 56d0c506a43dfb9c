"""What a check says after any edit is what a check from nothing says, whatever is kept from before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec
import pytest

from amounts import amount
from regelwerk.doors.checks import Checks
from regelwerk.meaning.asking import Asked, Tables
from regelwerk.meaning.game import Checked, amended, check_game
from regelwerk.meaning.kept import Kept
from regelwerk.resources import data_path
from regelwerk.source import cache
from regelwerk.source.diagnostics import Diagnostic
from tools.edits import Texts, edited, taken_back
from tools.shipped import by_day

GAMES = data_path("games")
TESTS = Path(__file__).parents[1]
CORPUS = GAMES.parent / "docs" / "language" / "corpus"
SMALL_EDITS = amount("EDITS_OF_SMALL_GAMES", test=100, nightly=10_000)
LARGE_EDITS = amount("EDITS_OF_LARGE_GAMES", test=2, nightly=200)

Stack = tuple[str, ...]


@dataclass(frozen=True)
class Game:
    """A game as its author has it: where its files are, what is checked, what is laid over it."""

    root: Path
    path: str
    stacks: tuple[Stack, ...] = ()

    def texts(self) -> Texts:
        """Its files as they are at first, by their paths."""
        names = dict.fromkeys([self.path, *(house for stack in self.stacks for house in stack)])
        found: Texts = {}
        for name in names:
            place = self.root / name
            files = [place] if place.is_file() else sorted({*place.rglob("*.rules"), *place.rglob("*.yaml")})
            found |= {str(file.relative_to(self.root)): file.read_text("utf-8") for file in files}
        return found


def _small() -> Iterator[Game]:
    for path in sorted(GAMES.glob("classics/*.rules")):
        yield Game(path.parent, path.name)
    for path in sorted(CORPUS.glob("*.rules")):
        if path.stem != "40_house_rules_battle":
            battle = (("40_house_rules_battle.rules",),) if path.stem == "40_house_rules" else ()
            yield Game(path.parent, path.name, battle)
    for folder in ("chains", "copies", "payments"):
        for path in sorted((TESTS / folder).glob("*.rules")):
            yield Game(path.parent, path.name)
    yield Game(TESTS / "lists", "relics")
    yield Game(TESTS / "laws", "treasury")
    yield Game(TESTS / "laws", "shells", (("shells/houses/deep",),))


SMALL = tuple(_small())
LARGE = (
    Game(GAMES, "knizia", (("knizia/houses/shared_burden",), ("knizia/houses/heavy_ring.rules",))),
    Game(GAMES, "risiko", (("risiko/houses/schlacht_um_mittelerde",),)),
    Game(GAMES, "mele", (("mele/houses/full_hands.rules",),)),
)


class _Nothing(Kept):
    """What keeps nothing, not even from a game to its house rules."""

    def find(self, key: str, seal: bytes, binders: int, tables: Tables) -> None:
        return None

    def judged(
        self, key: str, data: object, judge: Callable[[Asked], list[Diagnostic]], tables: Tables | None = None
    ) -> list[Diagnostic]:
        return judge({})


def _all_said(checked: Checked) -> list[object]:
    problems = [
        (each, each.message, each.help, [note.message for note in each.notes]) for each in checked.diagnostics
    ]
    return [problems, msgspec.json.encode(checked.rules), msgspec.json.encode(checked.scenarios)]


@dataclass
class Author:
    """Somebody who changes a game in a folder of its own and has it checked; `kept` is what is known."""

    game: Game
    folder: Path
    random: Random
    texts: Texts = field(default_factory=dict)
    past: list[tuple[Texts, str]] = field(default_factory=list)
    kept: bytes | None = None
    apart: dict[str, bytes] = field(default_factory=dict)
    wrong: int = 0

    def __post_init__(self) -> None:
        self._write(self.game.texts())
        self.past.append((self.texts, "at first"))

    def _write(self, texts: Texts) -> None:
        for path, text in texts.items():
            if self.texts.get(path) != text:
                (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / path).write_text(text, "utf-8")
        self.texts = texts

    def change(self) -> None:
        """Change something, or take changes back."""
        if self.random.random() < 0.1 + 0.15 * self.wrong:
            texts, done = self.past[0][0], "back to the good text"
        elif self.random.random() < 0.05:
            texts, done = self.texts, "nothing"
        elif self.random.random() < 0.1:
            texts, done = self.random.choice(self.past)[0], "back to an earlier text"
        elif self.random.random() < 0.15 and len(self.past) > 2:
            number = self.random.randrange(max(len(self.past) - 6, 1), len(self.past))
            texts = taken_back(self.texts, self.past[number - 1][0], self.past[number][0])
            done = f"without {self.past[number][1]}"
        else:
            texts, done = edited(self.random, self.texts)
        self._write(texts)
        self.past.append((texts, done))

    def say(self) -> list[object]:
        """What a check says that knows what was kept."""
        kept = Kept(self.kept, self.apart.get)
        found = self._all(kept)
        self.kept = kept.data()
        self.apart |= kept.apart()
        return found

    def say_from_nothing(self) -> list[object]:
        """What a check says that knows nothing."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(cache.SWITCH, "off")
            return self._all(_Nothing())

    def _all(self, kept: Kept) -> list[object]:
        base = check_game(self.game.path, kept=kept)
        self.wrong = 0 if base.rules is not None else self.wrong + 1
        return [_all_said(base), *(_all_said(amended(base, stack)) for stack in self.game.stacks)]

    def command(self) -> list[Diagnostic]:
        """What the command finds, lists and all."""
        stacks = [(), *(tuple(map(Path, stack)) for stack in self.game.stacks)]
        return Checks(Path(self.game.path)).found(stacks)[0]


def _edit(game: Game, folder: Path, edits: int, every: int, random: Random) -> None:
    author = Author(game, folder, random)
    author.say()
    for number in range(1, edits + 1):
        author.change()
        found = author.say()
        done = [done for _, done in author.past]
        if number % every == 0 or number == edits:
            assert found == author.say_from_nothing(), done
        if every == 1 and (number % 10 == 0 or number == edits):
            command = author.command()
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv(cache.SWITCH, "off")
                assert command == author.command(), done


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.SWITCH, str(tmp_path / "cache"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.path)
def test_after_edits_of_a_small_game(game: Game, folder: Path) -> None:
    _edit(game, folder, max(SMALL_EDITS // len(SMALL), 1), 1, Random(game.path))


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [each for each in LARGE if each.path in by_day()], ids=lambda game: game.path
)
def test_after_edits_of_a_large_game(game: Game, folder: Path) -> None:
    _edit(game, folder, max(LARGE_EDITS // len(LARGE), 1), 10, Random(game.path))
