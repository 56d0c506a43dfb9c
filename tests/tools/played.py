"""Playing a scenario with changed rules: whatever they do wrong, and however long they take."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from regelwerk.rules.scenarios import Scenario
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

SECONDS = 60
"""A scenario that takes more time of the processor says nothing."""


class _TooLong(BaseException):
    """A scenario takes longer than any should."""


@contextmanager
def _not_for_ever() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def played(layouts: Layouts, scenario: Scenario) -> bool | None:
    """Whether a line of a scenario says otherwise than what comes; None if the rules go wrong."""
    try:
        with _not_for_ever():
            failure = run_scenario(layouts, scenario).failure
    except (_TooLong, Exception):  # whatever a changed game does wrong, no line has said it
        return None
    if failure is None:
        return False
    return True if failure.stated else None
