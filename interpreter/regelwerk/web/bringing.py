"""What seats bring to a match: chosen or written when a table is opened, or by each seat at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from regelwerk.doors.lists import list_text, pasted_list, said_of_broken
from regelwerk.doors.refusals import Refused, readable
from regelwerk.rules.declarations import Rules
from regelwerk.rules.lists import BroughtList
from regelwerk.web.games import Served
from regelwerk.web.gathering import Gathering
from regelwerk.web.words import say

OWN = "own"
"""What a form says where the list is the one that is written in it."""

AT_TABLE = "table"
"""What a form says where the seat chooses at the table."""


class Unfit(Exception):
    """A list is not as it must be; `problems` is what `check` says of it."""

    def __init__(self, problems: str) -> None:
        super().__init__(problems)
        self.problems = problems


class Shown(NamedTuple):
    """A list as a page shows it: its title, and the rows of each part in words."""

    id: str
    title: str
    parts: Sequence[tuple[str, str]]


class Asked(NamedTuple):
    """A list that a seat is asked for: what can be chosen, what it brings so far, a text to begin with."""

    name: str
    title: str
    offered: Sequence[Shown]
    brings: Shown | None
    chosen: str
    text: str


class BringPage(NamedTuple):
    """The page of a place before the match. `done` if its seat has chosen everything."""

    title: str
    game: str
    who: str
    status: str
    state: str
    turn: bool
    over: bool
    asked: Sequence[Asked]
    problems: str


def list_from(
    rules: Rules, name: str, form: Mapping[str, str], key: str, players: int, options: Mapping[str, int]
) -> BroughtList | None:
    """The list that a form chooses under `list KEY` or writes under `text KEY`; None if it leaves that to
    the seat. Raises Unfit for one that is not as it must be, KeyError if none is chosen."""
    chosen, text = form[f"list {key}"], form.get(f"text {key}", "")
    if chosen == AT_TABLE:
        return None
    if chosen != OWN:
        brought = _written(rules, name, chosen)
        if brought is None:
            raise KeyError(chosen)
        said = said_of_broken(rules, brought, players, options)
        if said:
            raise Unfit(f"{chosen}: {said}")
        return brought
    try:
        brought, problems = pasted_list(rules, f"{name}.yaml", text, players, options)
    except Refused as refusal:
        raise Unfit(readable(refusal.message)) from None
    if brought is None:
        raise Unfit(problems)
    if brought.list != name:
        raise Unfit(f"{name}.yaml: this is a `{brought.list}`, and a `{name}` is wanted")
    return brought


def _written(rules: Rules, name: str, id: str) -> BroughtList | None:
    """A list that comes with the game."""
    return next((each for each in rules.brought if (each.list, each.id) == (name, id)), None)


def lists_of_seat(gathering: Gathering, form: Mapping[str, str]) -> dict[str, BroughtList]:
    """What a seat chooses by its form. Raises Unfit, or KeyError if it does not choose everything."""
    rules = gathering.served.game.rules
    found = {}
    for declared in rules.lists:
        brought = list_from(
            rules, declared.name, form, declared.name, gathering.players, gathering.begins.options
        )
        if brought is None:
            raise KeyError(declared.name)
        found[declared.name] = brought
    return found


def offered(served: Served, name: str, language: str) -> list[Shown]:
    """The lists of a name that come with the game."""
    return [shown(served, each, language) for each in served.game.rules.brought if each.list == name]


def shown(served: Served, brought: BroughtList, language: str) -> Shown:
    """A list in words."""
    labels = served.labels[language]
    titles = brought.title
    title = titles.get(language) or titles.get("en") or next(iter(titles.values()), labels.name(brought.id))
    parts = [
        (labels.name(part), ", ".join(f"{count} {labels.name(row)}" for row, count in rows.items()))
        for part, rows in brought.parts.items()
    ]
    return Shown(brought.id, title, parts)


def bring_page(
    gathering: Gathering, place: str, seat: int | None, language: str, form: Mapping[str, str],
    problems: str = "",
) -> BringPage:  # fmt: skip
    """The page of a seat that chooses what it brings, or waits for others, or of those who watch.

    `form` is what has been sent and was not as it must be, or what names a list to be shown as text.
    """
    labels = gathering.served.labels[language]
    with gathering.lock:
        missing = gathering.missing()
        mine = {} if seat is None else dict(gathering.brings(seat))
        state = gathering.state(seat)
    game, turn = gathering.served.title(language), seat in missing and not gathering.closed
    names = ", ".join(labels.text(f"seat {each + 1}") for each in missing)
    status = say(language, "bring_now") if turn else say(language, "bring_waiting", seats=names)
    who = say(language, "watching")
    if seat is not None:
        who = say(language, "you_are", place=labels.text(f"seat {place}"))
    return BringPage(
        title=f"{say(language, 'turn_title')} – {game}" if turn else game,
        game=game,
        who=who,
        status=say(language, "closed") if gathering.closed else status,
        state=state,
        turn=turn,
        over=gathering.closed,
        asked=[] if seat is None else _asked(gathering, mine, language, form),
        problems=problems,
    )


def _asked(
    gathering: Gathering, mine: Mapping[str, BroughtList], language: str, form: Mapping[str, str]
) -> list[Asked]:
    served = gathering.served
    rules = served.game.rules
    found = []
    for declared in rules.lists:
        name = declared.name
        named = form.get(f"show {name}", "")
        brought = next(
            (each for each in rules.brought if (each.list, each.id) == (name, named)), mine.get(name)
        )
        text = form.get(f"text {name}") or ("" if brought is None else list_text(rules, brought))
        chosen = form.get(f"list {name}") or (OWN if named else "")
        brings = None if name not in mine else shown(served, mine[name], language)
        title = served.labels[language].name(name)
        found.append(Asked(name, title, offered(served, name, language), brings, chosen, text))
    return found
