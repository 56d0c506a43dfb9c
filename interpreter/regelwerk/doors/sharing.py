"""Work that is done here, or shared out to several processes; what comes of it keeps its order."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

W = TypeVar("W")
R = TypeVar("R")

_workers: list[Callable[[Any], Any]] = []


@contextmanager
def shared(
    jobs: int, most: int, make: Callable[..., Callable[[W], R]], given: Sequence[object]
) -> Iterator[Callable[[Sequence[W]], Iterator[R]]]:
    """What does work that `make` makes of what is given, once in every process; no more of them than `most`.

    Whoever shares the work out handles an interruption, not the processes.
    """
    if jobs <= 1 or most <= 1:
        worker = make(*given)
        yield lambda work: map(worker, work)
        return
    pool = multiprocessing.Pool(min(jobs, most), _prepare, (make, given))
    try:
        yield lambda work: pool.imap(_work, work)
    finally:
        pool.terminate()
        pool.join()


def _prepare(make: Callable[..., Callable[[Any], Any]], given: Sequence[object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _workers[:] = [make(*given)]


def _work(part: object) -> Any:
    return _workers[0](part)
