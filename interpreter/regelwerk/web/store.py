"""What is kept of tables: their places, their matches, and every choice, in a database.

A match is kept as it was saved at some time, and the choices since; whatever is told to anybody has been
written before. Saved matches are read as strictly as any other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    Boolean,
    Column,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from regelwerk.doors.refusals import Refused

FORMAT = "regelwerk-tables/1"

_DATA = MetaData()
_ABOUT = Table("about", _DATA, Column("format", String(40), primary_key=True))
_TABLES = Table(
    "tables", _DATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(400), nullable=False),
    Column("closed", Boolean, nullable=False, default=False),
)  # fmt: skip
_PLACES = Table(
    "places", _DATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("name", String(16), primary_key=True),
    Column("player", String(16), nullable=False),
    Column("secret", String(64), unique=True),
)  # fmt: skip
_MATCHES = Table(
    "matches", _DATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("saved", Text, nullable=False),
    Column("choices", Integer, nullable=False),
)  # fmt: skip
_CHOICES = Table(
    "choices", _DATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("option", Text, nullable=False),
)  # fmt: skip


class Place(NamedTuple):
    """Who is at a place: `person`, or the name of a bot; and what is kept of the secret of a person."""

    player: str
    secret: str | None = None


class Kept(NamedTuple):
    """A table as it is kept: its match as it was saved after so many `choices`, and the choices since.

    `made` says how many choices each seat has made in all.
    """

    id: str
    game: str
    closed: bool
    places: Mapping[str, Place]
    saved: str
    choices: int
    since: Sequence[tuple[int, tuple[int, ...]]]
    made: Mapping[int, int]


class Store:
    """The tables of a database. Every method is one transaction. Raises SQLAlchemyError where it fails."""

    def __init__(self, url: str) -> None:
        """Raises Refused for a database that cannot be used."""
        try:
            self.engine = create_engine(url, hide_parameters=True)
            _prepare(self.engine)
            with self.engine.begin() as connection:
                _DATA.create_all(connection)
                found = connection.execute(select(_ABOUT.c.format)).scalars().all()
                if not found:
                    connection.execute(insert(_ABOUT).values(format=FORMAT))
        except (ArgumentError, NoSuchModuleError, ImportError):
            raise Refused("what `--database` names is no address of a database", _ADDRESS) from None
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
            raise Refused(f"the database cannot be used: {reason}", _ADDRESS) from None
        if found and found != [FORMAT]:
            raise Refused("the database was written by another edition of regelwerk", "name another one")

    def close(self) -> None:
        self.engine.dispose()

    def open_table(self, id: str, game: str, places: Mapping[str, Place], saved: str) -> None:
        """Keep a new table and its match, which has just begun."""
        with self.engine.begin() as connection:
            connection.execute(insert(_TABLES).values(id=id, game=game, closed=False))
            rows = [{"table_id": id, "name": name, **place._asdict()} for name, place in places.items()]
            connection.execute(insert(_PLACES), rows)
            connection.execute(insert(_MATCHES).values(table_id=id, saved=saved, choices=0))

    def number_open(self) -> int:
        """How many tables are not closed."""
        with self.engine.connect() as connection:
            query = select(func.count()).select_from(_TABLES).where(_TABLES.c.closed.is_(False))
            return int(connection.execute(query).scalar_one())

    def place_of(self, secret: str) -> tuple[str, str] | None:
        """The table and the place that are opened by the secret of which this is kept."""
        with self.engine.connect() as connection:
            query = select(_PLACES.c.table_id, _PLACES.c.name).where(_PLACES.c.secret == secret)
            row = connection.execute(query).one_or_none()
        return None if row is None else (row.table_id, row.name)

    def table(self, id: str) -> Kept | None:
        """A table as it is kept; None if there is none of that name."""
        with self.engine.connect() as connection:
            about = connection.execute(select(_TABLES).where(_TABLES.c.id == id)).one_or_none()
            if about is None:
                return None
            match = connection.execute(select(_MATCHES).where(_MATCHES.c.table_id == id)).one()
            places = connection.execute(select(_PLACES).where(_PLACES.c.table_id == id)).all()
            mine = _CHOICES.c.table_id == id
            since = connection.execute(
                select(_CHOICES).where(mine, _CHOICES.c.number >= match.choices).order_by(_CHOICES.c.number)
            ).all()
            made = connection.execute(
                select(_CHOICES.c.seat, func.count().label("made")).where(mine).group_by(_CHOICES.c.seat)
            ).all()
        return Kept(
            id, about.game, about.closed, {row.name: Place(row.player, row.secret) for row in places},
            match.saved, match.choices, [(row.seat, tuple(json.loads(row.option))) for row in since],
            {row.seat: row.made for row in made},
        )  # fmt: skip

    def add(self, id: str, number: int, seat: int, option: tuple[int, ...], saved: str | None) -> None:
        """Keep a choice, and with it the match as it now stands, if that is given.

        Raises IntegrityError if a choice of this number has been kept before.
        """
        with self.engine.begin() as connection:
            row = {"table_id": id, "number": number, "seat": seat, "option": json.dumps(option)}
            connection.execute(insert(_CHOICES).values(row))
            if saved is not None:
                now: dict[str, Any] = {"saved": saved, "choices": number + 1}
                connection.execute(update(_MATCHES).where(_MATCHES.c.table_id == id).values(now))

    def close_table(self, id: str) -> None:
        """Keep that nothing more is played at a table."""
        with self.engine.begin() as connection:
            connection.execute(update(_TABLES).where(_TABLES.c.id == id).values(closed=True))


_ADDRESS = "write it as `sqlite:///FILE`"


def _prepare(engine: Engine) -> None:
    """What SQLite is told of every connection: readers do not wait, what is written is on the disk."""
    if engine.dialect.name != "sqlite":
        return

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()
