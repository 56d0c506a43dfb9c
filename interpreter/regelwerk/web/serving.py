"""The server: one process that listens at one address, until it is stopped."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Event, Thread

import uvicorn
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp

from regelwerk.doors.folders import make_folder
from regelwerk.doors.refusals import Refused, own_mistake, system_reason
from regelwerk.source.characters import visible
from regelwerk.source.user_folder import user_folder
from regelwerk.web.app import make_app
from regelwerk.web.authors import Authors
from regelwerk.web.bots import BotsApart
from regelwerk.web.connections import Connection
from regelwerk.web.games import Games
from regelwerk.web.garbage import not_in_games
from regelwerk.web.limits import Limits
from regelwerk.web.store import Store
from regelwerk.web.tables import Tables

LOOK_EVERY = 0.25
"""After so many seconds it is looked again what other servers on the same database have kept."""

OFTEN = (10_000, 20, 50)
"""When garbage is looked for: often, and a little at a time, for whoever asks meanwhile waits."""

_ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has: it is kept for examples."""

_GRACE = 2
"""So many seconds streams have to end when the server is stopped."""


def own_database() -> str:
    """The database in the folder of the user for such files. Raises Refused if there is no such folder."""
    folder = user_folder("XDG_STATE_HOME", "Library/Application Support", ".local/state")
    if folder is None:
        raise Refused("there is no folder for the tables", "name a database: `--database sqlite:///FILE`")
    try:
        make_folder(folder, may_be_there=True)
    except (OSError, ValueError) as error:
        raise Refused(
            f"the folder `{folder}` cannot be made: {system_reason(error)}",
            "name a database: `--database sqlite:///FILE`",
        ) from None
    return f"sqlite:///{Path(folder, 'tables.db')}"


def serve(
    games: Games, database: str, host: str, port: int, rate: int, authors: bool = False,
    names: Sequence[str] = (),
) -> None:  # fmt: skip
    """Serve tables until a signal comes; an address is answered `rate` times in a second. With
    `authors` whoever reaches the server may try rules here. `names` are those by which it is asked.

    Raises Refused if the address or the database cannot be used.
    """
    store = Store(database)
    try:
        listening = socket.create_server((host, port), family=_family(host))
    except (OSError, OverflowError, UnicodeError) as error:
        raise Refused(
            f"nothing can be served at `{host}`, port {port}: {system_reason(error)}",
            "name another `--port`, or another `--host`",
        ) from None
    gc.set_threshold(*OFTEN)
    not_in_games(games)
    print(f"tables at http://{_shown(host)}:{listening.getsockname()[1]}/", flush=True)
    print("stop with Ctrl-C; what has been chosen is kept", file=sys.stderr, flush=True)
    bots, limits = BotsApart(games), Limits(rate)
    bench = Authors(games, limits, host, names) if authors else None
    tables, stopped = Tables(games, store, bots), Event()
    Thread(target=_look_again, args=(tables, stopped), daemon=True).start()
    try:
        uvicorn.Server(configured(make_app(tables, limits, bench, (host, *names)))).run(sockets=[listening])
    finally:
        stopped.set()
        bots.close()
        if bench is not None:
            bench.close()
        store.close()


def configured(app: ASGIApp, grace: int = _GRACE) -> uvicorn.Config:
    """How an application is served: without a log of addresses, and with connections that have an end."""
    return uvicorn.Config(
        app, http=Connection, ws="none", lifespan="off", log_config=None, access_log=False,
        server_header=False, timeout_graceful_shutdown=grace,
    )  # fmt: skip


def _look_again(tables: Tables, stopped: Event) -> None:
    """Tell open pages what other servers have kept. Where the database is away, it is tried again."""
    while not stopped.wait(LOOK_EVERY):
        try:
            tables.look_again()
        except SQLAlchemyError:
            continue
        except Exception as error:
            print(
                visible(f"error: {own_mistake(error, 'with what was played')}"), file=sys.stderr, flush=True
            )


def _shown(host: str) -> str:
    """What browsers ask for: where all addresses are listened at, that of this machine in its network."""
    if host == "0.0.0.0":
        return _own_address() or host
    return f"[{host}]" if ":" in host else host


def _own_address() -> str | None:
    """The address from which this machine would send something elsewhere; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_ELSEWHERE)
        except OSError:
            return None
        return str(asking.getsockname()[0])


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
