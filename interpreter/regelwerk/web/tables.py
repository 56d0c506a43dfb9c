"""All tables of a server: opened, found again after a stop, and handed out one object for each."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from secrets import randbelow, token_hex
from threading import Lock
from typing import NamedTuple

from regelwerk.doors.options import options_of, players_of
from regelwerk.doors.refusals import Refused, rules_refusal
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.rules.declarations import Rules
from regelwerk.rules.lists import BroughtList
from regelwerk.web.bots import Bots, BotsHere
from regelwerk.web.games import Games, Served
from regelwerk.web.gathering import Gathering, Lists, begun, written
from regelwerk.web.keys import kept_of, new_secret, opens
from regelwerk.web.live import Listeners
from regelwerk.web.room import HOST, PERSON, WATCH, Room
from regelwerk.web.store import Begins, Place, Store
from regelwerk.web.table import Table

MOST_OPEN = 1000
"""So many tables may be open: whoever can open tables cannot fill the disk."""

OLD, UNUSED = 30, 1
"""Where there are so many, those at which nothing has happened for so many days are closed, sooner those at
which nothing ever has: whoever opens one after the other does not keep others out for long."""

MOST_HELD = 100
"""So many tables that nobody looks at are held in memory; others are read when they are asked for."""

_SEEDS = 2**48


class Opened(NamedTuple):
    """A table that has just been opened, and the secret of each place. They are not kept anywhere."""

    id: str
    secrets: Mapping[str, str]


class Tables:
    """The tables in a store, of games that are served."""

    def __init__(self, games: Games, store: Store, bots: Bots | None = None) -> None:
        self.games = games
        self.store = store
        self.bots = bots or BotsHere(games)
        self._held: OrderedDict[str, Room] = OrderedDict()
        self._lock = Lock()

    def open(
        self, served: Served, seats: Sequence[str], options: Sequence[str] = (), watched: bool = False,
        seed: int | None = None, lists: Mapping[tuple[int, str], BroughtList | None] | None = None,
    ) -> Opened:  # fmt: skip
        """Open a table; `seats` says who is at each, `lists` what some bring: None for what a seat chooses
        itself. Others bring what the game says. Raises Refused for what the game does not admit."""
        rules = served.game.rules
        players = players_of(rules, len(seats))
        if PERSON not in seats:
            raise Refused("there is no seat for a person", "let a person have at least one seat")
        if self.store.number_open() >= MOST_OPEN:
            self.store.close_old(OLD, UNUSED)
        if self.store.number_open() >= MOST_OPEN:
            raise Refused("too many tables are open here", "close one that is not played at any more")
        seed = randbelow(_SEEDS) if seed is None else seed
        begins = Begins(options_of(rules, options), seed)
        chosen = _chosen_lists(rules, seats, lists or {})
        saved = None
        if len(chosen) == players * len(rules.lists):
            saved = _saved(served, players, begins, chosen)
        named = {str(number): player for number, player in enumerate(seats, 1)}
        others = {HOST: PERSON, **({WATCH: PERSON} if watched else {})}
        secrets = {name: new_secret() for name, player in (named | others).items() if player == PERSON}
        places = {
            name: Place(player, kept_of(secrets[name]) if name in secrets else None)
            for name, player in (named | others).items()
        }
        id = token_hex(4)
        self.store.open_table(id, served.name, places, begins, written(chosen), saved)
        return Opened(id, secrets)

    def table(self, id: str) -> Table | None:
        """A table whose match has begun; for the rest see `room`."""
        found = self.room(id)
        return found if isinstance(found, Table) else None

    def room(self, id: str) -> Room | None:
        """A table as it stands; None if there is none of that name. Raises Refused if it cannot be played
        here."""
        held = self._held.get(id)
        if held is None or self.store.versions([id]).get(id) != held.version:
            held = self._renewed(id, held)
        if held is not None:
            with self._lock:
                if id in self._held:
                    self._held.move_to_end(id)
        return held

    def look_again(self) -> None:
        """Tell the pages that are open here what other servers have kept of their tables."""
        heard = [room for room in list(self._held.values()) if len(room.listeners)]
        versions = self.store.versions(room.id for room in heard) if heard else {}
        for room in heard:
            if versions.get(room.id) != room.version:
                with suppress(Refused):
                    self._renewed(room.id, room)

    def _renewed(self, id: str, held: Room | None) -> Room | None:
        """A table as it is kept. Where two ask at once, one of them may read in vain."""
        try:
            if held is not None and held.catch_up():
                return held
            found = self._read(id, Listeners() if held is None else held.listeners)
        except (MatchError, RuleError) as error:
            raise rules_refusal("the match cannot be gone on with", error) from None
        if found is None:
            return None
        with self._lock:
            now = self._held.get(id)
            if now is not None and now is not held:
                return now
            self._held[id] = found
            self._let_go()
        found.listeners.state = found.state
        found.listeners.tell()
        return found

    def _read(self, id: str, listeners: Listeners) -> Room | None:
        kept = self.store.table(id)
        if kept is None:
            return None
        try:
            served = self.games.served(kept.game)
        except KeyError:
            help = "name it behind `regelwerk serve`"
            raise Refused(f"`{kept.game}` is not served here", help) from None
        if kept.saved is None:
            return Gathering(kept, served, self.store, listeners)
        return Table(kept, served, self.store, listeners, self.bots.choose)

    def _let_go(self) -> None:
        """Hold no more tables than have to be; all there is to know of the others is in the store."""
        over = len(self._held) - MOST_HELD
        if over > 0:
            for id in [id for id, room in self._held.items() if not len(room.listeners)][:over]:
                del self._held[id]

    def admitted(self, id: str, place: str, secret: str) -> Room | None:
        """The table, for whoever has the secret of a place at it. For others it is not even read: that may
        take long, and what is wrong with it is none of their business."""
        held = self._held.get(id)
        if held is None:
            return self.room(id) if self.store.place_of(kept_of(secret)) == (id, place) else None
        found = held.places.get(place)
        return self.room(id) if found is not None and opens(secret, found.secret) else None


def _chosen_lists(
    rules: Rules, seats: Sequence[str], lists: Mapping[tuple[int, str], BroughtList | None]
) -> dict[tuple[int, str], BroughtList]:
    """What seats bring as the table is opened. Raises Refused if a bot would have to choose itself."""
    written = {each.id: each for each in rules.brought}
    found = {}
    for declared in rules.lists:
        defaults = declared.defaults or ("",)
        for seat, player in enumerate(seats):
            default = written.get(defaults[seat % len(defaults)])
            brought = lists.get((seat, declared.name), default)
            if brought is not None:
                found[seat, declared.name] = brought
            elif player != PERSON:
                raise Refused(
                    f"seat {seat + 1} brings no `{declared.name}`", "choose one for it: a bot chooses none"
                )
    return found


def _saved(served: Served, players: int, begins: Begins, lists: Lists) -> str:
    """The match that begins with these lists. Raises Refused if it cannot."""
    try:
        return begun(served, players, begins, lists).save()
    except (RuleError, MatchError) as error:
        raise rules_refusal("the game cannot begin", error) from None
