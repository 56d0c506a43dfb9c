"""A table before its match: its seats choose what they bring, each for itself."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

import msgspec

from regelwerk.match.match import Match
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.rules.lists import BroughtList
from regelwerk.web.games import Served
from regelwerk.web.live import Listeners
from regelwerk.web.room import Room
from regelwerk.web.store import Begins, Brought, Damaged, Kept, Overtaken, Store

Lists = Mapping[tuple[int, str], BroughtList]
"""What seats bring: by the seat, from 0, and the name of the list."""

_TRIES = 20
"""So often something is kept anew because others have brought something meanwhile."""


class NotTogether(Exception):
    """The match cannot begin with what the seats bring together."""


def begun(served: Served, players: int, begins: Begins, lists: Lists) -> Match:
    """The match that begins with these lists. Raises RuleError or MatchError if it cannot."""
    rules = served.game.rules
    brought = {each.name: [lists[seat, each.name] for seat in range(players)] for each in rules.lists}
    return Match.start(rules, players, begins.options, begins.seed, lists=brought)


def written(lists: Lists) -> Brought:
    """Lists as they are kept."""
    return {key: msgspec.json.encode(brought).decode() for key, brought in lists.items()}


class Gathering(Room):
    """A table whose seats choose what they bring. When all have, its match begins."""

    def __init__(self, kept: Kept, served: Served, store: Store, listeners: Listeners | None = None) -> None:
        super().__init__(kept, served, store, listeners)
        self.begins = kept.begins
        self.players = sum(name.isdecimal() for name in kept.places)
        self._names = [each.name for each in served.game.rules.lists]
        self._read(kept)

    def _read(self, kept: Kept) -> None:
        self.closed, self.version = kept.closed, kept.version
        try:
            lists = {key: msgspec.json.decode(text, type=BroughtList) for key, text in kept.brought.items()}
        except msgspec.MsgspecError:
            raise Damaged from None
        self.lists = lists

    def brings(self, seat: int) -> Mapping[str, BroughtList]:
        """What a seat has chosen so far, by the names of the lists."""
        return {name: self.lists[seat, name] for name in self._names if (seat, name) in self.lists}

    def missing(self) -> list[int]:
        """The seats that have not chosen everything."""
        return [seat for seat in range(self.players) if len(self.brings(seat)) < len(self._names)]

    def state(self, seat: int | None) -> str:
        """As long as a seat chooses, its page stays as it is, whatever others do: it may be writing."""
        with self.lock:
            waiting = self.missing()
            seen: list[object] = [self.closed, [] if seat is None else self.brings(seat)]
            if seat not in waiting:
                seen.append(waiting)
        return blake2b(msgspec.json.encode(seen, order="sorted"), digest_size=12).hexdigest()

    def catch_up(self) -> bool:
        with self.lock:
            kept = self._store.table(self.id)
            if kept is None or kept.saved is not None:
                return False
            self._read(kept)
            self.listeners.tell()
            return True

    def bring(self, seat: int, lists: Mapping[str, BroughtList]) -> None:
        """Keep what a seat brings; the match begins with the last of them.

        Raises NotTogether if it cannot, Overtaken or SQLAlchemyError if it cannot be kept.
        """
        for _ in range(_TRIES):
            with self.lock:
                if self.closed:
                    return
                mine = {(seat, name): brought for name, brought in lists.items()}
                now = {**self.lists, **mine}
                saved = self._match(now) if len(now) == self.players * len(self._names) else None
                try:
                    self._store.bring(self.id, self.version, written(mine), saved)
                except Overtaken:
                    if not self.catch_up():
                        return
                    continue
                if saved is None:
                    self.catch_up()
                return
        raise Overtaken

    def _match(self, lists: Lists) -> str:
        try:
            return begun(self.served, self.players, self.begins, lists).save()
        except (RuleError, MatchError):
            raise NotTogether from None
