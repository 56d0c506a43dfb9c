"""What is kept of tables: their places, what seats bring, their matches, and every choice, in a database.

A match is kept as it was saved at some time, and the choices since; whatever is told to anybody has been
written before. Saved matches are read as strictly as any other.

Several servers may share a database. Each table has a version, which every change raises by one: whoever
changes a table says from which version, so that nothing is ever done to a table as it no longer stands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from threading import Lock
from time import time
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    and_,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    make_url,
    or_,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from regelwerk.doors.refusals import Refused
from regelwerk.program.errors import MatchError

FORMAT = "regelwerk-tables/3"

Found = TypeVar("Found")

_DATA = MetaData()
_ABOUT = Table("about", _DATA, Column("format", String(40), primary_key=True))
_TABLES = Table(
    "tables", _DATA,
    Column("id", String(16), primary_key=True),
    Column("game", Text, nullable=False),
    Column("begins", Text, nullable=False),
    Column("closed", Boolean, nullable=False, default=False),
    Column("version", Integer, nullable=False, default=0),
    Column("taken_back", Integer, nullable=False, default=0),
    Column("changed", Integer, nullable=False),
)  # fmt: skip
_PLACES = Table(
    "places", _DATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("name", String(16), primary_key=True),
    Column("player", String(16), nullable=False),
    Column("secret", String(64), unique=True),
)  # fmt: skip
_LISTS = Table(
    "lists", _DATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("brought", Text, nullable=False),
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

_TRIES = 20
"""So often a table is read again because it has changed meanwhile."""


class Overtaken(Exception):
    """Somebody else has changed a table since it was read."""


class Damaged(MatchError):
    """What is kept of a table cannot have been kept so."""

    def __init__(self) -> None:
        super().__init__("what is kept of the table is damaged")


class Place(NamedTuple):
    """Who is at a place: `person`, or the name of a bot; and what is kept of the secret of a person."""

    player: str
    secret: str | None = None


class Begins(NamedTuple):
    """What a match begins with, besides its seats and what they bring."""

    options: Mapping[str, int]
    seed: int


Brought = Mapping[tuple[int, str], str]
"""What seats bring, as text: by the seat, from 0, and the name of the list."""

Choice = tuple[int, tuple[int, ...]]
"""A seat and its option."""


class Kept(NamedTuple):
    """A table as it is kept: its match as it was saved after so many `choices`, and the choices since.

    `saved` is None while seats choose what they bring. `made` says how many choices each seat has made in
    all, `taken_back` how often one was taken back.
    """

    id: str
    game: str
    begins: Begins
    closed: bool
    version: int
    taken_back: int
    places: Mapping[str, Place]
    brought: Brought
    saved: str | None
    choices: int
    since: Sequence[Choice]
    made: Mapping[int, int]


class News(NamedTuple):
    """What has come to a table after so many choices."""

    version: int
    closed: bool
    taken_back: int
    since: Sequence[Choice]


class Store:
    """The tables of a database. Every method is one transaction. Raises SQLAlchemyError where it fails."""

    def __init__(self, url: str) -> None:
        """Raises Refused for a database that cannot be used."""
        try:
            self.engine, self._writing = _engine(url), Lock()
            try:
                found = _made(self.engine)
            except DBAPIError:  # another server may have made the same tables just now
                found = _made(self.engine)
        except (ArgumentError, NoSuchModuleError):
            raise Refused("what `--database` names is no address of a database", _ADDRESS) from None
        except ImportError as error:
            if error.name != "psycopg":
                raise Refused("what `--database` names is no address of a database", _ADDRESS) from None
            raise Refused("PostgreSQL needs `psycopg`, which is not installed", _DRIVER) from None
        except SQLAlchemyError as error:
            raise Refused(f"the database cannot be used: {reason_of(error)}", _ADDRESS) from None
        if found != [FORMAT]:
            by = "another edition of regelwerk" if found else "something else"
            raise Refused(f"the database was written by {by}", "name another one")

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def _change(self) -> Iterator[Connection]:
        """A transaction that writes. Those of SQLite come one after the other here already: where they meet
        in the file, they sleep and try again, ever longer."""
        one_writes = self._writing if self.engine.dialect.name == "sqlite" else nullcontext()
        with one_writes, self.engine.begin() as connection:
            yield connection

    def open_table(
        self, id: str, game: str, places: Mapping[str, Place], begins: Begins, brought: Brought,
        saved: str | None,
    ) -> None:  # fmt: skip
        """Keep a new table, and its match, which has just begun, if it has."""
        with self._change() as connection:
            written = json.dumps([begins.options, begins.seed])
            connection.execute(insert(_TABLES).values(id=id, game=game, begins=written, changed=int(time())))
            rows = [{"table_id": id, "name": name, **place._asdict()} for name, place in places.items()]
            connection.execute(insert(_PLACES), rows)
            _bring(connection, id, brought)
            if saved is not None:
                connection.execute(insert(_MATCHES).values(table_id=id, saved=saved, choices=0))

    def number_open(self) -> int:
        """How many tables are not closed."""
        with self.engine.connect() as connection:
            query = select(func.count()).select_from(_TABLES).where(_TABLES.c.closed.is_(False))
            return int(connection.execute(query).scalar_one())

    def close_old(self, days: int, unused: int) -> None:
        """Close the tables at which nothing has happened for so many days, or nothing ever, and those are
        only so many."""
        with self._change() as connection:
            before = [int(time()) - number * 24 * 3600 for number in (days, unused)]
            never = and_(_TABLES.c.version == 0, _TABLES.c.changed < before[1])
            old = (or_(_TABLES.c.changed < before[0], never), _TABLES.c.closed.is_(False))
            changed = {"closed": True, "version": _TABLES.c.version + 1}
            connection.execute(update(_TABLES).where(*old).values(changed))

    def place_of(self, secret: str) -> tuple[str, str] | None:
        """The table and the place that are opened by the secret of which this is kept."""
        with self.engine.connect() as connection:
            query = select(_PLACES.c.table_id, _PLACES.c.name).where(_PLACES.c.secret == secret)
            row = connection.execute(query).one_or_none()
        return None if row is None else (row.table_id, row.name)

    def versions(self, ids: Iterable[str]) -> dict[str, int]:
        """The versions of those of the tables that there are."""
        with self.engine.connect() as connection:
            query = select(_TABLES.c.id, _TABLES.c.version).where(_TABLES.c.id.in_(list(ids)))
            return {row.id: row.version for row in connection.execute(query)}

    def table(self, id: str) -> Kept | None:
        """A table as it is kept; None if there is none of that name."""
        with self.engine.connect() as connection:
            return _steady(connection, id, lambda: _table(connection, id))

    def news(self, id: str, count: int) -> News:
        """What has come to a table since it had so many choices."""

        def read() -> News:
            about = connection.execute(select(_TABLES).where(_TABLES.c.id == id)).one()
            return News(about.version, about.closed, about.taken_back, _since(connection, id, count))

        with self.engine.connect() as connection:
            return _steady(connection, id, read)

    def bring(self, id: str, version: int, brought: Brought, saved: str | None) -> None:
        """Keep what a seat brings, and the match if that begins with it. Raises Overtaken."""
        with self._change() as connection:
            _advance(connection, id, version)
            _bring(connection, id, brought)
            if saved is not None:
                connection.execute(insert(_MATCHES).values(table_id=id, saved=saved, choices=0))

    def add(
        self, id: str, version: int, number: int, seat: int, option: tuple[int, ...], saved: str | None
    ) -> None:
        """Keep a choice, and with it the match as it stood before, if that is given. Raises Overtaken."""
        with self._change() as connection:
            _advance(connection, id, version)
            row = {"table_id": id, "number": number, "seat": seat, "option": json.dumps(option)}
            connection.execute(insert(_CHOICES).values(row))
            if saved is not None:
                now: dict[str, Any] = {"saved": saved, "choices": number}
                connection.execute(update(_MATCHES).where(_MATCHES.c.table_id == id).values(now))

    def take_back(self, id: str, version: int, number: int, saved: str) -> None:
        """Forget the last choice, which has this number; the match stands as it was saved before it.

        Raises Overtaken.
        """
        with self._change() as connection:
            _advance(connection, id, version, taken_back=_TABLES.c.taken_back + 1)
            mine = (_CHOICES.c.table_id == id, _CHOICES.c.number >= number)
            connection.execute(delete(_CHOICES).where(*mine))
            now: dict[str, Any] = {"saved": saved, "choices": number}
            connection.execute(update(_MATCHES).where(_MATCHES.c.table_id == id).values(now))

    def close_table(self, id: str) -> None:
        """Keep that nothing more is played at a table."""
        with self._change() as connection:
            changed = {"closed": True, "version": _TABLES.c.version + 1}
            connection.execute(update(_TABLES).where(_TABLES.c.id == id).values(changed))


def reason_of(error: SQLAlchemyError) -> str:
    """What a database says of an error, in one line and without what it was told."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]


_ADDRESS = "write it as `sqlite:///FILE`, or as `postgresql://USER@HOST/DATABASE`"
_DRIVER = "install it with `pip install 'regelwerk[postgresql]'`"


def _engine(url: str) -> Engine:
    address = make_url(url)
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername="postgresql+psycopg")
    # A connection that has died is noticed before it is used: databases are restarted, too.
    engine = create_engine(address, hide_parameters=True, pool_pre_ping=address.drivername != "sqlite")
    _prepare(engine)
    return engine


def _made(engine: Engine) -> Sequence[str]:
    """The formats a database says it has, none if it has such tables for something else; where there are no
    tables yet they are made. Of another format nothing is touched."""
    with engine.begin() as connection:
        there = {*inspect(connection).get_table_names()} & {*_DATA.tables}
        if there and _ABOUT.name not in there:
            return []
        # First, so that one that was not made to its end is known as ours.
        _ABOUT.create(connection, checkfirst=True)
        found = connection.execute(select(_ABOUT.c.format)).scalars().all()
        if not found:
            _DATA.create_all(connection)
            connection.execute(insert(_ABOUT).values(format=FORMAT))
        # So that one that can only be read is refused now, and not at the first choice.
        connection.execute(update(_ABOUT).where(_ABOUT.c.format == FORMAT).values(format=FORMAT))
    return found or [FORMAT]


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


def _advance(connection: Connection, id: str, version: int, **more: Any) -> None:
    """Raise the version of a table, as long as it is this one; others then wait until this is written."""
    where = (_TABLES.c.id == id, _TABLES.c.version == version)
    done = connection.execute(
        update(_TABLES).where(*where).values(version=version + 1, changed=int(time()), **more)
    )
    if done.rowcount != 1:
        raise Overtaken


def _bring(connection: Connection, id: str, brought: Brought) -> None:
    for (seat, name), text in brought.items():
        mine = (_LISTS.c.table_id == id, _LISTS.c.seat == seat, _LISTS.c.name == name)
        connection.execute(delete(_LISTS).where(*mine))
        connection.execute(insert(_LISTS).values(table_id=id, seat=seat, name=name, brought=text))


def _steady(connection: Connection, id: str, read: Callable[[], Found]) -> Found:
    """What is read of a table, all of it from one version, whatever the database promises."""
    query = select(_TABLES.c.version).where(_TABLES.c.id == id)
    for _ in range(_TRIES):
        before, found = connection.execute(query).scalar_one_or_none(), read()
        if connection.execute(query).scalar_one_or_none() == before:
            break
    return found


def _table(connection: Connection, id: str) -> Kept | None:
    """Raises Damaged."""
    about = connection.execute(select(_TABLES).where(_TABLES.c.id == id)).one_or_none()
    if about is None:
        return None
    options, seed = _json(about.begins, [dict, int])
    match = connection.execute(select(_MATCHES).where(_MATCHES.c.table_id == id)).one_or_none()
    places = connection.execute(select(_PLACES).where(_PLACES.c.table_id == id)).all()
    lists = connection.execute(select(_LISTS).where(_LISTS.c.table_id == id)).all()
    choices = 0 if match is None else match.choices
    mine = _CHOICES.c.table_id == id
    made = connection.execute(
        select(_CHOICES.c.seat, func.count().label("made")).where(mine).group_by(_CHOICES.c.seat)
    ).all()
    if match is None and made:
        raise Damaged
    return Kept(
        id, about.game, Begins(options, seed), about.closed, about.version, about.taken_back,
        {row.name: Place(row.player, row.secret) for row in places},
        {(row.seat, row.name): row.brought for row in lists},
        None if match is None else match.saved, choices, _since(connection, id, choices),
        {row.seat: row.made for row in made},
    )  # fmt: skip


def _since(connection: Connection, id: str, count: int) -> list[Choice]:
    where = (_CHOICES.c.table_id == id, _CHOICES.c.number >= count)
    rows = connection.execute(select(_CHOICES).where(*where).order_by(_CHOICES.c.number)).all()
    if any(row.number != number for number, row in enumerate(rows, count)):
        raise Damaged
    return [(row.seat, tuple(_json(row.option))) for row in rows]


def _json(text: str, kinds: Sequence[type] | None = None) -> list[Any]:
    """A list that is kept as JSON, of such elements, or of whole numbers. Raises Damaged."""
    try:
        found = json.loads(text)
    except ValueError:
        raise Damaged from None
    kinds = kinds or [int] * (len(found) if isinstance(found, list) else 0)
    if not isinstance(found, list) or [type(each) for each in found] != list(kinds):
        raise Damaged
    return found
