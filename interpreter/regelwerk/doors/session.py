"""A match at the terminal: people and bots in turn, and what people may say besides choosing."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape

from regelwerk.doors import session_passing
from regelwerk.doors.board import board, scene_of
from regelwerk.doors.board_events import events
from regelwerk.doors.labels import Labels
from regelwerk.doors.offers import Source, option_label, question, running, source_of, withheld
from regelwerk.doors.offers_alike import option_labels
from regelwerk.doors.offers_list import option_lines
from regelwerk.doors.phrases import help_table, phrase
from regelwerk.doors.refusals import Refused, own_mistake
from regelwerk.doors.screen import PAINTS_ALONE, Screen
from regelwerk.doors.several_told import how_many, so_far
from regelwerk.doors.undoing import Choices, was_last
from regelwerk.doors.writing import write_whole
from regelwerk.match.match import Build, Match, make_build
from regelwerk.match.several import several
from regelwerk.match.views import log_view, view
from regelwerk.meaning.boards import BoardDecl
from regelwerk.players.sight import Player, Sight
from regelwerk.program.ending import Decision
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.source.characters import clipped, visible
from regelwerk.source.diagnostics import near_names
from regelwerk.source.files import JSON_LIMITS, read_source
from regelwerk.source.numbers import counting_number, in_digits, whole_number
from regelwerk.studies.recalled import Answer
from regelwerk.studies.telling import result_line

if TYPE_CHECKING:
    from regelwerk.doors.pictures import Pictures

_PICTURE_WIDTH = 108
_LONGEST = 300
"""So much of a line that says nothing is repeated."""
_FORMS = {
    "look": ("look NAME",),
    "why": ("why N", "why not X", "why chain"),
    "save": ("save FILE",),
    "picture": ("picture FILE",),
}
"""What stands behind the first word of what can be said."""
_FONT = re.compile(r"@font-face\s*\{[^}]*\}\s*")


WriteScenario = Callable[[Match, str, int, Mapping[int, Answer]], list[str]]
"""Writes a scenario of so many of the last choices of a match, and returns what is said of it."""


class Quit(Exception):
    """The person at the terminal has had enough."""


MOST_BY_BOTS = 100_000
"""So many choices bots may make one after the other: a match without end would fill the memory."""


class Session:
    """A match with people at the seats of `people` and bots at all others.

    `ask` reads a line a person writes and raises EOFError when there is none. `saved` is the file in which
    the match stands as it is now, if there is one; `fresh` says that nothing has been decided in it yet.
    """

    def __init__(
        self, match: Match, people: set[int], bots: Mapping[int, Player], console: Screen, labels: Labels,
        title: str, ask: Callable[[str], str], delay: float = 0.0, pictures: Pictures | None = None,
        plan: BoardDecl | None = None, file: Path | None = None,
        write_scenario: WriteScenario | None = None,
    ) -> None:  # fmt: skip
        self.match = match
        self.people = people
        self.bots = bots
        self.console = console
        self.labels = labels
        self.title = title
        self.ask = ask
        self.delay = delay
        self.pictures = pictures
        self.plan = plan
        self.passing: dict[int, session_passing.PassingOn] = {}
        self.told = 0
        self.choices = Choices()
        self._file = file
        self._begun = match.save()
        self._write_scenario = write_scenario
        self._by_bots = 0
        self._answers: dict[int, Answer] = {}
        """What was chosen, by the length of the log before."""

    @cached_property
    def search(self) -> Build:
        """What carries imagined matches on; it takes its time to make, and people need none."""
        return make_build(self.match.layout, "fast")

    @property
    def saved(self) -> Path | None:
        """Only if it can be named, and still holds what was written."""
        if self._file is None or visible(str(self._file)) != str(self._file):
            return None
        source, _ = read_source(self._file, JSON_LIMITS)
        held = "" if source is None else source.text.removesuffix("\n")
        return self._file if held == self.match.save() else None

    @property
    def fresh(self) -> bool:
        return self._begun == self.match.save()

    def play(self) -> bool:
        """Play to the end; False if somebody quit before."""
        try:
            while not self.match.over:
                self._tell()
                self._draw()
                self._next()
        except Quit:
            return False
        self._tell()
        self._draw()
        self._result()
        return True

    def _watcher(self) -> int | None:
        """Whose knowledge is told: that of the only person, else what everybody may know."""
        return next(iter(self.people)) if len(self.people) == 1 else None

    def _draw(self) -> None:
        if self.pictures is not None:
            self.pictures.add(self.match, self._watcher())

    def _tell(self) -> None:
        """Print the events that are new, where nobody looks at a board."""
        if self.people:
            return
        entries, self.told = log_view(self.match, self._watcher(), self.told)
        self._lines(events(entries, self.labels, self.plan))

    def _next(self) -> None:
        number = next((n for n, d in enumerate(self.match.decisions) if d.seat in self.people), 0)
        decision = self.match.decisions[number]
        if decision.seat in self.people:
            self._ask_person(number, decision)
            return
        sight = Sight(self.match, number, self.search)
        chosen = self._chosen(self.bots[decision.seat], sight)
        self._decide(number, chosen, by_person=False)
        self._by_bots += 1
        if self._by_bots >= MOST_BY_BOTS:
            raise Refused(
                f"bots have made {MOST_BY_BOTS:,} choices, and nobody was asked between",
                "a game ends with `end game as`; to see more of this match go on from where it is kept",
            )
        if self.delay:
            time.sleep(self.delay)

    def _chosen(self, bot: Player, sight: Sight) -> int:
        """What a bot chooses; a bar shows how far it has got, if it can tell."""
        from regelwerk.players.search import SearchPlayer

        if not isinstance(bot, SearchPlayer) or not self.console.is_terminal:
            return bot.choose(sight)
        from rich.progress import BarColumn, Progress, TextColumn

        whose = self.labels.text(f"seat {sight.seat + 1}")
        with Progress(
            TextColumn(f"{escape(whose)}: ..."), BarColumn(), console=self.console, transient=True,
            **PAINTS_ALONE,
        ) as bar:  # fmt: skip
            task = bar.add_task("", total=1.0)
            bot.report = lambda share: bar.update(task, completed=share)
            try:
                return bot.choose(sight)
            finally:
                bot.report = None

    def _ask_person(self, number: int, decision: Decision) -> None:
        if self._passes_on(number, decision):
            return
        self._by_bots = 0
        self._show(number, decision)
        self.passing.pop(decision.seat, None)
        while True:
            try:
                words = self.ask("> ").split()
            except EOFError:
                self.console.print()
                raise Quit from None
            if not words:
                continue
            command, rest = words[0].lower(), words[1:]
            passed, chosen = session_passing.said(words), self._chosen_by(words, number, decision)
            if chosen is not None:
                if self._take(number, decision, chosen):
                    return
            elif passed is not None:
                if self._pass(number, decision, passed):
                    return
            elif command == "undo":
                if self._undo(decision.seat):
                    self.passing.clear()
                    return
            elif command in ("quit", "exit", "q"):
                raise Quit
            else:
                self._answer(command, rest, number, decision)

    def _chosen_by(self, words: list[str], number: int, decision: Decision) -> int | None:
        """The number of an option, from 1, that a person has said: itself, or the option's text or words."""
        typed = counting_number(words[0]) if len(words) == 1 else None
        if typed is not None:
            return typed
        said = " ".join(words).casefold()
        shown = option_labels(self.match, number, self.labels)
        for position, option in enumerate(decision.options, 1):
            own = self.match.text(option, number), option_label(self.match, number, option, self.labels)
            if said in (text.casefold() for text in (*own, shown[position - 1])):
                return position
        return None

    def _pass(self, number: int, decision: Decision, how: str) -> bool:
        chosen = session_passing.pass_of(decision)
        if chosen is None:
            self._say("no_pass")
            return False
        if how == "on":
            self.passing[decision.seat] = session_passing.begin(self.match, number, self.plan)
        return self._take(number, decision, chosen + 1)

    def _passes_on(self, number: int, decision: Decision) -> bool:
        """Pass for a seat that has said so, if nothing new is asked. What it takes back is all of this."""
        passing, chosen = self.passing.get(decision.seat), session_passing.pass_of(decision)
        if passing is None or chosen is None:
            return False
        if not session_passing.goes_on(passing, self.match, number, self.plan):
            return False
        passing.times += 1
        self._decide(number, chosen, by_person=False)
        return True

    def _take(self, number: int, decision: Decision, chosen: int) -> bool:
        if not 1 <= chosen <= len(decision.options):
            self._say("no_option", number=chosen, last=len(decision.options))
            return False
        self._decide(number, chosen - 1, by_person=True)
        return True

    def _decide(self, number: int, chosen: int, by_person: bool) -> None:
        decision = self.match.decisions[number]
        self._answers[len(self.match.log or ())] = decision.seat, decision.options[chosen]
        self.choices.note(self.match, number, chosen, by_person)
        self.match.take(number, chosen)

    def _new_to(self, seat: int) -> int:
        """How many entries of the log a seat may read since it was last asked."""
        asked = [length for length, answer in self._answers.items() if answer[0] == seat]
        return len(log_view(self.match, seat, asked[-1])[0]) if asked else 0

    def _answer(self, command: str, rest: list[str], number: int, decision: Decision) -> None:
        """Say something to what changes nothing in the match. It goes on, whatever is asked."""
        try:
            self._aside(command, rest, number, decision)
        except (MatchError, RuleError) as error:
            self._print(str(error))
        except OSError:
            raise
        except Exception as error:
            self._print(own_mistake(error, "with what you typed"))

    def _aside(self, command: str, rest: list[str], number: int, decision: Decision) -> None:
        """What changes nothing in the match."""
        if command in ("?", "help"):
            self.console.print(help_table(self.labels.language))
        elif command == "board":
            self._show(number, decision)
        elif command == "log":
            self._lines(events(log_view(self.match, decision.seat)[0], self.labels, self.plan))
        elif command == "why" and len(rest) == 1 and (asked := counting_number(rest[0])) is not None:
            self._why(decision, asked)
        elif command == "why" and len(rest) > 1 and rest[0] == "not":
            self._why_not(decision, " ".join(rest[1:]))
        elif command == "why" and rest and rest[0] == "chain" and len(rest) < 3:
            self._why_chain(decision.seat, rest[1:])
        elif command == "look" and rest:
            self._look(decision.seat, " ".join(rest))
        elif command == "scenario" and self._write_scenario is not None:
            self._scenario(rest, decision.seat)
        elif command == "save" and rest:
            self._save(" ".join(rest))
        elif command == "picture" and rest:
            self._picture(" ".join(rest), number, decision)
        else:
            said = clipped(" ".join([command, *rest]), _LONGEST)
            near, forms = self._meant(said, number, decision), _FORMS.get(command, ())
            if near:
                help = self._phrase("did_you_mean", near=near)
            elif forms:
                help = self._phrase("whole", forms=", ".join(f"`{form}`" for form in forms))
            else:
                help = self._phrase("see_help")
            self._say("nothing", said=said, help=help)

    def _meant(self, said: str, number: int, decision: Decision) -> str:
        """What was probably meant by something that says nothing, if anything was."""
        words = said.split(" ")
        digits = in_digits(words[-1])
        if digits is not None and (len(words) == 1 or words[0] == "why"):
            return " ".join([*words[:-1], digits])
        near = near_names(said, [self.match.text(option, number) for option in decision.options])
        return near[0] if near else ""

    def _phrase(self, key: str, **values: object) -> str:
        return phrase(self.labels.language, key, **values)

    def _say(self, key: str, **values: object) -> None:
        self._print(self._phrase(key, **values))

    def _print(self, message: str) -> None:
        self.console.print(f"[yellow]{escape(message)}[/yellow]", highlight=False, soft_wrap=True)

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.console.print(escape(line), highlight=False, soft_wrap=True)

    def _picture(self, name: str, number: int, decision: Decision) -> None:
        screen = self.console
        self.console = Screen(record=True, width=_PICTURE_WIDTH, file=StringIO())
        try:
            self._show(number, decision)
            text = self.console.export_svg(title=f"regelwerk play {self.match.rules.game}", unique_id="board")
        finally:
            self.console = screen
        self._write(name, _FONT.sub("", text).encode())

    def _why(self, decision: Decision, chosen: int) -> None:
        if not 1 <= chosen <= len(decision.options):
            self._say("no_option", number=chosen, last=len(decision.options))
            return
        source = source_of(self.match, decision, decision.options[chosen - 1])
        lines = [_cited(source), *(f"  in {_cited(outer)}" for outer in reversed(running(self.match)))]
        self._lines(dict.fromkeys(lines))

    def _why_not(self, decision: Decision, question: str) -> None:
        from regelwerk.match.reasons import asked_about, explain_not
        from regelwerk.match.reasons_of_ways import explain_way

        seat, reasons = decision.seat, explain_way(self.match, decision, question)
        if reasons is not None:
            self._lines(withheld(self.match, seat, question, reasons))
            return
        action, parts = asked_about(self.match, question)
        self._lines(withheld(self.match, seat, question, explain_not(self.match, seat, action, parts)))

    def _why_chain(self, seat: int, words: list[str]) -> None:
        from regelwerk.doors.stories import chain_story

        number = counting_number(words[0]) if words else None
        if words and number is None:
            self._say("chain_number")
            return
        self._lines(chain_story(self.match, log_view(self.match, seat)[0], number, self.labels))

    def _look(self, seat: int, name: str) -> None:
        from regelwerk.doors.looking import looked_at

        self._lines(looked_at(self.match, seat, name, self.labels))

    def _scenario(self, words: list[str], seat: int) -> None:
        """Write a scenario of the last choices of a seat, and of what has been chosen since."""
        assert self._write_scenario is not None
        said = whole_number(words[0]) if words else None
        title = " ".join(words if said is None else words[1:])
        own = [length for length, answer in self._answers.items() if answer[0] == seat]
        if not title:
            self._say("scenario_title")
            return
        if not own:
            self._say("no_choice")
            return
        if said is not None and not 1 <= said <= len(own):
            self._say("scenario_number", said=clipped(words[0], _LONGEST), last=len(own))
            return
        first = sorted(own)[-(said or 1)]
        last = sum(length >= first for length in self._answers)
        try:
            lines = self._write_scenario(self.match, title, last, self._answers)
        except Refused as refused:
            self._print(refused.text())
            return
        for line in lines:
            self._print(line)
        self._say("scenario_tells_all")

    def _save(self, name: str) -> None:
        if self._write(name, self.match.save().encode() + b"\n"):
            self._file = Path(name).absolute()

    def _write(self, name: str, data: bytes) -> bool:
        try:
            write_whole(Path(name), data)
        except Refused as refused:
            self._print(clipped(refused.message, _LONGEST))
            return False
        self._say("saved", file=clipped(name, _LONGEST))
        return True

    def _undo(self, seat: int) -> bool:
        if not self.choices.kept and not self.choices.closed:
            if was_last(self.match, seat) and self.match.take_back(seat):
                return True
            self._say("no_undo")
            return False
        if not self.choices.may_take_back(self.match):
            self._say("too_late")
            return False
        self.match = self.choices.take_back()
        length = len(self.match.log or ())
        self._answers = {before: answer for before, answer in self._answers.items() if before < length}
        return True

    def _show(self, number: int, decision: Decision) -> None:
        labels = self.labels
        seen, tables = view(self.match, decision.seat), self.match.layout.tables
        scene = scene_of(self.match, self.plan, self._new_to(decision.seat))
        self.console.print(board(seen, tables, labels, self.title, scene))
        passing = self.passing.get(decision.seat)
        if passing is not None:
            for line in session_passing.meanwhile(passing, self.match, labels, self.plan):
                self.console.print(f"[dim]  {escape(line)}[/dim]", highlight=False, soft_wrap=True)
        whose = labels.text(f"seat {decision.seat + 1}")
        self.console.print(
            f"[b]{escape(whose)}: {escape(question(self.match, decision, labels))}[/b]", highlight=False
        )
        picks = several(self.match, decision)
        if picks is not None:
            told = f"{how_many(picks, labels.language)} {so_far(picks, labels)}".rstrip()
            self.console.print(f"[dim]{escape(told)}[/dim]", highlight=False, soft_wrap=True)
        for line in option_lines(self.match, number, labels):
            self.console.print(line, highlight=False, soft_wrap=True)
        may_pass = "" if session_passing.pass_of(decision) is None else self._phrase("may_pass")
        self.console.print(f"[dim]{self._phrase('prompt', may_pass=may_pass)}[/dim]", highlight=False)

    def _result(self) -> None:
        result = self.match.result
        assert result is not None
        labels = self.labels
        if self.people:
            shown = view(self.match, self._watcher())
            scene = scene_of(self.match, self.plan)
            self.console.print(board(shown, self.match.layout.tables, labels, self.title, scene))
        winners = ", ".join(labels.text(f"seat {seat + 1}") for seat in result.winners)
        scores = ", ".join(map(str, result.scores)) if any(result.scores) else ""
        line = result_line(labels.name(result.name), winners, scores, labels.language)
        self.console.print(f"[b]{escape(line)}[/b]", highlight=False, soft_wrap=True)


def _cited(source: Source) -> str:
    cites = f": {', '.join(source.cites)}" if source.cites else ""
    place = f" ({source.place})" if source.place else ""
    return f"{source.name}{cites}{place}"
