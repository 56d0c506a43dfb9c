"""All tables of a server: opened, found again after a stop, and handed out one object for each."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from secrets import randbelow, token_hex
from threading import Lock
from typing import NamedTuple

from regelwerk.doors.lists import lists_of, refuse_broken_lists
from regelwerk.doors.options import options_of, players_of
from regelwerk.doors.refusals import Refused, rules_refusal
from regelwerk.match.match import Match
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.web.games import Games, Served
from regelwerk.web.keys import kept_of, new_secret, opens
from regelwerk.web.store import Place, Store
from regelwerk.web.table import HOST, PERSON, WATCH, Table

MOST_OPEN = 1000
"""So many tables may be open: whoever can open tables cannot fill the disk."""

MOST_HELD = 100
"""So many tables that nobody looks at are held in memory; others are read when they are asked for."""

_SEEDS = 2**48


class Opened(NamedTuple):
    """A table that has just been opened, and the secret of each place. They are not kept anywhere."""

    id: str
    secrets: Mapping[str, str]


class Tables:
    """The tables in a store, of games that are served."""

    def __init__(self, games: Games, store: Store) -> None:
        self.games = games
        self.store = store
        self._held: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def open(
        self, served: Served, seats: Sequence[str], options: Sequence[str] = (), watched: bool = False,
        seed: int | None = None,
    ) -> Opened:  # fmt: skip
        """Open a table; `seats` says who is at each. Raises Refused for what the game does not admit."""
        rules = served.game.rules
        players = players_of(rules, len(seats))
        if PERSON not in seats:
            raise Refused("there is no seat for a person", "let a person have at least one seat")
        if self.store.number_open() >= MOST_OPEN:
            raise Refused("too many tables are open here", "close one that is not played at any more")
        chosen, brought = options_of(rules, options), lists_of(rules, players, ())
        try:
            seed = randbelow(_SEEDS) if seed is None else seed
            match = Match.start(rules, players, chosen, seed, lists=brought)
        except (RuleError, MatchError) as error:
            refuse_broken_lists(rules, players, chosen, brought)
            raise rules_refusal("the game cannot begin", error) from None
        named = {str(number): player for number, player in enumerate(seats, 1)}
        others = {HOST: PERSON, **({WATCH: PERSON} if watched else {})}
        secrets = {name: new_secret() for name, player in (named | others).items() if player == PERSON}
        places = {
            name: Place(player, kept_of(secrets[name]) if name in secrets else None)
            for name, player in (named | others).items()
        }
        id = token_hex(4)
        self.store.open_table(id, served.name, places, match.save())
        return Opened(id, secrets)

    def table(self, id: str) -> Table | None:
        """A table; None if there is none of that name. Raises Refused if it cannot be played here."""
        found = self._held.get(id) or self._read(id)
        if found is None:
            return None
        with self._lock:
            found = self._held.setdefault(id, found)
            self._held.move_to_end(id)
            self._let_go()
            return found

    def _read(self, id: str) -> Table | None:
        """A table as it is kept. Where two ask at once, one of them reads in vain."""
        kept = self.store.table(id)
        if kept is None:
            return None
        try:
            return Table(kept, self.games.served(kept.game), self.store)
        except KeyError:
            help = "name it behind `regelwerk serve`"
            raise Refused(f"`{kept.game}` is not served here", help) from None
        except (MatchError, RuleError) as error:
            raise rules_refusal("the match cannot be gone on with", error) from None

    def _let_go(self) -> None:
        """Hold no more tables than have to be; all there is to know of the others is in the store."""
        over = len(self._held) - MOST_HELD
        if over > 0:
            for id in [id for id, table in self._held.items() if not table.listening][:over]:
                del self._held[id]

    def admitted(self, id: str, place: str, secret: str) -> Table | None:
        """The table, for whoever has the secret of a place at it."""
        table = self.table(id)
        if table is None or place not in table.places:
            return None
        return table if opens(secret, table.places[place].secret) else None
