"""The matches of a study shared out to processes; what comes of them does not depend on how."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

from .simulation import Outcome, Plan, Study

MOST_AT_ONCE = 50
"""A worker plays so many matches at most before it tells of them."""

PATIENCE = 2.0
"""Seconds after which a worker without work looks whether whoever started it is still there."""


class WorkerLost(Exception):
    """A worker ended before its matches did; the message says how."""


def outcomes(plan: Plan, numbers: Sequence[int], jobs: int) -> Iterator[Outcome]:
    """The outcomes of the matches with these numbers (from 0), as they come; with one job in this process.

    Raises RuleError if the game cannot be begun with these seats and options, WorkerLost if a worker is
    killed; all that was told before stays true.
    """
    study = Study(plan)
    if jobs <= 1 or len(numbers) <= 1:
        for number in numbers:
            yield study.play(number)
        return
    at_once = max(1, min(MOST_AT_ONCE, len(numbers) // (jobs * 8)))
    todo = [numbers[n : n + at_once] for n in range(0, len(numbers), at_once)][::-1]
    _ready[:] = [study]
    workers: dict[Connection, BaseProcess] = {}
    try:
        for _ in range(min(jobs, len(todo))):
            connection, process = _start(plan)
            workers[connection] = process
            connection.send(todo.pop())
        while workers:
            for ready in wait(list(workers)):
                connection = cast("Connection", ready)
                yield from _received(connection, workers[connection])
                if todo:
                    connection.send(todo.pop())
                else:
                    process = workers.pop(connection)
                    process.terminate()
                    process.join()
    except (BrokenPipeError, ConnectionResetError):
        raise WorkerLost("a worker process ended before its matches did") from None
    finally:
        _ready.clear()
        for process in workers.values():
            process.terminate()
        for process in workers.values():
            process.join()


_ready: list[Study] = []
"""The study that is about to be shared out: a process that is forked off has it already."""


def _start(plan: Plan) -> tuple[Connection, BaseProcess]:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_serve, args=(plan, there, os.getpid()), daemon=True)
    process.start()
    there.close()
    return here, process


def _received(connection: Connection, process: BaseProcess) -> list[Outcome]:
    """What a worker tells. Raises WorkerLost if it cannot any more."""
    try:
        found = connection.recv()
    except (EOFError, OSError):
        process.join()
        code = process.exitcode or 0
        how = f"killed by signal {-code}" if code < 0 else f"with status {code}"
        raise WorkerLost(f"a worker process ended before its matches did ({how})") from None
    if isinstance(found, str):
        raise RuntimeError(found)
    assert isinstance(found, list)
    return found


def _serve(plan: Plan, connection: Connection, parent: int) -> None:
    """Play what is asked for. Whoever started the study handles an interruption, not its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        study = _ready[0] if _ready else Study(plan)
        while True:
            while not connection.poll(PATIENCE):
                if os.getppid() != parent:
                    return
            connection.send([study.play(number) for number in connection.recv()])
    except (EOFError, OSError):
        return
    except Exception as error:
        connection.send(f"{type(error).__name__}: {error}")
