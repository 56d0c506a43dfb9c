"""A server of PostgreSQL for tests, in a folder of its own: it listens at a socket there and nowhere else."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_SECONDS = 60


class Postgres:
    """A server that runs."""

    def __init__(self, programs: Path, folder: Path, user: str | None) -> None:
        self.programs = programs
        self.folder = folder
        self.user = user
        self.databases = 0

    def new_database(self) -> str:
        """The address of a database with nothing in it."""
        self.databases += 1
        self.run("createdb", f"--host={self.folder}", "--username=tables", f"tables{self.databases}")
        return f"postgresql://tables@/tables{self.databases}?host={self.folder}"

    def run(self, program: str, *words: str) -> None:
        own: dict[str, Any] = {} if self.user is None else {"user": self.user, "group": self.user}
        done = subprocess.run(
            [self.programs / program, *words], cwd=self.folder, capture_output=True, text=True,
            timeout=_SECONDS, check=False, **own,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        # Whoever tests kills servers of tables, never this one: it need not be sure of the disk.
        settings = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=off"
        log = f"--log={self.folder}/log"
        self.run("pg_ctl", "start", "--wait", f"--pgdata={self.folder}/data", log, f"--options={settings}")

    def stop(self) -> None:
        self.run("pg_ctl", "stop", "--wait", "--mode=immediate", f"--pgdata={self.folder}/data")


def _programs() -> Path | None:
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


def _user() -> str | None:
    """As whom the server runs: it refuses to do so as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    pytest.skip("PostgreSQL does not run as root, and there is no other user for it")


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server; whoever asks for it is skipped where there is none, or no driver."""
    pytest.importorskip("psycopg", reason="without psycopg there is no way to PostgreSQL")
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed here")
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="tables-"))  # the path of a socket has to be short
    server = Postgres(programs, folder, user)
    try:
        if user is not None:
            shutil.chown(folder, user)
        server.run(
            "initdb",
            "--username=tables",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-sync",
            f"--pgdata={folder}/data",
        )
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
