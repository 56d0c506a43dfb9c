"""The story of a chain: who declared what, what took effect in which order, what fizzled and why.

A chain is what was declared in one window whose answers wait, from the first declaration until nothing waits.
It is read from the entries of a log, as far as whoever reads may know them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .telling import Name, plain_name, tell

PASS = "pass"


@dataclass
class Answer:
    """Something declared: its number in the chain (from 1), who declared it, what, and what became of it.

    `fate` is empty while it waits, else `takes effect` or the reason why nothing happened. `events` are the
    lines of what happened while it took effect. `answered` is what waited on top when it was declared.
    """

    number: int
    seat: str
    action: str
    text: str
    by_rule: bool = False
    answered: int = 0
    fate: str = ""
    failed: str = ""
    """What failed, as a key of `Rules.places`: `need:ACTION.N`, or `action:ACTION` for a target."""
    position: int = -1
    """Where it stands among the answers of all open windows."""
    events: list[str] = field(default_factory=list)

    @property
    def first(self) -> str:
        """As it was declared, before it was aimed at something else."""
        return self.text.partition(", now at ")[0]


@dataclass
class Chain:
    """One chain. `steps` are its lines in order; `inside` is the chain in whose effects it was opened."""

    window: str
    inside: Chain | None = None
    answers: list[Answer] = field(default_factory=list)
    steps: list[tuple[str, int]] = field(default_factory=list)
    """`declares`, `effect` or `fizzles` with the number of an answer; `passes` with 0."""
    over: bool = False

    def waiting(self) -> list[Answer]:
        """The answers that wait, the first declared first."""
        return [answer for answer in self.answers if not answer.fate]


class _Reader:
    """Follows a log and keeps the chains that are open, the innermost last."""

    def __init__(self, name: Name) -> None:
        self.name = name
        self.found: list[Chain] = []
        self.open: list[Chain] = []
        self.effects: list[Answer | None] = []
        """For each open chain the answer that is taking effect."""
        self.cancelled: dict[int, str] = {}

    def read(self, entry: Mapping[str, Any]) -> None:
        kind = entry["kind"]
        handle = getattr(self, f"_{kind}", None)
        if handle is not None and (kind == "opened" or self.open):
            handle(entry)
        elif self.open and kind != "triggered":
            self._note(tell(entry, self.name))

    def _begin(self, window: str, inside: Chain | None) -> Chain:
        chain = Chain(window, inside)
        self.found.append(chain)
        return chain

    def _opened(self, entry: Mapping[str, Any]) -> None:
        self.open.append(self._begin(entry["window"], self.open[-1] if self.open else None))
        self.effects.append(None)

    def _closed(self, entry: Mapping[str, Any]) -> None:
        self.open.pop().over = True
        self.effects.pop()

    def _happened(self, entry: Mapping[str, Any]) -> None:
        answer = self.effects[-1]
        if answer is None or answer.events or answer.action != entry["event"]:
            self._note(tell(entry, self.name))

    def _chose(self, entry: Mapping[str, Any]) -> None:
        chain = self.open[-1]
        if entry["at"] != f"window:{chain.window}":
            self._note(tell(entry, self.name))
        elif entry.get("option") == PASS:
            self.effects[-1] = None
            if not chain.steps or chain.steps[-1][0] != "passes":
                chain.steps.append(("passes", 0))
        else:
            self._add(entry, False)

    def _declared(self, entry: Mapping[str, Any]) -> None:
        self._add(entry, True)
        self._waits(entry)

    def _waits(self, entry: Mapping[str, Any]) -> None:
        """What is declared stands at a position; paying for it may have shown what it is."""
        for answer in self.open[-1].answers[-1:]:  # a log that somebody has written may lack it
            answer.position = entry["number"]
            answer.text = self._text(entry["option"])

    def _add(self, entry: Mapping[str, Any], by_rule: bool) -> None:
        self.effects[-1] = None
        chain = self.open[-1]
        if chain.answers and not chain.waiting():
            chain.over = True
            chain = self.open[-1] = self._begin(chain.window, chain.inside)
        waiting = chain.waiting()
        text = str(entry.get("option", "?"))
        action = text.partition("(")[0]
        on_top = waiting[-1].number if waiting else 0
        answer = Answer(
            len(chain.answers) + 1, self.name(entry["seat"]), action, self._text(text), by_rule, on_top
        )
        chain.answers.append(answer)
        chain.steps.append(("declares", answer.number))

    def _text(self, text: str) -> str:
        name, bracket, inside = text.partition("(")
        if not bracket:
            return self.name(name)
        parts = inside.removesuffix(")").split(", ")
        return f"{self.name(name)}({', '.join(self.name(part) for part in parts)})"

    def _meant(self, entry: Mapping[str, Any]) -> Answer | None:
        """The waiting answer an entry is about."""
        waiting = (answer for chain in self.open for answer in chain.waiting())
        return next((answer for answer in waiting if answer.position == entry["number"]), None)

    def _cancelled(self, entry: Mapping[str, Any]) -> None:
        answer = self._meant(entry)
        self._note(f"{self.name(entry['by'])} cancels {answer.number if answer else ''}".rstrip())
        if answer is not None:
            self.cancelled[id(answer)] = self.name(entry["by"])

    def _aimed(self, entry: Mapping[str, Any]) -> None:
        answer = self._meant(entry)
        self._note(tell(entry, self.name))
        if answer is not None and "at" in entry:
            answer.text = f"{answer.first}, now at {', '.join(map(self.name, entry['at']))}"

    def _takes_effect(self, entry: Mapping[str, Any]) -> None:
        self._resolve(entry, "takes effect", "effect")

    def _fizzled(self, entry: Mapping[str, Any]) -> None:
        self._resolve(entry, "", "fizzles")

    def _forbidden(self, entry: Mapping[str, Any]) -> None:
        """A rule forbids what is about to take effect, or something inside it."""
        answer = self.effects[-1]
        if answer is None or answer.events or answer.action != entry["event"]:
            self._note(tell(entry, self.name))
            return
        answer.fate = f"{self.name(entry['rule'])} forbids it"
        self.open[-1].steps[-1] = ("fizzles", answer.number)

    def _resolve(self, entry: Mapping[str, Any], fate: str, step: str) -> None:
        chain = self.open[-1]
        answer = self._meant(entry)
        self.effects[-1] = answer
        if answer is None:
            return
        answer.fate = fate or self._why(entry, answer)
        if not fate and entry["reason"] != "cancelled":
            need = f"need:{answer.action}.{entry['part']}"
            answer.failed = need if entry["reason"] == "need" else f"action:{answer.action}"
        chain.steps.append((step, answer.number))

    def _why(self, entry: Mapping[str, Any], answer: Answer) -> str:
        if entry["reason"] == "cancelled":
            by = self.cancelled.get(id(answer))
            return f"cancelled by {by}" if by else "cancelled"
        if entry["reason"] == "target":
            return f"its target `{entry['part']}` is not possible any more"
        return f"its need {entry['part']} does not hold any more"

    def _note(self, line: str) -> None:
        """Something happened: it belongs to the innermost answer that is taking effect."""
        answer = self.effects[-1]
        if answer is not None:
            answer.events.append(line)


def chains(entries: Iterable[Mapping[str, Any]], name: Name = plain_name) -> list[Chain]:
    """The chains of a log in the order in which they began, without windows in which nothing was declared.

    `entries` are what may be known of a log (see `Entry.seen_by`).
    """
    reader = _Reader(name)
    for entry in entries:
        reader.read(entry)
    return [chain for chain in reader.found if chain.answers]


def story(chain: Chain, grounds: Callable[[str], str] = lambda key: "") -> list[str]:
    """A chain as lines of text.

    `grounds` says, for the end of a line, where the rules say so: by a key of `Rules.places`.
    """
    lines = []
    for step, number in _steps(chain):
        if step == "passes":
            lines.append("     nobody answers any more")
            continue
        answer = chain.answers[number - 1]
        if step == "declares":
            word = "declares" if not answer.answered else f"answers {answer.answered} with"
            why = grounds(f"action:{answer.action}")
            ends = (", by rule" if answer.by_rule else "") + (f"  {why}" if why else "")
            lines.append(f"{number:>3}. {answer.seat} {word} {answer.first}{ends}")
        else:
            fate = answer.fate if step == "effect" else f"fizzles: {answer.fate}"
            why = grounds(answer.failed) if answer.failed else ""
            lines.append(f"{number:>3}. {answer.text} {fate}{f'  {why}' if why else ''}")
            lines += [f"       {line}" for line in answer.events]
    waiting = chain.waiting()
    if waiting:
        lines.append(f"     {len(waiting)} still wait" if len(waiting) > 1 else "     1 still waits")
    return lines


def _steps(chain: Chain) -> Iterator[tuple[str, int]]:
    """The steps of a chain; of passes only those after which something takes effect."""
    for step, following in zip(chain.steps, [*chain.steps[1:], ("", 0)], strict=True):
        if step[0] != "passes" or following[0] in ("effect", "fizzles"):
            yield step


def diagram(chain: Chain) -> list[str]:
    """A chain drawn in text: a column for each seat, declarations downwards, then what became of them."""
    seats = list(dict.fromkeys(answer.seat for answer in chain.answers))
    seats.sort()
    texts = {a.number: f"{a.number} {a.first}" for a in chain.answers}
    width = max(len(text) for text in [*texts.values(), *seats]) + 3
    lines = ["".join(f"{seat:<{width}}" for seat in seats).rstrip()]
    lines.append("".join(f"{'─' * (width - 2):<{width}}" for _ in seats).rstrip())
    for step, number in _steps(chain):
        if step == "passes":
            lines.append("· all pass ·")
            continue
        answer = chain.answers[number - 1]
        indent = " " * (width * seats.index(answer.seat))
        if step == "declares":
            mark = " ◂ by rule" if answer.by_rule else ""
            lines.append(f"{indent}▼ {texts[number]}{mark}")
        else:
            sign, fate = ("✓", "") if step == "effect" else ("✗", f": {answer.fate}")
            lines.append(f"{indent}{sign} {number} {answer.text}{fate}")
    return lines
